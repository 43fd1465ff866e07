// The services by which a device is managed: they answer to the management networks alone. That the network is not
// transit is a policy like others: `policy/management-layer.ts`.

import { managementVrf } from '../intent/networks.ts';
import { managementServices } from '../intent/schema-device.ts';
import { printPrefix } from '../model/prefix.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';

/** Services that the site names stay on, for the networks that may manage; all others go off. */
export function lowerManagement(context: LowerContext): void {
  const { device, draft } = context;
  const { services, from, address } = device.settings.management ?? {};
  putServicesIntoVrf(context);
  if (!services || !address) return;
  const at = device.places.at('management', 'services');
  const networks = (from ?? [address.network]).map(printPrefix).join(',');
  for (const service of managementServices) {
    const index = services.indexOf(service);
    const origin = index < 0 ? at : device.places.at('management', 'services', index);
    draft.set('/ip/service', service, origin, {
      name: said(service, origin),
      disabled: said(index < 0, origin),
      address: index < 0 ? undefined : said(networks, device.places.at('management', from ? 'from' : 'address')),
    });
  }
}

/** Services answer in one table, and all but FTP may be told which. Source: manual, VRF, "Supported services". */
function putServicesIntoVrf({ device, draft }: LowerContext): void {
  const vrf = managementVrf(device.settings);
  if (vrf === undefined) return;
  const origin = device.places.keyAt('management');
  for (const service of device.settings.management?.services ?? managementServices) {
    if (service !== 'ftp')
      draft.set('/ip/service', service, origin, { name: said(service, origin), vrf: said(vrf, origin) });
  }
}
