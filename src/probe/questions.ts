// Every question that `rosc probe` asks, in the order in which it asks: what only reads comes first.

import ports from '../../profiles/questions/ports.json' with { type: 'json' };
import reading from '../../profiles/questions/reading.json' with { type: 'json' };
import restart from '../../profiles/questions/restart.json' with { type: 'json' };
import routing from '../../profiles/questions/routing.json' with { type: 'json' };
import rows from '../../profiles/questions/rows.json' with { type: 'json' };
import rules from '../../profiles/questions/rules.json' with { type: 'json' };
import tables from '../../profiles/questions/tables.json' with { type: 'json' };
import { derivedOnce } from '../source/grouping.ts';
import { loopQuestion, loopWay, routedQuestion, routedWay } from './cable-questions.ts';
import { type Question, question } from './question.ts';

const written = [...reading, ...rows, ...rules, ...ports, ...routing, ...tables, ...restart];
type Written = (typeof written)[number];

const read = derivedOnce((row: Written): Question => {
  if (!('form' in row)) return question.parse(row);
  return row.form === 'loop' ? loopQuestion(loopWay.parse(row)) : routedQuestion(routedWay.parse(row));
});

/** Checked when somebody asks for them, for most commands do not. */
export function questions(isMeant: (row: Written) => boolean = () => true): readonly Question[] {
  return written.filter(isMeant).map(read);
}

/** Those that settle a code, a fact or a statement. */
export function questionsAbout(subject: string): readonly Question[] {
  return questions(({ settles }) => Object.values(settles).flat().includes(subject));
}
