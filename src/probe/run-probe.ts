// Asks one question after the other and keeps a file of the answers, which is whole after each of them: so a probe can
// be stopped at any moment, and goes on where it was.

import { DeviceError } from '../device/device.ts';
import type { ProbeAnswer, ProbeFile } from '../profile/probe-file.ts';
import { ask } from './ask.ts';
import type { Asking } from './asking.ts';
import { conclude } from './conclude.ts';
import type { Question } from './question.ts';
import { recordOf, withAnswer } from './record.ts';

export interface Run {
  readonly file: ProbeFile;
  /** Nobody asked these, or not to their end. */
  readonly left: readonly Question[];
  /** Why the last of them was not asked to its end. */
  readonly stoppedBy?: 'signal' | 'time' | 'device';
}

export interface Asker {
  readonly asking: Asking;
  /** Whether there is time for it. */
  hasTimeFor?(question: Question): boolean;
  /** Why it cannot be asked on this device; undefined = it can. */
  whyNotHere?(question: Question): string | undefined;
  /** After each question, whatever its answer; false = no further one may be asked. Throws DeviceError. */
  afterEach?(question: Question, isLost: boolean): Promise<boolean>;
  onAsk?(question: Question): void;
  /** With each answer. */
  onAnswer(file: ProbeFile, answer: ProbeAnswer): Promise<void>;
}

export async function runProbe(questions: readonly Question[], from: ProbeFile, asker: Asker): Promise<Run> {
  const { asking } = asker;
  let file = from;
  const keep = async (answer: ProbeAnswer) => {
    file = withAnswer(file, answer);
    await asker.onAnswer(file, answer);
  };
  for (const [index, question] of questions.entries()) {
    const left = questions.slice(index);
    if (asking.signal.aborted) return { file, left, stoppedBy: 'signal' };
    const reason = asker.whyNotHere?.(question);
    if (reason !== undefined) {
      await keep(recordOf(question, { sent: {}, answers: new Map() }, { kind: 'open', reason }));
      continue;
    }
    if (asker.hasTimeFor?.(question) === false) return { file, left, stoppedBy: 'time' };
    asker.onAsk?.(question);
    const asked = await ask(question, asking);
    const isLost = [...asked.answers.values()].some(({ kind }) => kind === 'lost');
    const goesOn = await mayGoOn(question, isLost, asker);
    if (asked.isStopped) return { file, left, stoppedBy: 'signal' };
    await keep(recordOf(question, asked, conclude(question, asked.answers, asking.target)));
    if (!goesOn) return { file, left: left.slice(1), stoppedBy: 'device' };
  }
  return { file, left: [] };
}

/** Not when the device is gone. */
async function mayGoOn(question: Question, isLost: boolean, { asking, afterEach }: Asker): Promise<boolean> {
  try {
    if (isLost) await asking.session.open();
    return (await afterEach?.(question, isLost)) ?? true;
  } catch (error) {
    if (error instanceof DeviceError) return false;
    throw error;
  }
}

/** What a file does not settle yet. */
export function unsettled(questions: readonly Question[], file: ProbeFile): readonly Question[] {
  const settled = new Set(file.answers.flatMap(({ question, says }) => (says === undefined ? [] : [question])));
  return questions.filter(({ id }) => !settled.has(id));
}
