// Fills a table of the chip, row by row, until one is refused or finds no place.

import type { Clock, Device } from '../device/device.ts';
import { isYes, type MenuPath } from '../model/config.ts';
import type { Answer } from './answer.ts';
import { probedFact } from './applies.ts';
import type { StepContext } from './asking.ts';
import type { Step } from './question.ts';
import { addRow, answerOf, repeatIfRefused } from './send-change.ts';

export async function fillTable(
  device: Device,
  { fill: menu, set, size, counts }: Extract<Step, { fill: unknown }>,
  { asking }: StepContext,
): Promise<Answer> {
  const known = probedFact(size, asking.target);
  const expected = typeof known === 'number' ? known : 0;
  // Between two looks at what became of the rows: a few dozen looks, whatever the size.
  const batchSize = Math.max(64, Math.ceil(expected / 32));
  const most = Math.ceil(1.5 * expected) + batchSize;
  const look = counts ? await drivenLook(device, counts, batchSize, asking.clock) : () => flaggedLook(device, menu);
  for (let added = 0; added < most; added += batchSize) {
    if (asking.signal.aborted) return { kind: 'lost', reason: 'somebody stopped it' };
    const commands = Array.from({ length: batchSize }, (_, index) =>
      addRow(menu, set, { scratch: asking.scratch, n: added + index + 1 }),
    );
    const replies = await device.pipeline(commands);
    const failedAt = replies.findIndex(({ kind }) => kind !== 'done');
    const [failed, command] = [replies[failedAt], commands[failedAt]];
    if (failed?.kind === 'lost') return answerOf(failed);
    const again = failed && command && (await repeatIfRefused(true, () => device.run(command)));
    if (again?.kind === 'lost') return answerOf(again);
    const { taken, flagged } = await look(added + batchSize);
    if (again?.kind === 'refused') return { kind: 'filled', taken, flagged, refusal: again.message };
    if (flagged > 0) return { kind: 'filled', taken, flagged };
  }
  return { kind: 'lost', reason: `it takes more than ${most} rows` };
}

interface Look {
  readonly taken: number;
  readonly flagged: number;
}

async function flaggedLook(device: Device, menu: MenuPath): Promise<Look> {
  const rows = await device.print(menu, { proplist: ['invalid', 'disabled'] });
  const flagged = rows.filter(({ invalid }) => isYes(invalid)).length;
  return { taken: rows.length - flagged, flagged };
}

/** Between two looks at a driver that has not done with its queue, in ms, and how many there are at most. */
const [settleMs, settleLooks] = [500, 40];

/**
 * `taken`: all that the driver counts, what was there before as well. A few that come and go by themselves are no sign
 * of a full table.
 */
async function drivenLook(
  device: Device,
  counts: readonly string[],
  batchSize: number,
  clock: Clock,
): Promise<(added: number) => Promise<Look>> {
  const settled = async () => {
    let last = -1;
    for (let looks = 0; looks < settleLooks; looks++) {
      const [row = {}] = await device.monitor('/interface/ethernet/switch/l3hw-settings/monitor');
      const now = counts.reduce((sum, name) => sum + Number(row[name] ?? 0), 0);
      if (now === last && (row['route-queue-size'] ?? '0') === '0') return now;
      last = now;
      await clock.sleep(settleMs);
    }
    return last;
  };
  const before = await settled();
  return async (added) => {
    const taken = await settled();
    const missing = before + added - taken;
    return { taken, flagged: missing > batchSize / 2 ? missing : 0 };
  };
}
