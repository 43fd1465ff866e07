// `rosc explain QUESTION` and `rosc explain STATEMENT`: what a probe asks, what it sends, and what can follow.

import statements from '../../profiles/questions/statements.json' with { type: 'json' };
import { wrapWords } from '../diagnostics/wrap-words.ts';
import { beyond } from '../probe/beyond.ts';
import type { Question } from '../probe/question.ts';
import { questions } from '../probe/questions.ts';
import { wordsOf } from '../probe/words-of.ts';
import { probeNote } from './probe.ts';

const needs: Readonly<Record<Question['needs'], string>> = {
  reading: 'nothing: it only reads',
  rows: '`--scratch PORT`, for rows that touch no port',
  ports: '`--scratch PORT`, a free port of the switch',
  cable: '`--loop A:B`, two free ports of the switch and a cable between them',
  restart: '`--scratch PORT --reboot`',
};

/** Undefined: nothing of a probe is called so. */
export function probePage(name: string, width: number): string | undefined {
  const [question] = questions(({ id }) => id === name);
  if (question) return questionPage(question, width);
  const statement = Object.entries(statements).find(([key]) => key === name);
  return statement && [name, '', ...wrapWords(statement[1], width), probeNote(name)].join('\n');
}

/** All that `probePage` knows, for whoever mistypes one. */
export function probeNames(): readonly string[] {
  return [...questions().map(({ id }) => id), ...Object.keys(statements)];
}

function questionPage(question: Question, width: number): string {
  const { id, asks, settles, where, offload, alone = [], steps, conclusions } = question;
  const since = where?.since === undefined ? [] : [`RouterOS ${where.since} or later`];
  const chip = where?.chip === undefined ? [] : [`a chip with ${where.chip}`];
  const on = offload === undefined ? [] : [`L3 offloading of IPv${offload} that is on`];
  const others = alone.map((menu) => `no rows of others in ${menu}`);
  const also = question.beyond === undefined ? [] : [beyond[question.beyond]];
  const disturbs = [question.disturbs ?? [], also].flat();
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', title, ...lines.flatMap((line) => wrapWords(`  ${line}`, width, 4))];
  return [
    id,
    '',
    ...wrapWords(asks, width),
    ...section('Settles', Object.values(settles).flat()),
    ...section('Takes', [needs[question.needs], ...since, ...chip, ...on, ...others]),
    ...section('Meanwhile', disturbs),
    ...section('Sends', Object.values(steps).map(wordsOf)),
    ...section(
      'What can follow',
      conclusions.map(({ says }) => says),
    ),
    '',
  ].join('\n');
}
