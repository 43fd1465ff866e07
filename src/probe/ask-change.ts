// The steps of a question that need rows of their own: adds, commands on them, scripts and jobs. Each row has the
// comment of the probe, and each script and scheduler row its name.

import { askScripts } from '../apply/ask-scripts.ts';
import type { Command, Device, Reply } from '../device/device.ts';
import { isYes } from '../model/config.ts';
import type { FactKey } from '../profile/fact.ts';
import type { Answer } from './answer.ts';
import { probedFact } from './applies.ts';
import { type Asking, probeComment, probeName, type StepContext } from './asking.ts';
import { frameHex } from './frame.ts';
import { fillIn, fillInAll, type Placeholders, speaksOfTime } from './placeholders.ts';
import type { Question, Step } from './question.ts';

type Changing = Extract<
  Step,
  | { add: unknown }
  | { fill: unknown }
  | { command: unknown }
  | { execute: unknown }
  | { script: unknown }
  | { send: unknown }
>;

export function isChanging(step: Step): step is Changing {
  return ['add', 'fill', 'command', 'execute', 'script', 'send'].some((kind) => kind in step);
}

/** Throws DeviceError. */
export async function answerToChange(
  device: Device,
  name: string,
  step: Changing,
  context: StepContext,
): Promise<Answer> {
  const { asking } = context;
  if (!asking.scratch) throw new Error(`${context.question.id} needs rows, and there is no place for them`);
  if ('send' in step) return sendFrames(device, step, asking);
  const placeholders: Placeholders = {
    scratch: asking.scratch,
    ...(speaksOfTime(textsOf(step)) && { clock: (await device.print('/system/clock'))[0] ?? {} }),
  };
  if ('script' in step) return runScript(device, name, step.script, context);
  if ('execute' in step) return answerOf(await device.execute(fillIn(step.execute, placeholders)));
  if ('fill' in step) return fillTable(device, step, context);
  return answerOf(await insisting('mayRefuse' in step, () => change(device, name, step, placeholders, context)));
}

/** Only what is certain to have left counts. */
async function sendFrames(
  device: Device,
  { send, times }: Extract<Changing, { send: unknown }>,
  { scratch }: Asking,
): Promise<Answer> {
  const [near = '', far = ''] = scratch?.loop ?? [];
  const ports = await device.print('/interface/ethernet', { proplist: ['mac-address'], query: [`name=${far}`] });
  const mac = ports[0]?.['mac-address'];
  if (mac === undefined) return { kind: 'lost', reason: `${far} does not say its MAC address` };
  const data = frameHex(send, mac);
  const command: Command = { menu: '/tool/traffic-generator', verb: 'inject', arguments: { interface: near, data } };
  const replies = await device.pipeline(Array.from({ length: times }, () => command));
  return answerOf(replies.find(({ kind }) => kind !== 'done') ?? { kind: 'done' });
}

/** A refusal that counts is one that is given each time: a device may refuse anything once for no lasting reason. */
const triesMax = 3;

async function insisting(mayRefuse: boolean, send: () => Promise<Reply>): Promise<Reply> {
  let reply = await send();
  for (let tries = 1; mayRefuse && reply.kind === 'refused' && tries < triesMax; tries++) reply = await send();
  return reply;
}

async function change(
  device: Device,
  name: string,
  step: Extract<Changing, { add: unknown } | { command: unknown }>,
  placeholders: Placeholders,
  { ids }: StepContext,
): Promise<Reply> {
  if ('command' in step) {
    const row = step.of === undefined ? {} : { '.id': ids.get(step.of) ?? '' };
    return device.run({
      menu: step.menu,
      verb: step.command,
      arguments: { ...row, ...fillInAll(step.arguments, placeholders) },
      ...(step.cleared && { cleared: step.cleared }),
    });
  }
  const times = 'times' in step ? step.times : 1;
  const replies = await device.pipeline(
    Array.from({ length: times }, (_, index) => addRow(step.add, step.set, { ...placeholders, n: index + 1 })),
  );
  const [first] = replies;
  if (first?.kind === 'done' && first.ret !== undefined) ids.set(name, first.ret);
  return replies.find(({ kind }) => kind !== 'done') ?? first ?? { kind: 'lost', reason: 'nothing was sent' };
}

function textsOf(step: Exclude<Changing, { send: unknown }>): readonly string[] {
  if ('set' in step) return Object.values(step.set);
  if ('arguments' in step) return Object.values(step.arguments);
  return ['execute' in step ? step.execute : step.script];
}

function addRow(menu: Command['menu'], set: Readonly<Record<string, string>>, placeholders: Placeholders): Command {
  return { menu, verb: 'add', arguments: { ...fillInAll(set, placeholders), comment: probeComment } };
}

/** How long a script may take, in ms. */
const scriptMs = 20_000;

async function runScript(
  device: Device,
  step: string,
  source: string,
  { question, asking }: StepContext,
): Promise<Answer> {
  const { clock, scratch } = asking;
  if (!scratch) return { kind: 'lost', reason: 'there is no place for a script' };
  const name = `${probeName(scratch)}-${scriptNumber(question, step)}`;
  const lines = [fillIn(source, { scratch })];
  const texts = await askScripts(device, [{ name, lines }], { clock, deadline: clock.now() + scriptMs });
  if (typeof texts === 'string') return { kind: 'lost', reason: texts };
  return { kind: 'text', text: texts[0] ?? '' };
}

/** Apart from the numbers that questions give their own rows. */
function scriptNumber({ steps }: Question, step: string): number {
  return 100 + Object.keys(steps).indexOf(step);
}

/** Rows to a batch, between two looks at what became of them. */
const batchSize = 64;

async function fillTable(
  device: Device,
  { fill: menu, set, size }: Extract<Step, { fill: unknown }>,
  { asking }: StepContext,
): Promise<Answer> {
  const most = Math.ceil(1.5 * expectedSize(size, asking.target)) + batchSize;
  for (let added = 0; added < most; added += batchSize) {
    if (asking.signal.aborted) return { kind: 'lost', reason: 'somebody stopped it' };
    const commands = Array.from({ length: batchSize }, (_, index) =>
      addRow(menu, set, { scratch: asking.scratch, n: added + index + 1 }),
    );
    const failed = (await device.pipeline(commands)).find(({ kind }) => kind !== 'done');
    if (failed?.kind === 'lost') return answerOf(failed);
    const again =
      failed && (await insisting(true, () => device.run(addRow(menu, set, { scratch: asking.scratch, n: 1 }))));
    if (again?.kind === 'lost') return answerOf(again);
    const rows = await device.print(menu, { proplist: ['invalid', 'disabled'] });
    const flagged = rows.filter(({ invalid }) => isYes(invalid)).length;
    const taken = rows.length - flagged;
    if (again?.kind === 'refused') return { kind: 'filled', taken, flagged, refusal: again.message };
    if (flagged > 0) return { kind: 'filled', taken, flagged };
  }
  return { kind: 'lost', reason: `it takes more than ${most} rows` };
}

function expectedSize(size: FactKey, target: StepContext['asking']['target']): number {
  const value = probedFact(size, target);
  return typeof value === 'number' ? value : 0;
}

function answerOf(reply: Reply): Answer {
  if (reply.kind === 'done') return { kind: 'done' };
  if (reply.kind === 'lost') return { kind: 'lost', reason: reply.reason };
  const { message, category } = reply;
  return { kind: 'refused', message, ...(category !== undefined && { category }) };
}
