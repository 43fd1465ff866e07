// Whether the static verdict on a conversation and the way of its simulated packets agree.

import type { PacketTrace } from '../../../src/device/sim/chip/packet.ts';
import { type CpuPath, type Placement, rankOf, worse } from '../../../src/model/placement.ts';
import { scriptOf } from './configurations.ts';
import { firewallTables, type Pair, type Simulated } from './run-pairs.ts';

export type Agreement = { readonly kind: 'agree' | 'unknown' } | { readonly kind: 'disagree'; readonly text: string };

export interface SimulatedOutcome {
  readonly placement: Placement;
  /** The slower of both directions, when both are forwarded by the CPU in the end. */
  readonly cpuPath?: CpuPath;
}

/**
 * No pair is left out: where the simulated device would have to guess, the static side has to say `unknown`, or that
 * the outcome is not defined.
 */
export function compare(pair: Pair): Agreement {
  const { verdict, simulated } = pair;
  if (verdict.placement === 'unknown') return { kind: 'unknown' };
  const outcomes = simulated.map(simulatedOutcome);
  const outcome = outcomes.reduce((worst, each) => (rankOf(each) > rankOf(worst) ? each : worst));
  // An outcome that is not defined stays so, whatever else nobody describes; what is dropped on a guess is dropped all
  // the same where the static side has said so of every way.
  const isSettled =
    outcome.placement === 'unpredictable' || (outcome.placement === 'dropped' && verdict.placement === 'dropped');
  if (verdict.placement === 'dropped' && simulated.every(isUnanswered)) return { kind: 'agree' };
  const guesses = new Set(simulated.flatMap(guessesOf));
  if (isFastAnyway(simulated)) guesses.delete('a prefix of which the chip has some routes');
  const isGuess = !isSettled && guesses.size > 0;
  if (isGuess && verdict.placement === 'unpredictable') return { kind: 'unknown' };
  if (!isGuess && verdict.placement === outcome.placement && verdict.cpuPath === outcome.cpuPath)
    return { kind: 'agree' };
  return { kind: 'disagree', text: describe(pair, outcome) };
}

/** Where answers have no way for certain, or no way in, nothing comes of what may or may not become of the openers. */
function isUnanswered({ back }: Simulated): boolean {
  const end = back?.placement === 'dropped' && back.unmodelled.length === 0 ? back.stages.at(-1) : undefined;
  return end !== undefined && /\b(?:no route|admits (?:no )?tagged frames|no member of the VLAN)\b/.test(end.text);
}

/**
 * Nothing is missed on the fast path, and where some packets are sure to take it, it is the slower way, whoever
 * forwards the others.
 */
function isFastAnyway(simulated: readonly Simulated[]): boolean {
  const all = simulated.flatMap(({ opening, there, back }) => [opening, there, ...(back ? [back] : [])]);
  const isFast = ({ placement, cpuPath }: PacketTrace) => placement === 'cpu' && cpuPath === 'fastpath';
  const isSure = all.some((each) => isFast(each) && each.unmodelled.length === 0);
  return isSure && all.every((each) => isFast(each) || each.placement === 'hardware');
}

/** What the simulator met and does not model: its answer would be a guess. */
function guessesOf({ opening, there, back }: Simulated): readonly string[] {
  const relevant = [opening, there, ...(back ? [back] : [])];
  // One direction that is sure to fail settles it.
  if (relevant.some(({ placement, unmodelled }) => placement === 'dropped' && unmodelled.length === 0)) return [];
  return [...new Set(relevant.flatMap(({ unmodelled }) => unmodelled))];
}

