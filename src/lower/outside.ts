// What lies behind a next hop that no device of the site has.

import { isOfInternet } from '../forwarding/routing/endpoints.ts';
import type { DeviceIntent, Intent } from '../intent/intent.ts';
import type { Prefix } from '../model/prefix.ts';
import { layOut } from './layout.ts';
import { linkTo, rowsIn, wordOf } from './own-addresses.ts';

/**
 * Whether packets for a network of the site may get on from there: the Internet has no private addresses, and carries
 * them in IPsec alone. A provider who is not the Internet may.
 */
export function mayGoOn(
  intent: Intent,
  device: DeviceIntent,
  { wanted, gateways }: { readonly wanted: Prefix; readonly gateways: readonly Prefix[] },
): boolean {
  if (isOfInternet(wanted) || /\bipsec\b/.test(device.settings.raw ?? '')) return true;
  return gateways.some((gateway) => !isInternet(intent, device, gateway));
}

/** By its zone, or by NAT of what leaves there. */
function isInternet(intent: Intent, device: DeviceIntent, gateway: Prefix): boolean {
  const own = linkTo(intent, device, gateway);
  if (!own) return false;
  const { l3, onDevice } = layOut(intent, device);
  const zone = l3.get(own.interface)?.zone;
  if (zone === 'internet' || (zone !== undefined && device.settings.nat?.some(({ out }) => out?.includes(zone)))) {
    return true;
  }
  return rowsIn(device.settings.rules?.nat).some(
    (row) => wordOf(row.action) === 'masquerade' && wordOf(row['out-interface']) === onDevice(own.interface),
  );
}
