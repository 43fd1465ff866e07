// How often the simulated device's parser of scripts and RouterOS's own `:parse` judge a script alike: whether it
// parses, and where it fails. The scripts and the answers are public and are not kept here: see `howToGet`.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseScript } from '../src/device/sim/script/parse-command.ts';
import { Trap } from '../src/device/sim/trap.ts';
import { version } from '../src/model/version.ts';
import { reasonOf } from './conformance-reasons.ts';
import { treeVocabulary } from './conformance-vocabulary.ts';
import type { Figure } from './figure.ts';

export interface Sources {
  /** `test-data` of github.com/tikoci/lsp-routeros-ts: scripts, and beside each what `:parse` answered. */
  readonly scripts: string | undefined;
  /** `docs` of github.com/tikoci/restraml: the command tree of each version. */
  readonly trees: string | undefined;
}

const howToGet = `conformance needs two public repositories beside this one, and says which of their folders it takes:
  git clone --depth 1 https://github.com/tikoci/lsp-routeros-ts
  git clone --depth 1 https://github.com/tikoci/restraml
  ROSC_PARSED_SCRIPTS=lsp-routeros-ts/test-data ROSC_COMMAND_TREES=restraml/docs pnpm bench conformance
`;

interface Difference {
  readonly file: string;
  readonly theirs: string;
  readonly ours: string;
}

export function benchConformance({ scripts, trees }: Sources): Figure[] {
  if (scripts === undefined || trees === undefined) {
    process.stderr.write(howToGet);
    return [];
  }
  const files = readdirSync(scripts, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.rsc'))
    .sort();
  return versionsIn(scripts).flatMap((routeros) => {
    const tree = join(trees, routeros, 'inspect.json');
    if (!existsSync(tree)) throw new Error(`no command tree of ${routeros}: ${tree}`);
    const vocabulary = treeVocabulary(JSON.parse(readFileSync(tree, 'utf8')), looksUpLate(routeros));
    const judged = files.flatMap((file) => {
      const answer = join(scripts, `${file}.v${routeros}.parseil`);
      if (!existsSync(answer)) return [];
      const ours = errorOf(readFileSync(join(scripts, file), 'utf8'), vocabulary);
      return [{ file, theirs: errorIn(readFileSync(answer, 'utf8')), ours }];
    });
    const verdicts = judged.filter(({ theirs, ours }) => (theirs === '') !== (ours === ''));
    const places = judged.filter(({ theirs, ours }) => placeIn(theirs) !== placeIn(ours));
    tell(routeros, places);
    const share = (differ: number) => (100 * (judged.length - differ)) / judged.length;
    const detail = `${judged.length} scripts, RouterOS ${routeros}`;
    const reach = { atLeast: 98 };
    return [
      { what: 'scripts that parse or fail as on RouterOS', value: share(verdicts.length), unit: '%', reach, detail },
      { what: 'and that fail at the same place', value: share(places.length), unit: '%', reach, detail },
    ];
  });
}

function versionsIn(folder: string): readonly string[] {
  const summaries = readdirSync(folder).map((name) => /^parseil-summary\.v(.+)\.json$/.exec(name)?.[1]);
  return summaries.filter((found) => found !== undefined).sort();
}

function looksUpLate(routeros: string): boolean {
  const { major, minor } = version(routeros);
  return major > 7 || (major === 7 && minor >= 23);
}

/** Empty: it parses. */
function errorOf(text: string, vocabulary: Parameters<typeof parseScript>[1]): string {
  try {
    parseScript(text, vocabulary);
    return '';
  } catch (error) {
    if (error instanceof Trap) return error.message;
    throw error;
  }
}

/** An answer is an error where it is not the parsed form, which opens with `(` or `/`. */
function errorIn(answer: string): string {
  return /^(?![(/]).* \(line \d+ column \d+\)\s*$/s.test(answer) ? answer.trim() : '';
}

function placeIn(message: string): string {
  return /\(line \d+ column \d+\)/.exec(message)?.[0] ?? message;
}

function tell(routeros: string, differences: readonly Difference[]): void {
  for (const { file, theirs, ours } of differences) {
    const sides = `RouterOS ${routeros}: ${theirs || 'parses'}; here: ${ours || 'parses'}`;
    process.stderr.write(`${file}\n  ${sides}\n  ${reasonOf(file)}\n`);
  }
}
