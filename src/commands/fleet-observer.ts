// How `rosc apply FLEET` tells what happens while it happens: a line for each wave and each device, a progress line for
// what is under way, and everything about a device that fails.

import type { Io } from '../io/io.ts';
import type { Output } from '../io/output.ts';
import type { ChangedMember } from '../pipeline/fleet/change-member.ts';
import type { RolloutObserver } from '../pipeline/fleet/roll-out.ts';
import { renderPostCheck } from '../report/post-check.ts';
import { isBad } from '../report/run-report.ts';
import { plural } from '../report/units.ts';

export function fleetObserver(
  io: Io,
  output: Output,
  count: number,
  onDevice: (changed: ChangedMember, wave: string) => void,
): RolloutObserver {
  let done = 0;
  const underWay = new Set<string>();
  const progress = () => output.progress(`${done} of ${count} done; ${[...underWay].slice(0, 4).join(', ')} …`);
  return {
    onStep(device, step) {
      underWay.add(device);
      if (output.verbose) output.remark(`${device}: ${step}`);
      progress();
    },
    onKept: (stem) => output.verbose && output.remark(`kept ${stem}.prior.rsc and ${stem}.undo.rsc`),
    onNotKept: (reason) => output.remark(`the state of the commit could not be written down: ${reason}`),
    onUnreachable: () => undefined,
    onEnd(plan, { report }) {
      if (!report || output.format !== 'text' || (report.passed && !output.verbose)) return;
      output.progress('');
      io.stdout(`${renderPostCheck(plan.device.name, report, { palette: output.palette })}\n`);
    },
    onWave: (wave, what) => output.remark(`wave ${wave}: ${what}`),
    onRecovered: (name, transaction) =>
      output.remark(`${name}: undid commit ${transaction}, which an earlier run left open`),
    onUpgrade: (name, what) => output.remark(`${name}: ${what}`),
    onDevice(changed, wave) {
      done += 1;
      const { member, state, reason, plan } = changed;
      underWay.delete(member.name);
      const { remarkPalette: palette } = output;
      const word = isBad(changed) ? palette.error(state) : palette.good(state);
      const more = reason ?? (plan && plan.changes.length > 0 ? plural(plan.changes.length, 'change') : '');
      output.remark(`${member.name}: ${word}${more === '' ? '' : `, ${more}`} (${done} of ${count})`);
      onDevice(changed, wave);
      if (done < count) progress();
    },
  };
}
