// Where a device of a site is: as `--device` says, else as the site does, with the place where it does.

import type { Deferred } from '../../model/deferred.ts';
import type { Location } from '../../source/location.ts';
import type { AnalysedDevice, AnalysedSite } from '../analyse/analyse-site.ts';
import type { PickedDevice } from '../read/pick-devices.ts';

export interface DeviceAddress {
  /** The device's name in the site, or undefined for a bare URL. */
  readonly name?: string;
  /** As given on the command line, in the site, or in the environment. */
  readonly url?: string;
  /** The secret that is its password where nobody gives another one, and the file that says so. */
  readonly credential?: { readonly secret: Deferred; readonly beside: string };
  /** Where the site or its fleet says so, or fails to. */
  readonly at?: Location;
  /** The label that the fleet's address asks for, and the device does not have. */
  readonly unlabelled?: string | undefined;
  /** What the site has it run: a simulated device does. */
  readonly routeros?: string;
}

export function deviceAddressOf(
  { intent }: Pick<AnalysedSite, 'intent'>,
  { lowered }: Pick<AnalysedDevice, 'lowered'>,
  picked: readonly PickedDevice[],
): DeviceAddress {
  const { device: name, url } = lowered;
  const device = intent.devices.get(name);
  const known = { name, ...(device && { routeros: device.target.routeros.text }) };
  const given = picked.find((each) => each.name === name)?.url;
  if (given !== undefined) return { ...known, url: given };
  if (url === undefined) return known;
  const at = device?.places.at('url');
  return { ...known, url, ...(at && { at }) };
}
