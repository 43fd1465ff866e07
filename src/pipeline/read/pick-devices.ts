// `--device NAME[=URL]`: which devices of a site, and where they are.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import type { Intent } from '../../intent/intent.ts';
import { nearestName } from '../../source/near-name.ts';

export interface PickedDevice {
  readonly name: string;
  readonly url?: string;
}

/** A URL may itself hold `=`; the first one ends the name. */
export function pickDevices(values: readonly string[] = []): readonly PickedDevice[] {
  return values.map((value) => {
    const at = value.indexOf('=');
    return at < 0 ? { name: value } : { name: value.slice(0, at), url: value.slice(at + 1) };
  });
}

/** Names that the site does not have. */
export function unknownDevices(picked: readonly PickedDevice[], intent: Intent): readonly Diagnostic[] {
  const known = Object.keys(intent.site.devices);
  return picked
    .filter(({ name }) => !known.includes(name))
    .map(({ name }) => {
      const near = nearestName(name, known);
      return mistake('device/not-in-site', {
        what: `the site has no device \`${name}\``,
        at: intent.at('devices'),
        label: near ? `did you mean \`${near}\`?` : `it has ${known.join(', ')}`,
      });
    });
}

export function namesOf(picked: readonly PickedDevice[]): readonly string[] {
  return picked.map(({ name }) => name);
}
