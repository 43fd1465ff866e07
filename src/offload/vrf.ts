// VRFs, and whether the chip would route their interfaces.

import { mayEnterTables } from '../forwarding/entering-tables.ts';
import { isInHardware, legOf } from '../forwarding/leg.ts';
import type { Network, Vrf } from '../forwarding/network.ts';
import type { Item } from '../model/config.ts';

/** VRFs that packets can enter in hardware: the chip routes at an interface, and no switch rule takes all of it. */
export function vrfsOnChip(network: Network): readonly Vrf[] {
  const isEntered = (name: string) => {
    const addresses = network.l3Interfaces.get(name)?.addresses ?? [];
    const families = addresses.length > 0 ? new Set(addresses.map(({ host }) => host.family)) : ([4] as const);
    return [...families].some(
      (family) => isInHardware(legOf(network, name, family)) && mayEnterTables(network, name, family),
    );
  };
  return [...network.vrfs.values()].filter(({ interfaces }) => interfaces.some(isEntered));
}

/** Items that suffer when a VRF is not routed as it says: its addresses, routes and VLAN interfaces. */
export function itemsOfVrf(network: Network, { name, interfaces }: Vrf): readonly Item[] {
  const members = new Set(interfaces);
  return [
    ...network.routes.filter(({ table }) => table === name).map(({ item }) => item),
    ...[...network.vlanInterfaces.values()].flatMap((vlan) => (members.has(vlan.name) ? [vlan.item] : [])),
  ];
}
