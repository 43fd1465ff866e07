// Scripts that find something out on the device and change nothing there but their own rows. Each leaves what it found
// in its own comment, because a comment needs no right that a commit does not need anyway, shows no global variable to
// others, and goes with the script.

import type { Device } from '../device/device.ts';
import { isYes } from '../model/config.ts';
import { addScript, reasonOf } from './arm.ts';
import type { Until } from './reconnecting-session.ts';

export interface AskingScript {
  readonly name: string;
  /** Lines that put what they find into `$p`. */
  readonly lines: readonly string[];
}

const doneMark = 'found ';

/**
 * What each left in `$p`, or why the device did not get through them. The rows are the caller's to remove. Throws
 * DeviceError.
 */
export async function askScripts(
  device: Device,
  scripts: readonly AskingScript[],
  until: Until,
): Promise<readonly string[] | string> {
  const names = scripts.map(({ name }) => name);
  const added = await device.pipeline(
    scripts.map(({ name, lines }) => {
      const report = `/system/script/set [find name="${name}"] comment=("${doneMark}" . $p)`;
      return addScript({ name, source: [':local p ""', ...lines, report].join('\n') });
    }),
  );
  const refused = added.find(({ kind }) => kind !== 'done');
  if (refused) return reasonOf(refused);
  const started = await Promise.all(names.map((name) => device.execute(`/system/script/run ${name}`)));
  const notStarted = started.find(({ kind }) => kind !== 'done');
  if (notStarted) return reasonOf(notStarted);
  return answersOf(device, names, until);
}

/** Between two looks, longer each time. */
const [firstLookMs, lookMs] = [10, 250];

async function answersOf(
  device: Device,
  scripts: readonly string[],
  { clock, deadline }: Until,
): Promise<readonly string[] | string> {
  for (let waitMs = firstLookMs; ; waitMs = Math.min(2 * waitMs, lookMs)) {
    const rows = await device.print('/system/script', { proplist: ['name', 'comment', 'invalid'] });
    const known = new Map(rows.map((row) => [row.name, row]));
    const invalid = scripts.find((name) => isYes(known.get(name)?.invalid));
    if (invalid !== undefined) return `it cannot read script ${invalid}, and flags it as invalid`;
    const answers = scripts.flatMap((name) => {
      const comment = known.get(name)?.comment ?? '';
      return comment.startsWith(doneMark.trimEnd()) ? [comment.slice(doneMark.length)] : [];
    });
    if (answers.length === scripts.length) return answers;
    if (clock.now() >= deadline) return 'it did not answer what its scripts find';
    await clock.sleep(waitMs);
  }
}
