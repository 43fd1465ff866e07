// VXLAN interfaces of a config, with their tunnels' other ends.

import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, isYes, propertyValue } from '../model/config.ts';
import { type Prefix, parsePrefix } from '../model/prefix.ts';

export interface Vxlan {
  readonly name: string;
  readonly item: Item;
  readonly vteps: readonly Vtep[];
}

export interface Vtep {
  readonly item: Item;
  readonly address: Prefix;
}

/** Enabled VXLAN interfaces. */
export function vxlansOf({ config }: Network): readonly Vxlan[] {
  const vteps = enabledItemsOf(config, '/interface/vxlan/vteps');
  return enabledItemsOf(config, '/interface/vxlan').map((item) => {
    const name = propertyValue(item, 'name') ?? item.key;
    return {
      name,
      item,
      vteps: vteps.flatMap((vtep) => {
        const address = parsePrefix(propertyValue(vtep, 'remote-ip') ?? '');
        return propertyValue(vtep, 'interface') === name && address ? [{ item: vtep, address }] : [];
      }),
    };
  });
}

/** VXLAN interfaces that the chip could serve: L3 offloading is on, and it can encapsulate as far as anybody knows. */
export function offloadableVxlans(network: Network): readonly Vxlan[] {
  const chip = network.offload;
  if (!chip?.l3Offload || chip.switch.fact('l3.vxlan')?.value === false) return [];
  return vxlansOf(network).filter(({ item }) => isYes(propertyValue(item, 'hw') ?? 'yes'));
}

/** Interfaces by which packets to a tunnel's other end leave. */
export function underlayInterfaces(network: Network, { address }: Vtep): readonly string[] {
  const hops = network.routesTo('main', address).flatMap(({ nextHops }) => nextHops);
  return hops.flatMap((hop) => (hop.kind === 'blackhole' || hop.interface === undefined ? [] : [hop.interface]));
}

/** The VRF of the tunnel's outer packets; the property changed its name in RouterOS 7.20. */
export function underlayVrf(item: Item): { readonly property: string; readonly vrf: string } {
  const property = item.properties.has('vtep-vrf') ? 'vtep-vrf' : 'vrf';
  return { property, vrf: propertyValue(item, property) ?? 'main' };
}
