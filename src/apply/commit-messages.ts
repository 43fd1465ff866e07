// The diagnostics of a commit: why it did not begin, what stopped it, and where it left the device.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import { deviceProblem } from '../diagnostics/mistake.ts';
import { knowsProperty } from '../model/menus.ts';
import { version } from '../model/version.ts';
import type { Change, Plan } from '../plan/plan.ts';
import type { ProvenLines } from './apply-context.ts';
import type { Proof } from './prove.ts';
import type { Sent } from './send.ts';

export function priorChanged(device: string): Diagnostic {
  return deviceProblem(device, 'apply/prior-changed', {
    what: `\`${device}\` is not any more what the plan was made against, so nothing was changed`,
    why: 'Somebody has changed one of the menus of the plan since; its changes may no longer mean what it showed.',
    fix: 'Plan again and look at what is different',
  });
}

export function displacedItems(device: string, count: number): Diagnostic {
  return deviceProblem(device, 'apply/displace', {
    what: `${count} of others' items on \`${device}\` are in the way, so nothing was changed`,
    why: 'rosc removes nothing that it did not make unless somebody says so.',
    fix: 'Look at them in the plan, then apply with `--displace`',
  });
}

export function unreadableSecret(device: string, { menu, key }: Change): Diagnostic {
  return deviceProblem(device, 'apply/secret-unreadable', {
    what: `the plan changes a secret of \`${key}\` that this user may not read, so it could not be put back`,
    why: 'Without the policy `sensitive` RouterOS shows secrets as empty.',
    fix: 'Give the group of the user the policy `sensitive`',
    at: { menu, key },
  });
}

export function backupFailed(device: string, reason: string): Diagnostic {
  return deviceProblem(device, 'apply/no-backup', {
    severity: 'note',
    what: `\`${device}\` did not store a backup: ${reason}`,
    why: 'The undo does not need it; it is one more way back for a person.',
    fix: 'Free some disk space on the device, or apply with `--no-backup`',
  });
}

export function commitLocked(device: string): Diagnostic {
  return deviceProblem(device, 'apply/commit-open', {
    what: `another commit has just begun on \`${device}\``,
    why: 'Two commits at once would undo each other.',
    fix: 'Wait for it to end; if nobody runs it any more, look with `rosc recover`',
  });
}

/** `isGone`: it did not say why. */
export function notArmed(device: string, reason: string, isGone = false): Diagnostic {
  return deviceProblem(device, 'apply/not-armed', {
    what: `the undo could not be armed on \`${device}\`, so nothing was changed: ${reason}`,
    why: 'rosc changes a device only when the device is able to undo the change by itself.',
    fix: isGone ? 'Apply again once the device answers' : 'Mend what the device complains about, and apply again',
  });
}

/** A script that a device cannot read most likely holds a property that it does not know. */
export function withUnknownWords(found: Diagnostic, { changes, device }: Plan): Diagnostic {
  if (found.code !== 'apply/not-armed') return found;
  const unknown = changes.flatMap(({ menu, properties }) =>
    properties.flatMap(({ name }) =>
      knowsProperty(menu, name, version(device.routeros)) ? [] : `\`${name}\` of \`${menu}\``,
    ),
  );
  if (unknown.length === 0) return found;
  const words = [...new Set(unknown)].join(', ');
  return { ...found, fix: manualFix(`Take out what RouterOS ${device.routeros} may not know: ${words}`) };
}

export function undoUnproven(device: string, { lines, unproven }: Proof): Diagnostic {
  const [first] = unproven;
  const look = Object.entries(first?.wanted.match ?? {}).map(([name, value]) => `${name}=${value}`);
  const seen =
    first?.found === undefined
      ? 'it could not look'
      : first.found === ''
        ? 'it found nothing'
        : `it found ${first.found}`;
  const line = `${first?.line.name ?? ''} (${look.join(' ')})`;
  return deviceProblem(device, 'apply/undo-unproven', {
    what: `\`${device}\` does not find what ${unproven.length} of ${lines} lines of the undo are about, so nothing was changed`,
    why: `The first of them is ${line}: ${seen}. An undo that finds something else could not bring the device back.`,
    fix: 'Report it with the RouterOS version; a comment of its own makes an item easy to find',
    at: { menu: first?.wanted.menu ?? '/', key: '' },
    label: line,
  });
}

export function provenText({ lines, proven }: ProvenLines): string {
  return `undo proven: ${proven} of ${lines} lines`;
}

export function leftBehind(device: string, transaction: string): Diagnostic {
  return deviceProblem(device, 'apply/left-behind', {
    severity: 'warning',
    what: `scripts of transaction ${transaction} may still be on \`${device}\``,
    why: 'The connection went before they could be removed. They do nothing but remove themselves at their time.',
    fix: 'Look with `rosc recover`',
  });
}

