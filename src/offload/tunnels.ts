// Tunnels with a FastPath setting of their own, the way that their outer packets take, and VXLAN interfaces with what
// decides whether a chip can encapsulate.

import { derivedOnce, groupBy } from '../forwarding/grouping.ts';
import type { Bridge, L3Interface, Network, Reference } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, type MenuPath, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import { setCommand } from './fix.ts';
import { aboutEach, defineRule, type FindingAbout, type Rule, type WrittenFinding, type WrittenRule } from './rule.ts';

export interface Tunnel {
  readonly name: string;
  readonly item: Item;
  /** Bytes that the tunnel adds to an IP packet that it carries, over IPv4. */
  readonly overhead: number;
  /** Where the outer packets go, as written; several for VXLAN. */
  readonly remotes: readonly string[];
  /** `allow-fast-path`, by its default where nothing is set. */
  readonly allowsFastpath: boolean;
}

/** Outer headers: IP 20; GRE 4, with a key 8; the Ethernet header inside 14; UDP and VXLAN 16. */
const kinds: readonly (readonly [MenuPath, number])[] = [
  ['/interface/eoip', 42],
  ['/interface/gre', 24],
  ['/interface/ipip', 20],
  ['/interface/vxlan', 50],
];

export function fastpathTunnels(network: Network): readonly Tunnel[] {
  return kinds.flatMap(([menu, overhead]) =>
    enabledItemsOf(network.config, menu).map((item) => {
      const name = propertyValue(item, 'name') ?? item.key;
      return {
        name,
        item,
        overhead,
        remotes:
          menu === '/interface/vxlan'
            ? vtepsAt(network, name).map(({ address }) => address)
            : [propertyValue(item, 'remote-address') ?? ''],
        allowsFastpath: propertyValue(item, 'allow-fast-path') !== 'no',
      };
    }),
  );
}

/** Whether outer packets of the tunnel are to be encrypted: by its own secret, or by a policy for its far end. */
export function ipsecOf({ config }: Network, tunnel: Tunnel): Reference | undefined {
  if (tunnel.item.properties.has('ipsec-secret')) return { item: tunnel.item, property: 'ipsec-secret' };
  const policy = enabledItemsOf(config, '/ip/ipsec/policy').find((item) => {
    const target = parsePrefix(propertyValue(item, 'dst-address') ?? '');
    return target?.length === 32 && tunnel.remotes.some((remote) => parsePrefix(remote)?.base === target.base);
  });
  return policy && { item: policy, property: 'dst-address' };
}

export interface Vtep {
  readonly item: Item;
  readonly address: string;
}

const vtepsOf = derivedOnce(({ config }: Network) =>
  groupBy(enabledItemsOf(config, '/interface/vxlan/vteps'), (item) => propertyValue(item, 'interface') ?? ''),
);

/** Far ends of the VXLAN interface with this name. */
export function vtepsAt(network: Network, name: string): readonly Vtep[] {
  const items = vtepsOf(network).get(name) ?? [];
  return items.map((item) => ({ item, address: propertyValue(item, 'remote-ip') ?? '' }));
}

/** Interfaces by which an address is reached, without duplicates; several = ECMP. Empty = no route or no address. */
export function underlayOf(network: Network, remote: string, table = 'main'): readonly L3Interface[] {
  const address = parsePrefix(remote);
  if (!address) return [];
  const hops = network.routesTo(table, address).flatMap(({ nextHops }) => nextHops);
  const names = new Set(hops.flatMap((hop) => hop.interface ?? []));
  return [...names].flatMap((name) => network.l3Interfaces.get(name) ?? []);
}

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

/** A rule about VXLAN that the chip could do, asked of one after the other. */
export function defineVxlanRule({
  find,
  ...rule
}: Omit<WrittenRule, 'check' | 'facts'> & {
  find(vxlan: Vxlan, network: Network): readonly FindingAbout[] | FindingAbout;
}): Rule {
  const check = aboutEach(offloadableVxlans, (vxlan, { network }) => find(vxlan, network));
  return defineRule({ ...rule, facts: ['l3.vxlan'], check });
}

/** VXLAN interfaces whose outer packets are in a VRF, and what that means. */
export function inVrf(vxlans: readonly Vxlan[], what: string): readonly WrittenFinding[] {
  return vxlans
    .filter(({ vrf }) => vrf.name !== 'main')
    .map(({ item, name, vrf }) => ({
      subject: item,
      what,
      primary: [vrf.property, `\`${name}\` is in \`${vrf.name}\``],
      fix: ['use the main table', setCommand(item, `${vrf.property}=main`)],
    }));
}
