// Whether what `src/forwarding` says of a conversation and what the kernel did agree.

import type { Outcome } from '../../../src/forwarding/firewall/outcome.ts';
import type { Item } from '../../../src/model/config.ts';
import { parsePrefix } from '../../../src/model/prefix.ts';
import type { Predicted } from './engine.ts';
import type { Exit, Step, Talk } from './job.ts';
import type { Rendered } from './render.ts';
import { connectionMarkPrefix, taken } from './render-firewall.ts';

export type Agreement =
  | { readonly kind: 'agree' | 'unknown' }
  | { readonly kind: 'disagree'; readonly about: string; readonly text: string };

/** What the kernel made of one packet. */
type Ending =
  | { readonly kind: 'left'; readonly step: Step }
  /** For another address than what opened the conversation, or asks for answers: NAT meant it and did not see it. */
  | { readonly kind: 'astray'; readonly step: Step }
  | { readonly kind: 'taken'; readonly step: Step }
  | { readonly kind: 'lost'; readonly step: Step; readonly by: Item | undefined };

export function compareTalk(talk: Talk, predicted: Predicted, steps: readonly Step[], rendered: Rendered): Agreement {
  const { there, back } = predicted;
  const all = [...there, ...back];
  const endings = steps.map((step) => endingOf(talk, step, steps, rendered));
  const stop = endings.find(({ kind }) => kind !== 'left');
  const disagree = (about: string): Agreement => ({ kind: 'disagree', about, text: describe(talk, predicted, steps) });
  if (there.length === 0) return disagree('no class holds the packet');
  const broken = [there, back].filter((said) => said.length > 0 && said.every(isBroken));
  if (all.some((each) => isOpen(each) && !broken.some((said) => said.includes(each)))) return { kind: 'unknown' };
  if (broken.length > 0 && !stop && steps.every((step) => isAnswer(talk, step))) {
    return disagree('said broken, but arrives');
  }
  const judged = endings.filter(({ step }) => !broken.includes(step.direction === 'there' ? there : back));
  const lasts = (['there', 'back'] as const).map((way) => steps.findLast(({ direction }) => direction === way));
  const problem =
    (stop ? undefined : againstArrival(predicted, steps)) ??
    againstSource(talk, there, steps) ??
    judged
      .map((ending) => {
        const isLast = ending === endings.at(-1);
        return againstEnding(ending, predicted, { isLast, isSteady: isLast || (!stop && lasts.includes(ending.step)) });
      })
      .find((each) => each !== undefined);
  return problem === undefined ? { kind: 'agree' } : disagree(problem);
}

/** What was said that cannot be true of a conversation that arrives. */
function againstArrival({ there, back }: Predicted, steps: readonly Step[]): string | undefined {
  if (there.every(isDropped)) return 'said dropped, but arrives';
  if (!steps.some(({ direction }) => direction === 'back')) return undefined;
  if (back.length === 0) return 'answers arrive, of which nothing is said';
  return back.every(isDropped) ? 'answers said dropped, but arrive' : undefined;
}

/** What was said of the source of an opener whose destination nobody translates. */
function againstSource(talk: Talk, there: readonly Outcome[], [opener]: readonly Step[]): string | undefined {
  const [exit] = opener?.out ?? [];
  if (!exit || exit.dst !== talk.dst) return undefined;
  const said = there.filter(({ egress }) => egress.some((each) => each.interface === exit.port));
  const isOfSource = ({ translated }: Outcome) => translated === 'srcnat' || translated === 'both';
  const isSaid = said.some(isOfSource);
  if (exit.src !== talk.src) return isSaid ? undefined : 'there: leaves with another source';
  return isSaid && said.every(isOfSource) ? 'there: leaves with its source' : undefined;
}

/** Whether nothing follows a packet, and whether nothing of its direction does. */
interface Position {
  readonly isLast: boolean;
  readonly isSteady: boolean;
}

/** What was said that cannot be true of a packet with this ending. */
function againstEnding(ending: Ending, { there, back }: Predicted, { isLast, isSteady }: Position): string | undefined {
  const { direction } = ending.step;
  const said = direction === 'there' ? there : back;
  // What is dropped later leaves first.
  const passed = said.filter((each) => !isDropped(each) || (each.isOpened && !isLast));
  const refusals = said.filter(isDropped);
  switch (ending.kind) {
    case 'left':
      return passed.length > 0 ? differenceOf(ending.step, passed, isSteady) : undefined;
    case 'astray':
      return againstAstray(ending.step, passed, refusals);
    case 'taken':
      if (direction === 'there' && !there.some((each) => each.isOpened))
        return there.some(isTaken) ? undefined : 'the device takes it for itself';
      // Nobody translates these answers back: that they end at the device is as good as dropped.
      return refusals.length > 0 ? undefined : 'the device takes the answers for itself';
    case 'lost':
      return againstLoss(ending, there, refusals);
  }
}

/** NAT sends them to nobody who waits for them: that is as good as dropped. */
function againstAstray(step: Step, passed: readonly Outcome[], refusals: readonly Outcome[]): string | undefined {
  if (refusals.some(({ because }) => because.some(({ code }) => code === 'flow/translated'))) return undefined;
  return passed.length > 0 ? differenceOf(step, passed, false) : `${step.direction}: goes to somebody else`;
}