/** Why not every change was made. */
export function changeFailed(device: string, sent: Exclude<Sent, { kind: 'done' }>): Diagnostic {
  switch (sent.kind) {
    case 'refused': {
      const { change, message } = sent;
      const subject = change ? `${change.action} \`${change.menu}\` ${change.key}` : 'a change';
      return deviceProblem(device, 'apply/change-refused', {
        what: `\`${device}\` refused ${subject.trimEnd()}: ${message}`,
        why: 'A change that the device does not take leaves the plan half done, so all of it is undone.',
        fix: 'Correct the site, or report it when the plan should not contain this change',
        ...(change && { at: { menu: change.menu, key: change.key } }),
      });
    }
    case 'lost':
      return deviceProblem(device, 'apply/connection-lost', {
        what: `the connection to \`${device}\` went while it was changed: ${sent.reason}`,
        why: 'Nobody knows how far the changes got, so all of them are undone.',
        fix: 'Apply again once the device answers',
      });
    case 'late':
      return deviceProblem(device, 'apply/too-slow', {
        what: `\`${device}\` took longer for the changes than there was time until its own undo`,
        why: 'The undo must not begin while changes are still being made.',
        fix: 'Apply with a longer `--confirm-timeout`',
      });
  }
}

export function interrupted(device: string): Diagnostic {
  return deviceProblem(device, 'apply/interrupted', {
    what: `the commit on \`${device}\` was interrupted, so it is undone`,
    why: 'A change that nobody checks is not confirmed.',
    fix: 'Apply again and let it end',
  });
}

export function interruptedEarly(device: string): Diagnostic {
  return deviceProblem(device, 'apply/interrupted', {
    what: `the commit on \`${device}\` was interrupted before its first change`,
    why: 'Nothing was changed.',
    fix: 'Apply again and let it end',
  });
}

export function readBackDiffers(device: string, unmet: readonly string[]): Diagnostic {
  const more = unmet.length > 3 ? ` and ${unmet.length - 3} more` : '';
  return deviceProblem(device, 'apply/read-back', {
    what: `read back over a new connection, \`${device}\` is not as planned: ${unmet.slice(0, 3).join('; ')}${more}`,
    why: 'A device may accept a command and do something else, and others may change it at the same time.',
    fix: 'Look at these places on the device; plan and apply again',
  });
}

export function notReachable(device: string, reason: string): Diagnostic {
  return deviceProblem(device, 'apply/not-reachable', {
    what: `after the changes \`${device}\` could not be reached any more: ${reason}`,
    why: 'A change that cuts off its own management is not confirmed.',
    fix: 'Check the way from here to the management address in the plan',
  });
}

export function notConfirmed(device: string): Diagnostic {
  return deviceProblem(device, 'apply/not-confirmed', {
    what: `the changes on \`${device}\` were good, but could not be confirmed in time`,
    why: 'The device did not take the confirmation before its own undo was due.',
    fix: 'Apply again with a longer `--confirm-timeout`',
  });
}

export function confirmationLost(device: string): Diagnostic {
  return deviceProblem(device, 'apply/not-confirmed', {
    what: `the changes on \`${device}\` were good, and nobody saw whether it took the confirmation`,
    why: 'The connection went with the answer, and the device was not seen again.',
    fix: 'Check the way from here to the management address',
  });
}

export function backInPrior(device: string): Diagnostic {
  return deviceProblem(device, 'apply/undone', {
    severity: 'note',
    what: `\`${device}\` is back in its prior state: it was read back and compared`,
    why: 'A commit that fails is undone as a whole.',
    fix: 'Nothing has to be done on the device',
  });
}

/** `lost`: what the user of the connection cannot do any more; undefined = not even log in. */
export function policiesLost(device: string, lost: readonly string[] | undefined): Diagnostic {
  const what = lost ? `the policies ${lost.join(', ')}` : 'the right to log in';
  return deviceProblem(device, 'apply/policy-lost', {
    what: `during the commit somebody took the user of this connection ${what} on \`${device}\``,
    why: 'rosc can no longer steer the commit. The undo on the device has its own policies, and undoes it at its time.',
    fix: 'Find out who changed the user or its group (`/log/print`, `/system/history/print`), and apply again',
    at: { menu: '/user', key: '' },
  });
}

export interface UnknownState {
  readonly reason: string;
  readonly undoAt: number;
  readonly transaction: string;
  readonly mayBeKept?: boolean;
}

/** A remark: nothing is wrong, but somebody has to act. */
export function waitsForConfirmation(
  device: string,
  { undoAt, transaction }: Pick<UnknownState, 'undoAt' | 'transaction'>,
): Diagnostic {
  const at = new Date(undoAt).toISOString().replace('T', ' ').slice(0, 19);
  return deviceProblem(device, 'apply/open', {
    severity: 'note',
    what: `commit ${transaction} on \`${device}\` passed its check and waits for confirmation`,
    why: `Without confirmation the device goes back to its prior state at ${at} UTC.`,
    fix: 'Run `rosc confirm` to keep it, `rosc rollback` to undo it now',
  });
}

export function stateUnknown(device: string, { reason, undoAt, transaction, mayBeKept }: UnknownState): Diagnostic {
  const at = new Date(undoAt).toISOString().replace('T', ' ').slice(0, 19);
  const who = mayBeKept ? 'Unless it was confirmed, the device' : 'The device';
  return deviceProblem(device, 'apply/state-unknown', {
    what: `rosc does not know the state of \`${device}\`: ${reason}`,
    why: `${who} undoes transaction ${transaction} by itself at ${at} UTC, or a minute after it has started again.`,
    fix: 'When it answers again, run `rosc recover`, which says what it finds',
  });
}
