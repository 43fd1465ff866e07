// What all steps that change something share: a row with the comment of the probe, patience with refusals, and what
// came back as an answer.

import type { Command, Reply } from '../device/device.ts';
import type { Answer } from './answer.ts';
import { probeComment } from './asking.ts';
import { fillInAll, type Placeholders } from './placeholders.ts';

/** A refusal that counts is one that is given each time: a device may refuse anything once for no lasting reason. */
const triesMax = 3;

export async function repeatIfRefused(mayRefuse: boolean, send: () => Promise<Reply>): Promise<Reply> {
  let reply = await send();
  for (let tries = 1; mayRefuse && reply.kind === 'refused' && tries < triesMax; tries++) reply = await send();
  return reply;
}

export function addRow(
  menu: Command['menu'],
  set: Readonly<Record<string, string>>,
  placeholders: Placeholders,
): Command {
  return { menu, verb: 'add', arguments: { ...fillInAll(set, placeholders), comment: probeComment } };
}

export function answerOf(reply: Reply): Answer {
  if (reply.kind === 'done') return { kind: 'done' };
  if (reply.kind === 'lost') return { kind: 'lost', reason: reply.reason };
  const { message, category } = reply;
  return { kind: 'refused', message, ...(category !== undefined && { category }) };
}