function againstLoss(
  { step: { direction }, by }: Extract<Ending, { kind: 'lost' }>,
  there: readonly Outcome[],
  refusals: readonly Outcome[],
): string | undefined {
  if (refusals.some((each) => isBlamed(each, by))) return undefined;
  if (refusals.length > 0) return `${direction}: dropped for another reason`;
  return there.every(isDropped) ? undefined : `${direction}: dropped, but said to arrive`;
}

function isOpen({ placement }: Outcome): boolean {
  return placement === 'unknown' || placement === 'unpredictable' || placement === 'unavailable';
}

/** What the CPU takes for other connections than they are: however that ends, it does not arrive. */
function isBroken({ placement, because }: Outcome): boolean {
  return placement === 'unpredictable' && because.some(({ code }) => code === 'firewall/conntrack-asymmetric');
}

/** Or an opener: answers come from whom the client asked. */
function isAnswer({ dst }: Talk, { direction, out }: Step): boolean {
  return direction === 'there' || out.every(({ src }) => src === dst);
}

/** Whether it gets to the address that it is for: an answer, to the port too that asked. */
function arrives({ protocol, src, sport, dst }: Talk, { direction }: Step, exit: Exit, [opener]: readonly Step[]) {
  if (direction === 'there') return exit.dst === (opener?.out[0]?.dst ?? dst);
  return exit.dst === src && (protocol.startsWith('icmp') || exit.dport === sport);
}

function isDropped({ placement }: Outcome): boolean {
  return placement === 'dropped';
}

function isTaken({ datapath }: Outcome): boolean {
  return datapath === 'input';
}

function endingOf(talk: Talk, step: Step, steps: readonly Step[], { rules }: Rendered): Ending {
  const [exit] = step.out;
  if (exit) return { kind: arrives(talk, step, exit, steps) ? 'left' : 'astray', step };
  if (step.log.some(([prefix]) => prefix === taken)) return { kind: 'taken', step };
  const last = step.log.flatMap(([prefix]) => rules.get(prefix) ?? []).at(-1);
  const action = last?.properties.get('action')?.value ?? '';
  return { kind: 'lost', step, by: ['drop', 'reject', 'tarpit'].includes(action) ? last : undefined };
}

/** Whether the reason for a drop is the rule that the kernel met, or none where it met none. */
function isBlamed({ because }: Outcome, by: Item | undefined): boolean {
  const cause = because.find(({ code }) => code === 'flow/denied-by-firewall');
  if (!by || !cause) return !by && !cause;
  const origin = by.properties.get('action')?.origin ?? by.origin;
  return JSON.stringify(cause.at) === JSON.stringify(origin);
}

/** What of a packet that left no class says, if there is anything. */
function differenceOf({ out, direction, log }: Step, said: readonly Outcome[], isSteady: boolean): string | undefined {
  const [exit] = out;
  if (!exit || out.length > 1) return 'more than one copy leaves';
  const byPort = said.filter(({ egress }) => egress.some((each) => each.interface === exit.port));
  if (byPort.length === 0) return `${direction}: leaves by another interface`;
  const destination = parsePrefix(exit.dst)?.base ?? 0n;
  if (direction === 'there') {
    const there = byPort.filter(
      ({ packets }) =>
        holds(packets.destination, destination) &&
        (exit.dport === 0 || holds(packets.destinationPort, BigInt(exit.dport))),
    );
    if (there.length === 0) return `${direction}: leaves for another destination`;
  } else if (!byPort.some(({ packets }) => holds(packets.destination, destination))) {
    return `${direction}: leaves for another client`;
  }
  if (!isSteady) return undefined;
  const mark = log.find(([prefix]) => prefix.startsWith(connectionMarkPrefix))?.[0].slice(connectionMarkPrefix.length);
  const marked = byPort.filter(({ connectionMark }) => connectionMark === mark);
  return marked.length === 0 ? `${direction}: leaves with another connection mark (${mark ?? 'none'})` : undefined;
}

function holds(set: Outcome['packets']['destination'], value: bigint): boolean {
  return set.some(({ from, to }) => from <= value && value < to);
}

function describe(talk: Talk, { there, back }: Predicted, steps: readonly Step[]): string {
  const said = (name: string, all: readonly Outcome[]) =>
    all.map(
      ({ placement, cpuPath, datapath, egress, translated, connectionMark, because }) =>
        `  said ${name}: ${placement}/${cpuPath ?? '-'} ${datapath} to ${egress.map((each) => each.interface).join() || '-'}` +
        `${translated ? ` ${translated}` : ''}${connectionMark ? ` mark ${connectionMark}` : ''}` +
        ` because ${because.map(({ code }) => code).join(', ')}`,
    );
  const end = (address: string, port: number) => `${address}${port === 0 ? '' : ` port ${port}`}`;
  return [
    `${talk.protocol} in ${talk.in} ${end(talk.src, talk.sport)} → ${end(talk.dst, talk.dport)}${talk.oneWay ? ', one-way' : ''}`,
    ...said('there', there),
    ...said('back', back),
    ...steps.map(
      ({ direction, in: name, out, log }) =>
        `  kernel ${direction} in ${name}: ${
          out
            .map((exit) => `out ${exit.port} ${end(exit.src, exit.sport)} → ${end(exit.dst, exit.dport)}`)
            .join('; ') || 'nothing leaves'
        } [${log.map(([prefix, mark]) => `${prefix}${mark ? ` mark ${mark.toString(16)}` : ''}`).join(' | ')}]`,
    ),
  ].join('\n');
}
