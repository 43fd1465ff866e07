// Asks one question: its steps in order, each with what was sent and what came back. An answer that was lost ends it.

import { anonymise } from '../capture/anonymise.ts';
import { withoutAddresses } from '../capture/pseudonyms.ts';
import { readUptime } from '../device/counters.ts';
import { type Device, DeviceError, type Row } from '../device/device.ts';
import type { MenuPath } from '../model/config.ts';
import { redactText } from '../source/redact-text.ts';
import type { Answer, Answers } from './answer.ts';
import { answerToChange, isChanging } from './ask-change.ts';
import { type Asking, probeName, type StepContext } from './asking.ts';
import { fillIn } from './placeholders.ts';
import type { Question, Step } from './question.ts';
import { wordsOf } from './words-of.ts';

export interface Asked {
  /** By step, with the placeholders of the question. */
  readonly sent: Readonly<Record<string, string>>;
  readonly answers: Answers;
  /** Somebody stopped it: it was not asked to its end. */
  readonly isStopped: boolean;
}

/** Whatever it added is still there. */
export async function ask(question: Question, asking: Asking): Promise<Asked> {
  const sent: Record<string, string> = {};
  const answers = new Map<string, Answer>();
  const context: StepContext = { question, asking, ids: new Map() };
  for (const [name, step] of Object.entries(question.steps)) {
    if (asking.signal.aborted) return { sent, answers, isStopped: true };
    sent[name] = wordsOf(step);
    const answer = await answerTo(name, step, context);
    answers.set(name, withoutOthersNames(answer, asking));
    if (answer.kind !== 'lost') continue;
    await asking.session.close().catch(() => undefined);
    return { sent, answers, isStopped: asking.signal.aborted };
  }
  return { sent, answers, isStopped: asking.signal.aborted };
}

async function answerTo(name: string, step: Step, context: StepContext): Promise<Answer> {
  const { session, clock, signal } = context.asking;
  try {
    if ('waitMs' in step) {
      await clock.sleep(step.waitMs, signal).catch(() => undefined);
      return { kind: 'done' };
    }
    if ('restart' in step) return await restart(context.asking);
    if ('reconnect' in step) {
      await session.close();
      await session.open();
      return { kind: 'done' };
    }
    const device = await session.open();
    if (isChanging(step)) return await answerToChange(device, name, step, context);
    if ('monitor' in step) return rowsAnswer(step.monitor, await device.monitor(step.monitor), context.asking);
    if ('times' in step) return await answerToMany(device, step, context.asking);
    const query = step.query?.map((word) => fillIn(word, { scratch: context.asking.scratch }));
    const rows = await device.print(step.print, { proplist: step.properties, ...(query && { query }) });
    return rowsAnswer(step.print, rows, context.asking, step.properties);
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    const { kind, message } = error;
    if (kind === 'refused' || kind === 'permission') return { kind: 'refused', message };
    return { kind: 'lost', reason: message };
  }
}

/** How long a device may be gone, in ms. */
const restartMs = 240_000;
const restartPollMs = 2000;

/** Its uptime, in whole seconds, tells whether it did. Throws DeviceError. */
async function restart({ session, clock }: Asking): Promise<Answer> {
  const device = await session.open();
  const before = await readUptime(device);
  const reply = await device.run({ menu: '/system', verb: 'reboot', arguments: {} });
  if (reply.kind === 'refused') return { kind: 'refused', message: reply.message };
  await session.close().catch(() => undefined);
  const deadline = clock.now() + restartMs;
  const began = clock.now();
  while (clock.now() < deadline) {
    await clock.sleep(restartPollMs);
    const again = await session.openBy(deadline);
    const now = again && (await readUptime(again).catch(() => undefined));
    if (now !== undefined && before !== undefined && now + 1500 < before + clock.now() - began) return { kind: 'done' };
    await session.close().catch(() => undefined);
  }
  return { kind: 'lost', reason: 'it did not restart, or did not come back' };
}

async function answerToMany(
  device: Device,
  { print, properties, times }: { readonly print: MenuPath; readonly properties: readonly string[]; times: number },
  { clock }: Asking,
): Promise<Answer> {
  const waits = await Promise.all(
    Array.from({ length: times }, async () => {
      const from = clock.now();
      const rows = await device.print(print, { proplist: properties });
      return rows.length > 0 ? [clock.now() - from] : [];
    }),
  );
  const answered = waits.flat();
  return {
    kind: 'counted',
    asked: times,
    answered: answered.length,
    slowestMs: Math.round(Math.max(0, ...answered)),
  };
}

/** Only what was asked for, and nothing of it that is somebody else's business. */
function rowsAnswer(menu: MenuPath, rows: readonly Row[], { key }: Asking, properties?: readonly string[]): Answer {
  const isWanted = (name: string) => name !== '.id' && (properties?.includes(name) ?? true);
  const wanted = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => isWanted(name))));
  return { kind: 'rows', rows: anonymise(new Map([[menu, wanted]]), key).get(menu) ?? [] };
}

/** A device repeats in its words what it was sent. */
function withoutOthersNames(answer: Answer, { key, scratch }: Asking): Answer {
  const clean = (text: string) => {
    const named = (scratch?.ports ?? []).reduce((all, port) => all.replaceAll(port, '{port}'), text);
    const own = scratch ? named.replaceAll(probeName(scratch), '{name}') : named;
    return withoutAddresses(key, redactText(own));
  };
  if (answer.kind === 'refused') return { ...answer, message: clean(answer.message) };
  if (answer.kind === 'lost') return { ...answer, reason: clean(answer.reason) };
  if (answer.kind === 'filled' && answer.refusal !== undefined) return { ...answer, refusal: clean(answer.refusal) };
  return answer;
}
