// Tries on the device, before the first change, how the rows that the undo and the runs look for are found there.

import type { Device } from '../device/device.ts';
import type { ScriptSyntax } from '../plan/script-command.ts';
import { askScripts } from './ask-scripts.ts';
import type { Names } from './names.ts';
import type { Until } from './reconnecting-session.ts';
import type { ScriptLine, Spellings } from './script-line.ts';
import { chunks } from './scripts.ts';
import { type Spelling, spell, spellings, unprovenSpelling } from './spell.ts';
import { answerMax, type Wanted } from './wanted.ts';

export interface ProveInput extends Until {
  readonly names: Names;
  readonly lines: readonly ScriptLine[];
  readonly syntax: ScriptSyntax;
  /** Rows that the plan removes: what comes back in their place has another id. */
  readonly removed: (wanted: Wanted) => boolean;
}

export interface Unproven {
  readonly line: ScriptLine;
  readonly wanted: Wanted;
  /** What the plain spelling found, as ids; undefined = the device could not even try. */
  readonly found: string | undefined;
}

export interface Proof {
  readonly lines: number;
  /** Lines of which some row is not found in any spelling. */
  readonly unproven: readonly Unproven[];
  /** How each row is found. */
  readonly spellings: Spellings;
}

/** One look on the device. */
interface Trial {
  readonly wanted: Wanted;
  readonly spelling: Spelling;
}

/** The spelling in which scripts are stored before anything is proven. */
export function firstSpelling(wanted: Wanted): Spelling {
  const hasEvidence = wanted.like !== undefined || !wanted.found.includes('');
  return hasEvidence ? 'quoted' : unprovenSpelling(wanted);
}

/** Throws DeviceError. A string says why the device did not get through the trials. */
export async function proveLocators(device: Device, input: ProveInput): Promise<Proof | string> {
  const { lines, removed } = input;
  const all = new Map(lines.flatMap(({ wanted }) => wanted).map((wanted) => [keyOf(wanted), wanted]));
  const proven = new Map<string, Spelling>();
  const seen = new Map<string, string>();
  const firsts = [...all.values()].map((wanted): Trial => ({ wanted, spelling: firstSpelling(wanted) }));
  const run = async (trials: readonly Trial[]): Promise<string | undefined> => {
    const found = await runTrials(device, trials, input);
    if (typeof found === 'string') return found;
    for (const [index, { wanted, spelling }] of trials.entries()) {
      const key = keyOf(wanted);
      const [own, like] = found[index] ?? [];
      if (spelling === firstSpelling(wanted) && own !== undefined) seen.set(key, own);
      if (isProof(wanted, own, like) && !proven.has(key)) proven.set(key, spelling);
    }
    return undefined;
  };
  const others = () =>
    [...all.values()]
      .filter((wanted) => !proven.has(keyOf(wanted)))
      .flatMap((wanted) =>
        spellings
          .filter((spelling) => spelling !== firstSpelling(wanted) && !(spelling === 'id' && removed(wanted)))
          .map((spelling): Trial => ({ wanted, spelling })),
      );
  const failure = (await run(firsts)) ?? (others().length > 0 ? await run(others()) : undefined);
  if (failure !== undefined) return failure;
  return {
    lines: lines.length,
    unproven: lines.flatMap((line) => {
      const wanted = line.wanted.find((each) => !proven.has(keyOf(each)));
      return wanted ? [{ line, wanted, found: seen.get(keyOf(wanted)) }] : [];
    }),
    spellings: (wanted) => proven.get(keyOf(wanted)) ?? firstSpelling(wanted),
  };
}

function isProof(wanted: Wanted, found: string | undefined, like: string | undefined): boolean {
  if (found === undefined || !wanted.found.includes(found)) return false;
  return wanted.like === undefined || (like !== undefined && wanted.like.found.includes(like));
}

function keyOf({ menu, match, nth, found }: Wanted): string {
  return JSON.stringify([menu, match, nth, found]);
}

/** What was found: of the row itself, and of one that is there already. */
type FoundRows = readonly [own: string | undefined, like: string | undefined];

async function runTrials(
  device: Device,
  trials: readonly Trial[],
  input: ProveInput,
): Promise<readonly FoundRows[] | string> {
  const { names, syntax } = input;
  const looks = trials.flatMap(({ wanted, spelling }) => [
    look(wanted, spelling, syntax),
    wanted.like ? look(wanted.like, spelling, syntax) : ':set p ($p . "/")',
  ]);
  const parts = chunks(looks);
  const scripts = parts.map((lines, index) => ({ name: names.proof(index), lines }));
  try {
    const answers = await askScripts(device, scripts, input);
    if (typeof answers === 'string') return answers;
    const words = answers.flatMap((answer, index) => answer.split('/').slice(0, parts[index]?.length ?? 0));
    return trials.map((_, index) => [foundIn(words[2 * index]), foundIn(words[2 * index + 1])] as const);
  } finally {
    await removeProofs(device, names);
  }
}

/** `?` where the device cannot even look. */
function look(wanted: Wanted, spelling: Spelling, syntax: ScriptSyntax): string {
  const spelled = spell(wanted, spelling, syntax, 'each');
  if (!spelled) return ':set p ($p . "?/")';
  const before = spelled.before === '' ? '' : `${spelled.before}; `;
  const text = `[:pick [:tostr ${spelled.rows}] 0 ${answerMax}]`;
  return `:do { ${before}:set p ($p . ${text} . "/") } on-error={ :set p ($p . "?/") }`;
}

function foundIn(word: string | undefined): string | undefined {
  return word === '?' ? undefined : word;
}

async function removeProofs(device: Device, names: Names): Promise<void> {
  const rows = await device.print('/system/script', { proplist: ['.id', 'name'] });
  const mine = rows.filter(({ name = '' }) => name.startsWith(`${names.proof(0).slice(0, -1)}`));
  await device.pipeline(
    mine.map((row) => ({ menu: '/system/script', verb: 'remove', arguments: { '.id': row['.id'] ?? '' } })),
  );
}
