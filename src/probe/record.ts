// Answers as the file of a probe keeps them, and back: equal rows stand once.

import type { Row } from '../device/device.ts';
import type { ProbeAnswer, ProbeFile, RecordedAnswer } from '../profile/probe-file.ts';
import type { Answer, Answers } from './answer.ts';
import type { Asked } from './ask.ts';
import type { Concluded } from './conclude.ts';
import type { Question } from './question.ts';

export function recordOf(
  { id, asks }: Question,
  { sent, answers }: Pick<Asked, 'sent' | 'answers'>,
  concluded: Concluded,
): ProbeAnswer {
  const received = Object.fromEntries([...answers].map(([step, answer]) => [step, recorded(answer)]));
  const head = { question: id, asks, sent: { ...sent }, received };
  if (concluded.kind === 'open') return { ...head, open: concluded.reason };
  const facts = Object.keys(concluded.facts).length > 0 ? { facts: { ...concluded.facts } } : {};
  return { ...head, says: concluded.says, ...facts };
}

export function answersOf({ received }: ProbeAnswer): Answers {
  return new Map(Object.entries(received).map(([step, answer]) => [step, read(answer)]));
}

/** The file with this answer in the place of an earlier one to the same question. */
export function withAnswer(file: ProbeFile, answer: ProbeAnswer): ProbeFile {
  const others = file.answers.filter(({ question }) => question !== answer.question);
  return { ...file, answers: [...others, answer] };
}

function recorded(answer: Answer): RecordedAnswer {
  return answer.kind === 'rows' ? { kind: 'rows', rows: [...counted(answer.rows)] } : answer;
}

/** Runs of equal rows; more runs than this are counted wherever they stand. */
const runsMax = 300;

function counted(rows: readonly Row[]): readonly { times?: number; row: Record<string, string> }[] {
  const runs: { text: string; row: Row; times: number }[] = [];
  for (const row of rows) {
    const text = JSON.stringify(row);
    const same = runs.length < runsMax ? runs.at(-1) : runs.find((run) => run.text === text);
    if (same?.text === text) same.times += 1;
    else runs.push({ text, row, times: 1 });
  }
  return runs.map(({ row, times }) => ({ ...(times > 1 && { times }), row: { ...row } }));
}

function read(answer: RecordedAnswer): Answer {
  if (answer.kind !== 'rows') return answer;
  return { kind: 'rows', rows: answer.rows.flatMap(({ times = 1, row }) => Array.from({ length: times }, () => row)) };
}
