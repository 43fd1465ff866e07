// What follows from the answers to a question: the first conclusion whose conditions all hold, or nothing.

import type { Row } from '../device/device.ts';
import type { FactKey } from '../profile/fact.ts';
import type { Target } from '../profile/target.ts';
import type { Answer, Answers } from './answer.ts';
import type { Conclusion, Condition, Measured, Question } from './question.ts';

export type MeasuredFacts = Readonly<Partial<Record<FactKey, boolean | number>>>;

export type Concluded =
  | { readonly kind: 'settled'; readonly says: string; readonly facts: MeasuredFacts }
  | { readonly kind: 'open'; readonly reason: string };

/** An answer that was lost, and a refusal that the question does not count with, leave it open. */
export function conclude(question: Question, answers: Answers, target: Target): Concluded {
  const missing = whyUnanswered(question, answers);
  if (missing !== undefined) return open(missing);
  const isSo = ({ when }: { readonly when: readonly Condition[] }) =>
    when.every((condition) => holds(condition, answers, target));
  const unclear = question.unclear?.find(isSo);
  if (unclear) return open(unclear.reason);
  for (const conclusion of question.conclusions) {
    if (!isSo(conclusion)) continue;
    const facts = factsOf(conclusion, answers);
    return facts
      ? { kind: 'settled', says: sayWith(conclusion.says, facts), facts }
      : open('a number is missing from the answer');
  }
  const isEmpty = [...answers.values()].some((answer) => answer.kind === 'rows' && answer.rows.length === 0);
  return open(isEmpty ? 'there are no rows to tell by' : 'the answer is none of those that the question knows');
}

function whyUnanswered({ steps }: Question, answers: Answers): string | undefined {
  for (const [name, step] of Object.entries(steps)) {
    const answer = answers.get(name);
    if (!answer) return `${name} was not answered`;
    if (answer.kind === 'lost') return `${name}: ${answer.reason}`;
    const isCounted = 'mayRefuse' in step && step.mayRefuse === true;
    if (answer.kind === 'refused' && !isCounted) return `${name} was refused: ${answer.message}`;
  }
  return undefined;
}

function open(reason: string): Concluded {
  return { kind: 'open', reason };
}

function sayWith(text: string, facts: MeasuredFacts): string {
  return Object.entries(facts).reduce((said, [key, value]) => said.replaceAll(`{${key}}`, String(value)), text);
}

function holds(condition: Condition, answers: Answers, target: Target): boolean {
  const answer = answers.get(condition.of);
  if (!answer) return false;
  if ('is' in condition) return answer.kind === condition.is;
  if ('refusal' in condition) return answer.kind === 'refused' && answer.message.includes(condition.refusal);
  if ('category' in condition) {
    return answer.kind === 'refused' && (answer.category !== undefined) === (condition.category === 'given');
  }
  if ('text' in condition) return answer.kind === 'text' && condition.text.includes(answer.text);
  if ('answered' in condition) return answer.kind === 'counted' && answer.answered === condition.answered;
  if ('unanswered' in condition) return answer.kind === 'counted' && answer.answered < answer.asked;
  if ('filled' in condition) return isFilled(answer, condition.filled);
  if (answer.kind !== 'rows') return false;
  return holdsOfRows(condition, answer.rows, answers, target);
}

function isFilled(answer: Answer, how: 'refused' | 'flagged'): boolean {
  if (answer.kind !== 'filled') return false;
  return how === 'refused' ? answer.refusal !== undefined : answer.refusal === undefined && answer.flagged > 0;
}

function holdsOfRows(condition: Condition, rows: readonly Row[], answers: Answers, target: Target): boolean {
  if ('rows' in condition) {
    if (typeof condition.rows === 'number') return rows.length === condition.rows;
    return rows.length > 0 === (condition.rows === 'some');
  }
  if ('on' in condition) {
    const having = rows.filter((row) => row[condition.property] !== undefined).length;
    if (condition.on === 'none') return rows.length > 0 && having === 0;
    return condition.on === 'every' ? rows.length > 0 && having === rows.length : having > 0;
  }
  if ('among' in condition) {
    const values = rows.flatMap((row) => row[condition.property] ?? []);
    return values.length > 0 && values.every((value) => condition.among.includes(value));
  }
  if ('rising' in condition) return isRising(rows.map((row) => row[condition.rising] ?? ''));
  if ('ports' in condition) return arePorts(condition.ports, rows, target);
  return holdsBeside(condition, rows, answers);
}

