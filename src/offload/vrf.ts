// VRFs of a config and whether the chip would route their interfaces.

import { isInHardware, legOf } from '../forwarding/leg.ts';
import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';

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
  return vrfsOf(network).filter(({ interfaces }) => interfaces.some((name) => isInHardware(legOf(network, name, 4))));
}

/** Items that suffer when a VRF is not routed as it says: its addresses, routes and VLAN interfaces. */
export function itemsOfVrf(network: Network, { name, interfaces }: Vrf): readonly Item[] {
  const members = new Set(interfaces);
  return [
    ...network.routes.filter(({ table }) => table === name).map(({ item }) => item),
    ...[...network.vlanInterfaces.values()].flatMap((vlan) => (members.has(vlan.name) ? [vlan.item] : [])),
  ];
}
