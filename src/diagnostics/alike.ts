// What is said of very many places is told of the first thousand, and counted from there on: a file within all limits
// can have a hundred thousand mistakes of one kind.

import type { Diagnostic, Severity } from './diagnostic.ts';

/** Diagnostics of one kind that are made. */
export const alikeMax = 1000;

interface Kind {
  /** Index of the one that was made last. */
  last: number;
  made: number;
  more: number;
}

/** Collects diagnostics that are costly to make: those beyond the first thousand of a kind are not made at all. */
export class DiagnosticLog {
  readonly #made: Diagnostic[] = [];
  readonly #kinds = new Map<string, Kind>();

  /** `kind` is a code, or finer; `count`: places that the diagnostic stands for. */
  add(kind: string, make: () => Diagnostic, count = 1): void {
    const known = this.#kinds.get(kind) ?? { last: 0, made: 0, more: 0 };
    this.#kinds.set(kind, known);
    if (known.made === alikeMax) {
      known.more += count;
      return;
    }
    known.made++;
    known.last = this.#made.push(make()) - 1;
  }

  /** In the order in which they came; the last of a kind says how many more there are. */
  diagnostics(): Diagnostic[] {
    const all = [...this.#made];
    for (const { last, more } of this.#kinds.values()) {
      const diagnostic = all[last];
      if (diagnostic && more > 0) all[last] = { ...diagnostic, more: more + (diagnostic.more ?? 0) };
    }
    return all;
  }
}

/** The same list, where it says nothing a thousand times; a kind is a code, a severity and a device. */
export function countAlike(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= alikeMax) return diagnostics;
  const log = new DiagnosticLog();
  for (const each of diagnostics) {
    const kind = `${each.code} ${each.severity} ${each.device ?? ''}`;
    log.add(kind, () => each, 1 + (each.more ?? 0));
  }
  return log.diagnostics();
}

/** How many of that severity there are, also those that were not made. */
export function countOf(diagnostics: readonly Diagnostic[], severity: Severity): number {
  return diagnostics.reduce((sum, each) => (each.severity === severity ? sum + 1 + (each.more ?? 0) : sum), 0);
}
