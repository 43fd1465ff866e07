// Makes the changes of one group: over the session, many under way at once, or as a script on the device.

import { commandOf, type ItemChange } from '../device/commands.ts';
import type { Clock, Command, Device } from '../device/device.ts';
import type { MenuPath } from '../model/config.ts';
import { isUnsettable } from '../model/unset.ts';
import type { Version } from '../model/version.ts';
import type { Change, Selector } from '../plan/plan.ts';
import { finderIn } from '../plan/select.ts';
import { reasonOf } from './arm.ts';
import { sentBy } from './locate.ts';
import type { Names } from './names.ts';
import type { Observation } from './observe.ts';
import { type ReconnectingSession, type Until, withSession } from './reconnecting-session.ts';
import { doneNote, refusedNote } from './run-scripts.ts';
import { wavesOf } from './waves.ts';

export type Sent =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly change: Change | undefined; readonly message: string }
  /** Nobody knows how far it got. */
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'late' };

export interface SendInput {
  readonly changes: readonly Change[];
  /** Read in this session: ids of what is there. */
  readonly prior: Observation;
  readonly clock: Clock;
  /** No further command is sent after this moment. */
  readonly deadline: number;
  /** That the device runs; undefined = nobody knows. */
  readonly routeros: Version | undefined;
}

/** What may run at once is sent at once; what has to wait for its answers, waits. */
export async function sendChanges(
  device: Device,
  { changes, prior, clock, deadline, routeros }: SendInput,
): Promise<Sent> {
  const commands = commandsFor(changes, prior, routeros);
  if (commands.kind !== 'ready') return commands;
  let at = 0;
  for (const wave of wavesOf(changes)) {
    if (clock.now() >= deadline) return { kind: 'late' };
    const replies = await device.pipeline(commands.list.slice(at, at + wave.length));
    const failed = replies.findIndex((reply) => reply !== undefined && reply.kind !== 'done');
    const reply = replies[failed];
    if (reply?.kind === 'refused') return { kind: 'refused', change: wave[failed], message: reply.message };
    if (reply) return { kind: 'lost', reason: reasonOf(reply) };
    at += wave.length;
  }
  return { kind: 'done' };
}

type Commands = { readonly kind: 'ready'; readonly list: readonly Command[] } | Extract<Sent, { kind: 'refused' }>;

function commandsFor(changes: readonly Change[], { config }: Observation, routeros: Version | undefined): Commands {
  const find = finderIn(config);
  const idOf = (menu: MenuPath, selector: Selector | undefined) => selector && find(menu, selector)?.id;
  const list: Command[] = [];
  for (const change of changes) {
    const id = idOf(change.menu, change.selector);
    const before = idOf(change.menu, change.before);
    const isGone = (change.selector && id === undefined) || (change.before && before === undefined);
    if (isGone) return { kind: 'refused', change, message: 'the item is no longer there' };
    list.push(commandOf(itemChange(change, { id, before, routeros })));
  }
  return { kind: 'ready', list };
}

interface SendContext {
  readonly id: string | undefined;
  readonly before: string | undefined;
  readonly routeros: Version | undefined;
}

function itemChange(change: Change, { id, before, routeros }: SendContext): ItemChange {
  const { action, menu, properties } = change;
  const set = sentBy(change);
  const place = before === undefined ? {} : { before };
  switch (action) {
    case 'add':
      return { action, menu, set, ...place };
    case 'remove':
    case 'enable':
    case 'disable':
      return { action, menu, id: id ?? '' };
    case 'move':
      return { action, menu, id: id ?? '', ...place };
    default: {
      const none = properties.filter(({ after }) => after === undefined).map(({ name }) => name);
      const cleared = none.filter((name) => isUnsettable(menu, name, routeros));
      const empty = Object.fromEntries(none.filter((name) => !cleared.includes(name)).map((name) => [name, '']));
      return { action: 'set', menu, ...(id !== undefined && { id }), set: { ...set, ...empty }, cleared };
    }
  }
}

export interface RunOnDeviceInput extends Until {
  readonly names: Names;
  readonly index: number;
  readonly changes: readonly Change[];
  /** Aborted: nobody waits for its end any more. */
  readonly signal: AbortSignal | undefined;
}

/** How often rosc looks whether a script has ended. */
const lookMs = 250;

/** Starts the script and waits for its end, over a new connection when the script cuts the old one. */
export async function runOnDevice(session: ReconnectingSession, input: RunOnDeviceInput): Promise<Sent> {
  const { names, index, clock, deadline, signal } = input;
  const started = await (await session.open()).execute(`/system/script/run ${names.run(index)}`);
  if (started.kind === 'refused') return { kind: 'refused', change: undefined, message: started.message };
  while (clock.now() < deadline && !signal?.aborted) {
    const state = await withSession(session, { clock, deadline }, (device) => markerState(device, names, index));
    if (state.kind === 'failed') return { kind: 'lost', reason: state.reason };
    if (state.value === 'done') return { kind: 'done' };
    if (state.value !== 'running') return stoppedAt(state.value.step, input.changes);
    await clock.sleep(lookMs);
  }
  // Where nobody knows whether it was started at all, more time would not have helped.
  return started.kind === 'lost' ? started : { kind: 'late' };
}

function stoppedAt(step: number | undefined, changes: readonly Change[]): Sent {
  const change = step === undefined ? undefined : changes[step];
  const begun = 'its own undo has begun, as it does when its clock is set ahead (see its log)';
  const failed = 'a command of the script that runs there failed, and the script has begun to undo (see its log)';
  return { kind: 'refused', change, message: change ? failed : begun };
}

/** `step`: which change of the run was refused; undefined = the undo has begun by itself. */
type MarkerState = 'running' | 'done' | { readonly step: number | undefined };

async function markerState(device: Device, names: Names, index: number): Promise<MarkerState> {
  const rows = await device.print('/system/script', {
    proplist: ['name', 'comment'],
    query: [`name=${names.pending}`, `name=${names.undoing}`, '#|'],
  });
  const [{ name, comment = '' } = {}] = rows;
  const refused = refusedNote(names.run(index));
  if (comment.startsWith(refused)) return { step: Number(comment.slice(refused.length)) };
  if (name !== names.pending) return { step: undefined };
  return comment === doneNote(names.run(index)) ? 'done' : 'running';
}
