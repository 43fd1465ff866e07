// Questions about switch rules that only packets answer: frames leave by one scratch port and enter by the other, and
// its counters say what reached the CPU. The same frames go there without a rule first: where they do not arrive then,
// nothing follows.

import { arrived, frames, heard, missing, wait } from './common-steps.ts';
import type { Frame } from './frame.ts';
import type { Question, Settles, Step } from './question.ts';

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

const rule = '/interface/ethernet/switch/rule';

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
  const plain = arrived('plain', 'begin');
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
      begin: heard,
      sent: { send: frame, times: frames },
      wait,
      plain: heard,
      ...Object.fromEntries(added),
      ruled: wait,
      before: heard,
      again: { send: frame, times: frames },
      end: wait,
      after: heard,
    },
    unclear: [
      {
        when: [missing('plain', 'begin')],
        reason: 'no frame arrived, although no rule was there: is there a cable between the ports?',
      },
    ],
    conclusions: [
      { when: [plain, arrived('after', 'before')], ...reached },
      { when: [plain, missing('after', 'before')], ...kept },
    ],
  };
}
