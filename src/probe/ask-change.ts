// The steps of a question that need rows of their own: adds, commands on them, scripts and jobs. Each row has the
// comment of the probe, and each script and scheduler row its name.

import { askScripts } from '../apply/ask-scripts.ts';
import type { Command, Device, Reply } from '../device/device.ts';
import type { Answer } from './answer.ts';
import { type Asking, probeName, type Scratch, type StepContext } from './asking.ts';
import { fillTable } from './fill-table.ts';
import { frameHex } from './frame.ts';
import { fillIn, fillInAll, type Placeholders, speaksOfTime } from './placeholders.ts';
import type { Step } from './question.ts';
import { addRow, answerOf, repeatIfRefused } from './send-change.ts';

type Changing = Extract<
  Step,
  | { add: unknown }
  | { fill: unknown }
  | { setPort: unknown }
  | { command: unknown }
  | { execute: unknown }
  | { script: unknown }
  | { send: unknown }
>;

export function isChanging(step: Step): step is Changing {
  return ['add', 'fill', 'setPort', 'command', 'execute', 'script', 'send'].some((kind) => kind in step);
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
  if ('setPort' in step) return answerOf(await setPort(device, step, asking.scratch));
  const placeholders: Placeholders = {
    scratch: asking.scratch,
    ...(speaksOfTime(textsOf(step)) && { clock: (await device.print('/system/clock'))[0] ?? {} }),
  };
  if ('script' in step) return runScript(device, name, step.script, context);
  if ('execute' in step) return answerOf(await device.execute(fillIn(step.execute, placeholders)));
  if ('fill' in step) return fillTable(device, step, context);
  return answerOf(await repeatIfRefused('mayRefuse' in step, () => change(device, name, step, placeholders, context)));
}

/** Only what is certain to have left counts. */
async function sendFrames(
  device: Device,
  { send, times, backwards }: Extract<Changing, { send: unknown }>,
  { scratch }: Asking,
): Promise<Answer> {
  const [near = '', far = ''] = (backwards ? scratch?.loop?.toReversed() : scratch?.loop) ?? [];
  const receiver = typeof send.to === 'string' ? far : fillIn(send.to.interface, { scratch });
  const found = await device.print('/interface', { proplist: ['mac-address'], query: [`name=${receiver}`] });
  const mac = found[0]?.['mac-address'];
  if (mac === undefined) return { kind: 'lost', reason: `${receiver} does not say its MAC address` };
  const data = frameHex(send, mac);
  const command: Command = { menu: '/tool/traffic-generator', verb: 'inject', arguments: { interface: near, data } };
  const replies = await device.pipeline(Array.from({ length: times }, () => command));
  return answerOf(replies.find(({ kind }) => kind !== 'done') ?? { kind: 'done' });
}

/** By the number of the row: such rows are there from the beginning. */
async function setPort(
  device: Device,
  { setPort: menu, port, property, value }: Extract<Changing, { setPort: unknown }>,
  scratch: Scratch,
): Promise<Reply> {
  const name = fillIn(port, { scratch });
  const [row] = await device.print(menu, { proplist: ['.id'], query: [`name=${name}`] });
  if (!row) return { kind: 'lost', reason: `${name} has no row in ${menu}` };
  return device.run({
    menu,
    verb: 'set',
    arguments: { '.id': row['.id'] ?? '', [property]: fillIn(value, { scratch }) },
  });
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

function textsOf(step: Exclude<Changing, { send: unknown } | { setPort: unknown }>): readonly string[] {
  if ('set' in step) return Object.values(step.set);
  if ('arguments' in step) return Object.values(step.arguments);
  return ['execute' in step ? step.execute : step.script];
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
  // Apart from the numbers that questions give their own rows.
  const number = 100 + Object.keys(question.steps).indexOf(step);
  const name = `${probeName(scratch)}-${number}`;
  const lines = [fillIn(source, { scratch })];
  const texts = await askScripts(device, [{ name, lines }], { clock, deadline: clock.now() + scriptMs });
  if (typeof texts === 'string') return { kind: 'lost', reason: texts };
  return { kind: 'text', text: texts[0] ?? '' };
}
