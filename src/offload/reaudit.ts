// A fix is judged before it is offered: whether the chip would then forward packets past a policy of the CPU, whether
// each port still reaches the device as before, and what else would be found. If something, the fix becomes a recipe,
// or is withdrawn.

import { type Diagnostic, type Fix, severities } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import { allSpared, type Spared } from '../forwarding/bypass/spared.ts';
import { reachReason } from '../forwarding/legs/l3-leg.ts';
import { entriesInto } from '../forwarding/network/attachments.ts';
import type { Network } from '../forwarding/network/network.ts';
import { computeIfAbsent, derivedOnce } from '../source/grouping.ts';
import { locationKey } from '../source/location.ts';
import { endToKeep, keepOnCpu } from './keep-on-cpu.ts';
import { oncePerPlace } from './locations.ts';

/** The network after commands were run on the device; undefined where nobody can tell. */
export type NetworkAfter = (commands: readonly string[]) => Network | undefined;

/** What the rules find on a network, loudest first. */
export type FindIn = (network: Network) => readonly Diagnostic[];

/** Rows that fixes are audited again with, in all: beyond it their own judgement has to do. */
const rowsMax = 20_000;

export function withJudgedFixes(
  diagnostics: readonly Diagnostic[],
  before: Network,
  { after: anew, find: findAnew }: { readonly after: NetworkAfter; readonly find: FindIn },
): readonly Diagnostic[] {
  // Several findings offer the same, and what is offered is looked at from several sides.
  const known = new Map<string, Network | undefined>();
  const after: NetworkAfter = (commands) => computeIfAbsent(known, commands.join('\n'), () => anew(commands));
  const find = derivedOnce(findAnew);
  const safe = diagnostics.map((each) => withSafeFix(each, before, after));
  const offered = safe.filter(isOffered);
  if (offered.length * before.config.items.length > rowsMax) return safe;
  const loudest = loudestByCode(diagnostics);
  /** What is found then and was not before, and the finding itself where it is left. */
  const leftBy = (commands: readonly string[], { code, what }: Diagnostic) => {
    const network = after(commands);
    return (network ? find(network) : []).filter(
      (each) =>
        rankOf(each.severity) < (loudest.get(each.code) ?? rankOf('note')) ||
        (each.code === code && each.what === what),
    );
  };
  return safe.map((each) => {
    const { fix } = each;
    const commands = fix?.commands ?? fix?.steps;
    if (!fix || !commands || !isOffered(each)) return each;
    const left = leftBy(commands, each);
    if (left.length === 0) return each;
    const whole = { ...each, fix: withTheirs(fix, left) };
    const isDone = !fix.steps && leftBy(whole.fix.commands ?? [], each).length === 0;
    return isDone && withSafeFix(whole, before, after) === whole ? whole : { ...each, fix: withWhatIsLeft(fix, left) };
  });
}

/** Notes are for those who ask for them, and cost as much to judge as the rest. */
function isOffered({ severity, fix }: Diagnostic): boolean {
  return severity !== 'note' && isWhole(fix?.commands ?? fix?.steps);
}

/** Commands that can be run as they stand. */
function isWhole(commands: readonly string[] | undefined): commands is readonly string[] {
  return commands !== undefined && commands.length > 0 && !commands.some((command) => command.includes('<'));
}

function rankOf(severity: Diagnostic['severity']): number {
  return severities.indexOf(severity);
}

function loudestByCode(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  for (const { code, also = [], severity } of diagnostics) {
    for (const each of [code, ...also]) known.set(each, Math.min(known.get(each) ?? rankOf('note'), rankOf(severity)));
  }
  return known;
}

/** The fix and those of what is found then: behind it, or before it where they keep packets from it. */
function withTheirs({ title, commands = [] }: Fix, left: readonly Diagnostic[]): Fix {
  const theirs = left.flatMap(({ fix }) => (fix && isWhole(fix.commands) ? [fix] : []));
  const titles = [...new Set(theirs.map((each) => each.title))];
  const after = [...new Set(theirs.flatMap((each) => each.commands ?? []))];
  const shifted = behindInserted(commands, after);
  const all = shifted ? [...after, ...shifted] : lastOfEach([...new Set([...commands, ...after])]);
  const own = shifted || commands.some((each) => all.includes(each)) ? [title] : [];
  return {
    title: [...new Set(shifted ? [...titles, title] : [...own, ...titles])].join(', and then '),
    applicability: 'review',
    edits: [],
    commands: all,
  };
}

/** Of several values for one property of the same rows the last one holds. */
function lastOfEach(commands: readonly string[]): readonly string[] {
  const settingOf = (command: string) => (command.includes(' set [find ') ? command.replace(/=[^= ]*$/, '') : command);
  const last = new Map(commands.map((each) => [settingOf(each), each]));
  return commands.filter((each) => last.get(settingOf(each)) === each);
}

/**
 * The same commands once others have put as many rules on top of their table, which packets are to meet first at all
 * times; undefined where the others do something else.
 */
function behindInserted(commands: readonly string[], others: readonly string[]): readonly string[] | undefined {
  const [table] = commands[0]?.split(' place-before=') ?? [];
  const isOnTop = others.every((each, at) => each.startsWith(`${table} place-before=${at} `));
  if (!isOnTop || !commands.every((each) => each.startsWith(`${table} place-before=`))) return undefined;
  return commands.map((each) => each.replace(/(?<==)\d+/, (at) => `${Number(at) + others.length}`));
}

