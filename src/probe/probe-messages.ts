// What stops a probe that needs rows, in words.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { deviceProblem } from '../diagnostics/mistake.ts';
import { probeComment } from './asking.ts';
import type { PortUse } from './port-in-use.ts';
import type { Ended } from './scratch-end.ts';

export function portInUse(device: string, { port, reason }: PortUse): Diagnostic {
  return deviceProblem(device, 'probe/port-in-use', {
    what: `nothing is tried on \`${device}\`, because the port \`${port}\` ${reason}`,
    why: 'Scratch rows stand only where nothing else depends on the port.',
    fix: 'Give a port that carries nothing and that no row names, or take that row away first',
    label: port,
  });
}

export function leftBefore(device: string): Diagnostic {
  return deviceProblem(device, 'probe/left-before', {
    what: `rows with the comment \`${probeComment}\` stand on \`${device}\` already`,
    why: 'A probe takes away every row with that comment, so there must be none that it did not make.',
    fix: 'Remove them, or wait until the probe that made them has undone itself; `/system/script` says whose it is',
    label: probeComment,
  });
}

export function stillUndoing(device: string, lines: string | undefined): Diagnostic {
  return deviceProblem(device, 'probe/not-undone', {
    what: `an interrupted probe of \`${device}\` is not undone yet`,
    why: lines === undefined ? 'Its undo runs still.' : `Lines of its undo fail:${lines}`,
    fix: 'Run the same command again in a minute; where lines fail, look at what they name',
    label: 'undo',
  });
}

export function notAsBefore(device: string, ended: Exclude<Ended, { kind: 'as-before' }>, undoAt: number): Diagnostic {
  if (ended.kind === 'differs') {
    return deviceProblem(device, 'probe/differs', {
      what: `nothing of the probe is left on \`${device}\`, and yet ${ended.menus.join(', ')} is not as before`,
      why: 'Somebody else changed it meanwhile, or the device changed it by itself.',
      fix: 'Look at these menus; `/system/history` says who changed what',
      label: ended.menus[0] ?? '',
    });
  }
  return deviceProblem(device, 'probe/not-undone', {
    what: `nobody can tell whether \`${device}\` is as before: ${ended.reason}`,
    why: `The device takes away by itself what the probe left, at ${new Date(undoAt).toISOString()} at the latest.`,
    fix: 'Look at the device after that time, or run the same command again, which lets the undo run first',
    label: ended.reason,
  });
}
