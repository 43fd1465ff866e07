// Mutants of other makers' configurations: what an editor, a terminal or a broken transfer leaves of them. Each is
// recognised and imported; the laws of imports hold whatever stands in it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountLines } from '../../src/import/foreign/account.ts';
import { importOf, loadedSite } from './foreign-import.ts';
import { projectRoot } from './project-root.ts';

const folder = join(projectRoot, 'fixtures', 'foreign');
const originals = readdirSync(folder)
  .filter((name) => name.endsWith('.cfg'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const allLines = originals.flatMap(({ text }) => text.split('\n'));

function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state % below;
  };
}

type Mutation = (lines: string[], random: (below: number) => number) => void;

const pieces = [
  '\t',
  '\r',
  '\b\b',
  '\u001b[16D',
  '\u0000',
  ' ---- More ---- ',
  '#',
  '!',
  'undo ',
  'no ',
  '…',
  '255.0.255.0',
  ' sub',
  '"',
];

const mutations: readonly Mutation[] = [
  (lines, random) => void lines.splice(random(lines.length), 1 + random(3)),
  (lines, random) => void lines.splice(random(lines.length), 0, lines[random(lines.length)] ?? ''),
  (lines, random) => void lines.splice(random(lines.length), 0, allLines[random(allLines.length)] ?? ''),
  (lines, random) => void lines.splice(random(lines.length)),
  (lines, random) => void lines.splice(random(lines.length), 1, pieces[random(pieces.length)] ?? ''),
  (lines, random) => {
    const at = random(lines.length);
    lines[at] = (lines[at] ?? '').replace(/\d+/, () => String(random(5000)));
  },
  (lines, random) => {
    const at = random(lines.length);
    const line = lines[at] ?? '';
    const cut = random(line.length + 1);
    lines[at] = `${line.slice(0, cut)}${pieces[random(pieces.length)]}${line.slice(cut + random(3))}`;
  },
  (lines, random) => {
    const at = random(lines.length);
    lines[at] = `${lines[at]} ${lines[at + 1] ?? ''}`;
  },
  (lines, random) => {
    const at = random(lines.length);
    lines[at] = (lines[at] ?? '').trimStart();
  },
  (lines, random) => {
    const words = (lines[random(lines.length)] ?? '').split(' ');
    lines.push(words.reverse().join(' '));
  },
];

export interface FuzzResult {
  readonly imported: number;
  /** Seed and what went wrong. */
  readonly failures: readonly string[];
}

export function fuzzForeign(first: number, count: number): FuzzResult {
  const failures: string[] = [];
  let imported = 0;
  for (let seed = first; seed < first + count; seed++) {
    const random = randomOf(seed * 7919);
    const original = originals[random(originals.length)];
    const lines = (original?.text ?? '').split('\n');
    for (let left = 1 + random(6); left > 0; left--) mutations[random(mutations.length)]?.(lines, random);
    const problem = problemOf(original?.name ?? '', lines.join('\n'));
    if (problem === undefined) imported++;
    else if (problem !== '') failures.push(`${seed}: ${problem}`);
  }
  return { imported, failures };
}

/** Undefined = imported in order; empty = refused, as a flat or unrecognisable file is. */
function problemOf(name: string, text: string): string | undefined {
  const maker = name.includes('comware') ? 'comware' : 'ios';
  let result: ReturnType<typeof importOf>;
  try {
    result = importOf(name, text, { maker });
  } catch (error) {
    return error instanceof Error && /indentation/.test(error.message) ? '' : `threw ${String(error)}`;
  }
  const { account, text: site } = result.made;
  if (account.carried + account.notCarried + account.irrelevant !== account.lines) return 'lines got lost';
  const listed = account.missing.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (listed !== account.notCarried) return 'a line is not listed';
  if (!loadedSite(site)) return `no site: ${result.diagnostics.map(({ code, what }) => `${code} ${what}`).join('; ')}`;
  const wrong = result.diagnostics.find(({ code }) => /^(?:yaml|schema)\//.test(code));
  if (wrong) return wrong.what;
  const report = accountLines(name, account).join('\n');
  return report.includes('SECRET') ? `a secret in the report: ${/.*SECRET.*/.exec(report)?.[0]}` : undefined;
}
