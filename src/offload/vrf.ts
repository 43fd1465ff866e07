// VRFs of a config and whether the chip would route their interfaces.

import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';
import { legOf } from './legs.ts';

export interface Vrf {
  readonly name: string;
  readonly item: Item;
  readonly interfaces: readonly string[];
}

/** VRFs apart from `main`, in order. */
export function vrfsOf(network: Network): readonly Vrf[] {
  return enabledItemsOf(network.config, '/ip/vrf').flatMap((item) => {
    const name = propertyValue(item, 'name') ?? item.key;
    return name === 'main' ? [] : [{ name, item, interfaces: network.vrfs.get(name) ?? [] }];
  });
}

/** VRFs that packets can enter in hardware: an interface whose ports let the chip route. */
export function vrfsOnChip(network: Network): readonly Vrf[] {
  return vrfsOf(network).filter(({ interfaces }) =>
    interfaces.some((name) => {
      const leg = legOf(network, name, 4);
      return leg.kind === 'hardware' && leg.on.length > 0;
    }),
  );
}

/** Items that suffer when a VRF is not routed as it says: its addresses, routes and VLAN interfaces. */
export function itemsOfVrf(network: Network, { name, interfaces }: Vrf): readonly Item[] {
  const members = new Set(interfaces);
  return [
    ...network.routes.filter(({ table }) => table === name).map(({ item }) => item),
    ...[...network.vlanInterfaces.values()].flatMap((vlan) => (members.has(vlan.name) ? [vlan.item] : [])),
  ];
}
