// Which fault has struck in which step, over many runs: counted, and as a table.

import type { Run } from './run.ts';
import { type Step, sensible, type Theme } from './scenario.ts';

const steps: readonly Step[] = ['preparing', 'arming', 'changing', 'checking', 'confirming', 'undoing', 'alone'];
const themes = Object.keys(sensible).filter((name): name is Theme => name in sensible && name !== 'none');

export interface Coverage {
  add(run: Run): void;
  /** Pairs that make sense and were never seen. */
  missing(): readonly string[];
  /** How runs ended: states, and `died`. */
  ends(): ReadonlyMap<string, number>;
  table(): string;
}

export function createCoverage(): Coverage {
  const counts = new Map<string, number>();
  const ends = new Map<string, number>();
  const count = (theme: Run['hits'][number]['theme'], step: Step) => counts.get(`${theme} ${step}`) ?? 0;
  return {
    add({ hits, result }) {
      for (const { theme, step } of hits) counts.set(`${theme} ${step}`, count(theme, step) + 1);
      const end = result?.state ?? 'died';
      ends.set(end, (ends.get(end) ?? 0) + 1);
    },
    missing: () =>
      themes.flatMap((theme) =>
        sensible[theme].filter((step) => count(theme, step) === 0).map((step) => `${theme} while ${step}`),
      ),
    ends: () => ends,
    table() {
      const width = Math.max(...themes.map(({ length }) => length));
      const cell = (theme: Theme, step: Step) =>
        count(theme, step) > 0 || sensible[theme].includes(step) ? String(count(theme, step)) : '·';
      return [
        `${'struck'.padEnd(width)}${steps.map((step) => step.padStart(12)).join('')}`,
        ...themes.map((theme) => theme.padEnd(width) + steps.map((step) => cell(theme, step).padStart(12)).join('')),
        `ended: ${[...ends].map(([end, times]) => `${end} ${times}`).join(', ')}`,
      ].join('\n');
    },
  };
}
