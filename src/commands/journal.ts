// What is kept on this machine before a device is touched: the plan, the prior configuration and the undo, in files
// that only their owner reads.

import { join, resolve } from 'node:path';
import type { Journal, JournalEntry } from '../apply/apply-context.ts';
import { printPlan } from '../plan/plan-file.ts';
import { printConfig } from '../rsc/printer.ts';
import { redactSecrets } from '../rsc/secrets.ts';
import type { Io } from './io.ts';

/** Files go to `.rosc/commits/` below the working directory; `onSaved` hears of each commit's stem. */
export function fileJournal(io: Io, onSaved: (stem: string) => void): Journal {
  return {
    async save({ transaction, plan, prior, undo }: JournalEntry): Promise<void> {
      const stamp = new Date(io.clock.now()).toISOString().replace(/[:.]/g, '-');
      const stem = join('.rosc', 'commits', `${stamp}-${plan.device.name}-${transaction}`);
      const header = [
        `# ${plan.device.name} (${plan.device.model}, ${plan.device.serial}) before commit ${transaction}`,
        '# Secrets are masked. To go back by hand, paste the commands of the .undo.rsc file into a terminal of the device.',
      ];
      await io.writeFile(resolve(io.cwd, `${stem}.json`), printPlan(plan));
      await io.writeFile(
        resolve(io.cwd, `${stem}.prior.rsc`),
        redactSecrets(`${header.join('\n')}\n${printConfig(prior)}`),
      );
      await io.writeFile(resolve(io.cwd, `${stem}.undo.rsc`), redactSecrets(`${undo}\n`));
      onSaved(stem);
    },
  };
}
