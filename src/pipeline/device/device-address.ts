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
  /** Where the site says so. */
  readonly at?: Location;
}

export function deviceAddressOf(
  { intent }: Pick<AnalysedSite, 'intent'>,
  { lowered }: Pick<AnalysedDevice, 'lowered'>,
  picked: readonly PickedDevice[],
): DeviceAddress {
  const { device: name, url } = lowered;
  const given = picked.find((each) => each.name === name)?.url;
  if (given !== undefined) return { name, url: given };
  if (url === undefined) return { name };
  const at = intent.devices.get(name)?.places.at('url');
  return { name, url, ...(at && { at }) };
}
