// Questions about how much fits into a table of the routing chip: rows are added until one finds no place.

import type { FactKey } from '../profile/fact.ts';
import type { Question, Settles, Step } from './question.ts';
import { routeSources } from './route-sources.ts';

interface Table {
  readonly id: string;
  readonly asks: string;
  readonly size: FactKey;
  /** What else it settles. */
  readonly codes?: Settles['codes'];
  /** A larger table takes too long. */
  readonly most: number;
  readonly seconds: number;
  /** Rows that are there before. */
  readonly before: Question['steps'];
  readonly rows: Omit<Extract<Step, { fill: unknown }>, 'size'>;
  readonly after?: Question['steps'];
  readonly conclusions: Question['conclusions'];
}

export function tableQuestion({
  id,
  asks,
  size,
  codes,
  most,
  seconds,
  before,
  rows,
  after,
  ...table
}: Table): Question {
  return {
    id,
    asks,
    settles: { facts: [size], ...(codes && { codes }) },
    needs: 'cable',
    where: { since: '7.10', chip: size, most },
    offload: 4,
    alone: routeSources,
    disturbs: 'thousands of rows lead to networks for measurements',
    beyond: 'full',
    seconds,
    steps: { ...before, rows: { ...rows, size }, ...after },
    conclusions: [
      ...table.conclusions,
      { when: [{ of: 'rows', filled: 'refused' }], says: 'the device refuses further rows before the chip is full' },
    ],
  };
}
