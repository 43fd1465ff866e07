// What rosc knows of RouterOS ends with the releases that its tables were made from.

import defaults from '../../profiles/defaults.json' with { type: 'json' };
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { compareVersions, isSameMinor, type Version, version } from '../model/version.ts';
import { diagnosticAt } from './device-problem.ts';

/** A warning about a device with an older or newer RouterOS than the tables know; patches do not count. */
export function unknownVersion(device: string, running: Version): readonly Diagnostic[] {
  const { oldest, newest } = defaults.known;
  const isOld = compareVersions(running, version(oldest)) < 0;
  const isNew = compareVersions(running, version(newest)) > 0 && !isSameMinor(running, version(newest));
  if (!isOld && !isNew) return [];
  return [
    diagnosticAt(device, {
      code: 'device/unknown-version',
      severity: 'warning',
      what: `\`${device}\` runs RouterOS ${running.text}, ${isNew ? 'newer' : 'older'} than what rosc knows`,
      label: running.text,
      why: `Its tables are of RouterOS ${oldest} to ${newest}: properties, defaults and verdicts may differ.`,
      fix: isNew ? 'look for a newer rosc, and read the changelog of RouterOS' : 'upgrade RouterOS',
    }),
  ];
}
