// Questions about switch rules that only packets answer: frames leave by one scratch port and enter by the other, and
// its counters say what reached the CPU. The same frames go there without a rule first: where they do not arrive then,
// nothing follows.

import type { Frame } from './frame.ts';
import type { Condition, Question, Settles, Step } from './question.ts';

interface Way {
  readonly id: string;
  readonly asks: string;
  readonly settles: Settles;
  readonly since?: string;
  readonly frame: Frame;
  /** Menus besides that of the rules that have to be without rows of others. */
  readonly alone?: Question['alone'];
  /** Rows that are there also while no rule is. */
  readonly before?: Question['steps'];
  /** Each without its switch; the first is tried first. */
  readonly rules: readonly Readonly<Record<string, string>>[];
  /** The frames reach the CPU with the rules as they do without. */
  readonly reached: Said;
  /** They do not. */
  readonly kept: Said;
}

type Said = Omit<Question['conclusions'][number], 'when'>;

/** Frames sent each time; other things that a port hears are few against them. */
const frames = 100;
const rule = '/interface/ethernet/switch/rule';
const counter = 'driver-rx-packet';
const count: Step = { print: '/interface/ethernet', properties: [counter], query: ['name={far}'] };
/** Counters of a switch are read now and then. */
const wait: Step = { waitMs: 2000 };

function grown(of: string, since: string): Condition {
  return { of, counter, since, atLeast: 0.9 * frames };
}

function notGrown(of: string, since: string): Condition {
  return { of, counter, since, atMost: 0.1 * frames };
}

/** The port that frames enter by, in a bond of its own. */
export const bond: Question['steps'] = {
  bond: { add: '/interface/bonding', set: { name: 'rosc-probe', mode: 'balance-xor', slaves: '{far}' } },
};

export function loopQuestion(way: Way): Question {
  const { id, asks, settles, since, frame, alone = [], before = {}, rules, reached, kept } = way;
  const added = rules.map((set, index): [string, Step] => [
    `rule${index + 1}`,
    { add: rule, set: { switch: '{switch}', ports: '{far}', ...set } },
  ]);
  const plain = grown('plain', 'begin');
  return {
    id,
    asks,
    settles,
    needs: 'cable',
    where: { chip: 'acl.rules', ...(since && { since }) },
    alone: [rule, ...alone],
    disturbs: 'frames go from one scratch port to the other, and switch rules stand there',
    ...(Object.keys(before).length > 0 && { beyond: 'pause' as const }),
    seconds: 9,
    steps: {
      ...before,
      begin: count,
      sent: { send: frame, times: frames },
      wait,
      plain: count,
      ...Object.fromEntries(added),
      ruled: wait,
      before: count,
      again: { send: frame, times: frames },
      end: wait,
      after: count,
    },
    unclear: [
      {
        when: [notGrown('plain', 'begin')],
        reason: 'no frame arrived, although no rule was there: is there a cable between the ports?',
      },
    ],
    conclusions: [
      { when: [plain, grown('after', 'before')], ...reached },
      { when: [plain, notGrown('after', 'before')], ...kept },
    ],
  };
}