function withWhatIsLeft({ title, steps, commands = steps ?? [] }: Fix, left: readonly Diagnostic[]): Fix {
  const names = left.map(({ what, code }) => `${what} (${code})`);
  const [first, ...others] = names;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return manualFix(`${title}, and mend what is found then: ${first}${more}`, ...commands);
}

/** Each step may uncover further packets; recipes that need more of them are for a person to write. */
const stepsMax = 4;

function withSafeFix(diagnostic: Diagnostic, before: Network, after: NetworkAfter): Diagnostic {
  const { fix } = diagnostic;
  if (!fix?.commands?.some((command) => mayOffload(before, command))) return diagnostic;
  const known = new Set(allSpared(before).map(identityOf));
  const bypassedBy = (commands: readonly string[]) => {
    const network = after(commands);
    return network && { network, spared: allSpared(network).filter((each) => !known.has(identityOf(each))) };
  };
  const first = bypassedBy(fix.commands);
  const cut = first && cutOff(before, first.network);
  if (cut) return { ...diagnostic, fix: byAnotherWay(fix, cut) };
  const [worst] = first?.spared ?? [];
  if (!first || !worst) return diagnostic;
  const recipe = recipeFor(fix, first, bypassedBy);
  const related = oncePerPlace(
    first.spared.map(({ item }) => ({ at: item.origin, text: 'the chip would forward past it' })),
  );
  return { ...diagnostic, related: [...diagnostic.related, ...related], fix: recipe ?? withdrawn(fix, worst) };
}

/**
 * False = the chip forwards no packet more: the command takes some from it, or changes MAC addresses that its routing
 * does not ask for. Whole configurations are judged anew only for the others.
 */
function mayOffload({ offload }: Network, command: string): boolean {
  if (/^\/interface\/ethernet\/switch\/rule add .*(redirect-to-cpu=yes|new-dst-ports="")/.test(command)) return false;
  if (/ (l3-hw-offloading|ipv6-hw)=no$/.test(command)) return false;
  const isMac = /^\/interface\/bridge set \[find [^\]]*\] auto-mac=no admin-mac=/.test(command);
  return !(isMac && offload?.switch.fact('l3.mac-prefix')?.value === false);
}

function identityOf({ item, reason }: Spared): string {
  return `${reason.cause.code} ${locationKey(item.origin)}`;
}

interface Outcome {
  readonly network: Network;
  readonly spared: readonly Spared[];
}

/** What has to stay on the CPU goes first, so that nothing gets past it meanwhile. */
function recipeFor(
  fix: Fix,
  first: Outcome,
  bypassedBy: (commands: readonly string[]) => Outcome | undefined,
): Fix | undefined {
  const own = fix.commands ?? [];
  const kept: string[] = [];
  const names: string[] = [];
  let outcome: Outcome | undefined = first;
  for (let step = 0; step < stepsMax && outcome; step++) {
    const [next] = outcome.spared;
    if (!next) {
      const title = `${fix.title}, and keep ${names.map((name) => `\`${name}\``).join(' and ')} on the CPU for the sake of its policies`;
      return { title, applicability: 'review', edits: [], commands: [...kept, ...own] };
    }
    const { commands = [] } = keepOnCpu(outcome.network, next);
    if (commands.length === 0 || commands.every((command) => kept.includes(command))) return undefined;
    kept.push(...commands);
    names.push(endToKeep(next).name);
    outcome = bypassedBy([...kept, ...own]);
  }
  return undefined;
}

interface CutOff {
  readonly port: string;
  /** The interface with the addresses. */
  readonly end: string;
}

/** The first port by which an address was reached and is not any more, or only with another tag. */
function cutOff(before: Network, after: Network): CutOff | undefined {
  const left = waysIn(after);
  for (const [way, cut] of waysIn(before)) {
    if (!left.has(way)) return cut;
  }
  return undefined;
}

const waysIn = derivedOnce((network: Network): ReadonlyMap<string, CutOff> => {
  const ends = [...network.l3Interfaces.values()].filter(
    ({ addresses, name }) => addresses.length > 0 && reachReason(network, name)?.placement !== 'dropped',
  );
  return new Map(
    ends.flatMap(({ name: end, addresses }) =>
      entriesInto(network, end).flatMap(({ name: port, tagged }) =>
        addresses.map(({ host }) => [`${host.family} ${host.base} ${port} ${tagged}`, { port, end }] as const),
      ),
    ),
  );
});

/** Whoever comes by the port is to have another way before. */
function byAnotherWay({ title, commands = [] }: Fix, { port, end }: CutOff): Fix {
  const way = `in a session that does not come by \`${port}\`: the addresses of \`${end}\` are no longer reached there as before`;
  return manualFix(`${title}, ${way}`, ...commands);
}

function withdrawn(fix: Fix, { reason, from, to }: Spared): Fix {
  const way = `packets from \`${from.name}\` to \`${to.name}\``;
  return manualFix(
    `leave this to the CPU, or say its policies with switch rules first: to ${fix.title} would let ${way} past them (${reason.cause.code})`,
  );
}