/** Beside the answer to another step. */
function holdsBeside(condition: Condition, rows: readonly Row[], answers: Answers): boolean {
  if ('below' in condition) return isBelow(condition, rows, answers);
  return 'counter' in condition && hasGrown(condition, rows, answers);
}

function isBelow(
  { below, property, by }: Extract<Condition, { readonly below: string }>,
  rows: readonly Row[],
  answers: Answers,
): boolean {
  const other = answers.get(below);
  const more = other?.kind === 'rows' ? numberIn(other.rows[0], property) : undefined;
  const less = numberIn(rows[0], property);
  return more !== undefined && less !== undefined && more - less === by;
}

function hasGrown(
  condition: Extract<Condition, { readonly counter: string }>,
  rows: readonly Row[],
  answers: Answers,
): boolean {
  const before = answers.get(condition.since);
  const from = before?.kind === 'rows' ? counterIn(before.rows[0], condition.counter) : undefined;
  const to = counterIn(rows[0], condition.counter);
  if (from === undefined || to === undefined) return false;
  return 'atLeast' in condition ? to - from >= condition.atLeast : to - from <= condition.atMost && to >= from;
}

/** Some firmware prints blanks between thousands. */
function counterIn(row: Row | undefined, property: string): number | undefined {
  return numberIn({ [property]: row?.[property]?.replace(/\s/g, '') ?? '' }, property);
}

function isRising(values: readonly string[]): boolean {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return (
    values.length > 1 && values.every((value, index) => index === 0 || compare(values[index - 1] ?? '', value) < 0)
  );
}

/** A device that names no switch at any port does not tell. */
function arePorts(how: 'named' | 'wired', rows: readonly Row[], target: Target): boolean {
  const printed = new Map(rows.flatMap((row) => (row['default-name'] ? [[row['default-name'], row.switch]] : [])));
  const isNamed = printed.size === target.ports.size && [...target.ports.keys()].every((name) => printed.has(name));
  if (how === 'named' || !isNamed) return isNamed;
  const tells = [...printed.values()].some((name) => name !== undefined) || target.switches.length === 0;
  return tells && [...target.ports].every(([name, port]) => (printed.get(name) ?? '') === (port.switch?.name ?? ''));
}

/** Undefined: one of them is not to be had. */
function factsOf({ facts = {} }: Conclusion, answers: Answers): MeasuredFacts | undefined {
  const entries = Object.entries(facts).map(([key, measured]) => [key, measuredValue(measured, answers)] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

function measuredValue(measured: Measured, answers: Answers): boolean | number | undefined {
  if (typeof measured === 'boolean') return measured;
  const answer = answers.get(measured.of);
  if (answer?.kind === 'filled' && 'taken' in measured) return answer.taken || undefined;
  if (answer?.kind !== 'rows') return undefined;
  if ('number' in measured) return numberOf(measured, answer.rows, answers);
  if (!('largest' in measured)) return undefined;
  const numbers = answer.rows.flatMap((row) => sizeIn(row, measured.largest) ?? []);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

function numberOf(
  { number, since }: Extract<Measured, { readonly number: string }>,
  rows: readonly Row[],
  answers: Answers,
): number | undefined {
  if (since === undefined) return sizeIn(rows[0], number);
  const before = answers.get(since);
  const from = before?.kind === 'rows' ? counterIn(before.rows[0], number) : undefined;
  const to = counterIn(rows[0], number);
  return from === undefined || to === undefined ? undefined : to - from || undefined;
}

/** A driver that is off prints zero, which is no size. */
function sizeIn(row: Row | undefined, property: string): number | undefined {
  return numberIn(row, property) || undefined;
}

function numberIn(row: Row | undefined, property: string): number | undefined {
  const text = row?.[property] ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
