// The commit point: the marker is removed by its name. The undo renames it first, so only one of the two can succeed.

import type { Names } from './names.ts';
import { commitObjects } from './objects.ts';
import { type ReconnectingSession, type Until, withSession } from './reconnecting-session.ts';

const retryMs = 500;

/**
 * `no`: the undo came first, or the device never took it. `maybe`: an answer was lost, and nobody has seen the marker
 * since.
 */
export async function confirmOnDevice(
  session: ReconnectingSession,
  names: Names,
  { clock, deadline }: Until,
): Promise<'yes' | 'no' | 'maybe'> {
  let isAnswerLost = false;
  while (clock.now() < deadline) {
    const tried = await withSession(session, { clock, deadline }, async (device) => {
      const reply = await device.run({
        menu: '/system/script',
        verb: 'remove',
        arguments: { numbers: names.pending },
      });
      if (reply.kind === 'done') return 'yes';
      if (reply.kind === 'lost') isAnswerLost = true;
      const left = await commitObjects(device);
      if (left.some(({ name }) => name === names.undoing)) return 'no';
      return left.some(({ name }) => name === names.pending) ? 'again' : 'gone';
    });
    if (tried.kind === 'failed' || tried.value === 'gone') return isAnswerLost ? 'maybe' : 'no';
    if (tried.value !== 'again') return tried.value;
    await clock.sleep(retryMs);
  }
  // The marker was there when somebody last looked, whatever became of answers before.
  return 'no';
}
