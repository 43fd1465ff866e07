// VXLAN interfaces with what decides whether a chip can encapsulate.

import type { Bridge, Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';
import { setCommand } from './fix.ts';
import type { WrittenFinding } from './rule.ts';
import { type Vtep, vtepsAt } from './tunnels.ts';

export interface Vxlan {
  readonly name: string;
  readonly item: Item;
  /** VRF of the outer packets, and the property that names it in this RouterOS version. */
  readonly vrf: { readonly name: string; readonly property: string };
  /** The bridge that it is a port of, with the item that makes it one. */
  readonly bridge: { readonly bridge: Bridge; readonly item: Item } | undefined;
  readonly remotes: readonly Vtep[];
}

export function vxlansOf(network: Network): readonly Vxlan[] {
  return enabledItemsOf(network.config, '/interface/vxlan').map((item) => {
    const name = propertyValue(item, 'name') ?? item.key;
    const property = item.properties.has('vtep-vrf') ? 'vtep-vrf' : 'vrf';
    const member = network.bridgePorts.get(name);
    const bridge = member && network.bridges.get(member.bridge);
    return {
      name,
      item,
      vrf: { name: propertyValue(item, property) ?? 'main', property },
      bridge: bridge && { bridge, item: member.item },
      remotes: vtepsAt(network, name),
    };
  });
}

/** VXLAN interfaces of a chip that can encapsulate, or of which nobody knows; others are `vxlan-unsupported`. */
export function hardwareVxlans(network: Network): readonly Vxlan[] {
  const chip = network.offload;
  if (!chip?.l3Offload || chip.switch.fact('l3.vxlan')?.value === false) return [];
  return vxlansOf(network);
}

/** Those of them that `hw=no` does not keep on the CPU, which says it all. */
export function offloadableVxlans(network: Network): readonly Vxlan[] {
  return hardwareVxlans(network).filter(({ item }) => propertyValue(item, 'hw') !== 'no');
}

/** VXLAN interfaces whose outer packets are in a VRF, and what that means. */
export function inVrf(vxlans: readonly Vxlan[], what: string): readonly WrittenFinding[] {
  return vxlans
    .filter(({ vrf }) => vrf.name !== 'main')
    .map(({ item, name, vrf }) => ({
      subject: item,
      placement: 'cpu',
      what,
      primary: [vrf.property, `\`${name}\` is in \`${vrf.name}\``],
      fix: ['use the main table', setCommand(item, `${vrf.property}=main`)],
    }));
}
