// What `raw:` lines add to the ways of packets: routes, addresses, VRRP and NAT, as rows in RouterOS's own properties.

import type { DeviceIntent, Intent } from '../../intent/intent.ts';
import type { MenuRow } from '../../intent/menu-words.ts';
import { enabledItemsOf, type MenuPath } from '../../model/config.ts';
import { derivedOnce } from '../../source/grouping.ts';
import { evaluateRaw } from './evaluate-raw.ts';

/** For the paths of flows, and for nothing else: the lines themselves stand in what is lowered. */
export const withRawRouting = derivedOnce((intent: Intent): Intent => {
  if ([...intent.devices.values()].every(({ settings }) => settings.raw === undefined)) return intent;
  return { ...intent, devices: new Map([...intent.devices].map(([name, device]) => [name, withRows(device)])) };
});

function withRows(device: DeviceIntent): DeviceIntent {
  const { raw, routing, addresses, interfaces, rules } = device.settings;
  if (raw === undefined) return device;
  const { value } = evaluateRaw({ path: '', text: raw }, { items: [] });
  const rows = (...menus: readonly MenuPath[]): MenuRow[] =>
    menus.flatMap((menu) =>
      enabledItemsOf(value, menu).map(({ properties }) =>
        Object.fromEntries([...properties].map(([name, property]) => [name, property.value])),
      ),
    );
  const added = { addresses: rows('/ip/address', '/ipv6/address'), vrrp: rows('/interface/vrrp') };
  const routes = { routes: rows('/ip/route'), 'ipv6-routes': rows('/ipv6/route') };
  const nat = rows('/ip/firewall/nat');
  const members = rows('/interface/list/member');
  if ([...Object.values(added), ...Object.values(routes), nat].every((each) => each.length === 0)) return device;
  return {
    ...device,
    settings: {
      ...device.settings,
      addresses: [...Object.values(addresses ?? {}), ...added.addresses],
      interfaces: {
        ...interfaces,
        vrrp: [...Object.values(interfaces?.vrrp ?? {}), ...added.vrrp],
        'list-members': [...Object.values(interfaces?.['list-members'] ?? {}), ...members],
      },
      rules: { ...rules, nat: [...Object.values(rules?.nat ?? {}), ...nat] },
      routing: {
        ...routing,
        routes: [...Object.values(routing?.routes ?? {}), ...routes.routes],
        'ipv6-routes': [...Object.values(routing?.['ipv6-routes'] ?? {}), ...routes['ipv6-routes']],
      },
    },
  };
}