/** What a person would call the way of the conversation: that of its worse direction. */
export function simulatedOutcome(simulated: Simulated): SimulatedOutcome {
  const { opening, there, back, isAstray } = simulated;
  if (isUnmet(simulated)) return { placement: 'dropped' };
  // They come from somebody else, or arrive at somebody else.
  if (isAstray) return { placement: 'unpredictable' };
  // A policy that the chip's packets miss. Answers open no connection: neither NAT nor a rule for new ones means them.
  const isForOpeners = (text: string) => /\((new|established)\)/.test(text) || text.startsWith('nat ');
  const ofAnswers = back?.bypassed.filter(({ text }) => !isForOpeners(text)) ?? [];
  // Packets that nobody answers stay new.
  const ofOpeners = [...opening.bypassed, ...there.bypassed].filter(
    ({ text }) => !text.endsWith('(answer)') && (back || !text.endsWith('(established)')),
  );
  if (ofOpeners.length + ofAnswers.length > 0) return { placement: 'unpredictable' };
  if (isSentAway(simulated)) return { placement: 'dropped' };
  // It opens, and ends; where the firewall sees one direction alone, because it takes it for something else.
  if (there.placement === 'dropped') return { placement: isPastCpu(back) ? 'unpredictable' : 'dropped' };
  // The chip opens it, and the firewall refuses the answers that it sees alone.
  const stop = back?.placement === 'dropped' ? back.stages.at(-1)?.name : undefined;
  const isSure = there.unmodelled.length === 0;
  if (there.placement === 'hardware' && isSure && stop !== undefined && firewallTables.has(stop)) {
    return { placement: 'unpredictable' };
  }
  const placement = back ? worse(there.placement, back.placement) : there.placement;
  const ways = back ? [there, back] : [there];
  const paths = ways.flatMap(({ placement: own, cpuPath }) => (own === 'cpu' && cpuPath ? [cpuPath] : []));
  const cpuPath = (['slow', 'fastpath', 'fasttrack'] as const).find((each) => paths.includes(each));
  return { placement, ...(placement === 'cpu' && cpuPath && { cpuPath }) };
}

/** Openers do not arrive, or the device takes their answers for itself. */
function isUnmet({ opening, back, isSentOut, hostPorts }: Simulated): boolean {
  return isSentOut || opening.placement === 'dropped' || isLost(opening, hostPorts) || back?.isDelivered === true;
}

/**
 * Policy routing sends translated answers out by another port, where they go round and never arrive. Source: manual,
 * per-connection-classifier, "Policy routing".
 */
function isSentAway({ back, translatedTo }: Simulated): boolean {
  return back !== undefined && translatedTo !== undefined && isLost(back, translatedTo);
}

/** Flooded instead of routed, or to ports that nobody is behind. */
function isLost({ exits, unmodelled, stages }: PacketTrace, hostPorts: readonly string[]): boolean {
  const last = stages.at(-1)?.name;
  if (last === 'fdb' || last === 'bridge') return true;
  return exits.length > 0 && unmodelled.length === 0 && !exits.some(({ port }) => hostPorts.includes(port));
}

function isPastCpu(trace: PacketTrace | undefined): boolean {
  return trace?.placement === 'hardware' || trace?.placement === 'unpredictable';
}

function describe({ configuration, conversation, verdict, simulated }: Pair, outcome: SimulatedOutcome): string {
  const shown = simulated.find((each) => simulatedOutcome(each).placement === outcome.placement) ?? simulated[0];
  const { hardware, routeros, base } = configuration;
  const { family, protocol, port, from, to, oneWay } = conversation;
  const way = (name: 'opening' | 'there' | 'back') => {
    const trace = shown?.[name];
    if (!trace) return `${name}: none`;
    const { placement, stages, bypassed } = trace;
    return `${name}: ${placement}: ${stages.map(({ text }) => text).join(' | ')} ${bypassed.map(({ text }) => text).join(', ')}`;
  };
  return [
    `static ${verdict.placement}/${verdict.cpuPath ?? '-'}, simulated ${outcome.placement}/${outcome.cpuPath ?? '-'}`,
    `${hardware.model}, RouterOS ${routeros}, ${base}, IPv${family} ${protocol} port ${port} ${from} → ${to}${oneWay ? ', one-way' : ''}`,
    scriptOf(configuration).trimEnd(),
    `because ${verdict.direction}: ${verdict.because.map(({ code }) => code).join(', ')}`,
    ...(['opening', 'there', 'back'] as const).map(way),
    `simulator's guesses: ${[...new Set(simulated.flatMap(guessesOf))].join(', ') || 'none'}`,
  ].join('\n');
}
