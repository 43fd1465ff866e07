// VXLAN interfaces: where their outer packets go, and what keeps them from a chip that could encapsulate.

import { enabledItemsOf, type Item, listValues, propertyValue } from '../../model/config.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import { derivedOnce, groupBy } from '../../source/grouping.ts';
import { masterOf } from '../network/masters.ts';
import type { Bridge, L3Interface, Network, NextHop } from '../network/network.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';
import { destinationOf } from '../routing/fib.ts';
import { exclusions } from './device-reasons.ts';

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
  const names = new Set(hopsTo(network, remote, table).flatMap((hop) => hop.interface ?? []));
  return [...names].flatMap((name) => network.l3Interfaces.get(name) ?? []);
}

function hopsTo(network: Network, remote: string, table: string): readonly NextHop[] {
  const address = parsePrefix(remote);
  return (address && destinationOf(network, table, address)?.nextHops) ?? [];
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
function hardwareVxlans(network: Network): readonly Vxlan[] {
  const chip = network.offload;
  return chip && chip.switch.fact('l3.vxlan')?.value !== false ? vxlansOf(network) : [];
}

/** Those of them that `hw=no` does not keep on the CPU, which says it all. */
export function offloadableVxlans(network: Network): readonly Vxlan[] {
  const all = network.offload?.l3Offload ? hardwareVxlans(network) : [];
  return all.filter(({ item }) => propertyValue(item, 'hw') !== 'no');
}

/** What leaves the VXLAN interfaces of such a chip to the CPU, or may, by name; nothing = the chip encapsulates. */
export const vxlanReasons = derivedOnce(
  (network: Network): ReadonlyMap<string, readonly Reason[]> =>
    new Map(
      hardwareVxlans(network).flatMap((vxlan) => {
        const ofMlag = mlagReasons(network, vxlan);
        // Routing in hardware is off beside MLAG, and then the CPU has VXLAN anyway.
        if (!network.offload?.l3Offload) return ofMlag.length > 0 ? [[vxlan.name, ofMlag]] : [];
        return [[vxlan.name, [...ofMlag, ...reasonsAgainst(network, vxlan)]]];
      }),
    ),
);

function mlagReasons(network: Network, { item, bridge }: Vxlan): readonly Reason[] {
  const hasMlag = exclusions(network).some(({ reason }) => reason.cause.code === 'l3hw/mlag-with-l3hw');
  if (!bridge || !hasMlag) return [];
  return [makeReason('unpredictable', 'vxlan/vxlan-mlag', 'a VXLAN port of the bridge', placeOf(item, 'name'))];
}

function reasonsAgainst(network: Network, vxlan: Vxlan): readonly Reason[] {
  const { item, name, vrf } = vxlan;
  if (propertyValue(item, 'hw') === 'no') {
    return [makeReason('cpu', 'vxlan/vxlan-hw-off', `keeps \`${name}\` from the chip`, placeOf(item, 'hw'))];
  }
  const found: Reason[] = [];
  if (!network.offload?.switch.fact('l3.vxlan')) {
    const text = 'it is not documented whether this chip encapsulates VXLAN';
    found.push(makeReason('unknown', 'vxlan/vxlan-unsupported', text, item.origin));
  }
  if (vrf.name !== 'main') {
    found.push(
      makeReason('cpu', 'vxlan/vxlan-in-vrf', `\`${name}\` is in \`${vrf.name}\``, placeOf(item, vrf.property)),
    );
  }
  return [...found, ...ofSettings(item), ...ofBridge(network, vxlan), ...ofUnderlay(network, vxlan)];
}

function ofSettings(item: Item): readonly Reason[] {
  const found: Reason[] = [];
  const fragments = propertyValue(item, 'dont-fragment');
  const at = placeOf(item, 'dont-fragment');
  if (fragments === 'disabled') found.push(makeReason('cpu', 'vxlan/vxlan-df-disabled', 'switches offloading off', at));
  if (fragments === 'inherit') found.push(makeReason('unknown', 'vxlan/vxlan-df-disabled', 'not described', at));
  const group = ['group', 'interface'].find((property) => (propertyValue(item, property) ?? '') !== '');
  if (group) {
    const text = 'multicast below the tunnel';
    found.push(makeReason('cpu', 'vxlan/vxlan-multicast-underlay', text, placeOf(item, group)));
  }
  const isIpv6 = propertyValue(item, 'local-address')?.includes(':') === true;
  if (isIpv6 || propertyValue(item, 'vteps-ip-version') === 'ipv6') {
    const at = placeOf(item, isIpv6 ? 'local-address' : 'vteps-ip-version');
    found.push(makeReason('cpu', 'vxlan/vxlan-ipv6-underlay', 'IPv6 below the tunnel', at));
  }
  return found;
}

/** Since then frames inside of the tunnel may have a tag. */
const tagsSince = '7.24';

function ofBridge(network: Network, { item, name, bridge: own }: Vxlan): readonly Reason[] {
  const missing = missingBridge(network, name, own?.bridge);
  if (missing) {
    const at = own ? placeOf(own.item, 'bridge') : placeOf(item, 'name');
    return [makeReason('cpu', 'vxlan/vxlan-not-bridged-hw', missing, at)];
  }
  const found: Reason[] = [];
  const row = enabledItemsOf(network.config, '/interface/bridge/vlan').find(
    (each) =>
      propertyValue(each, 'bridge') === own?.bridge.name && listValues(propertyValue(each, 'tagged')).includes(name),
  );
  if (row && !isAtLeastVersion(network.target.routeros, tagsSince)) {
    const text = `\`${name}\` carries a tag`;
    found.push(makeReason('cpu', 'vxlan/vxlan-tagged-overlay', text, placeOf(row, 'tagged')));
  }
  return found;
}

function missingBridge(network: Network, name: string, bridge: Bridge | undefined): string | undefined {
  if (!bridge) return `\`${name}\` is in no bridge`;
  if (!bridge.vlanFiltering) return `\`${bridge.name}\` does not filter VLANs`;
  const chip = network.offload?.switch;
  return chip && !bridge.switches.includes(chip) ? `\`${bridge.name}\` is not on the chip` : undefined;
}

function ofUnderlay(network: Network, { remotes, vrf }: Vxlan): readonly Reason[] {
  return remotes.flatMap(({ item, address }) => {
    const found: Reason[] = [];
    const at = placeOf(item, 'remote-ip');
    const { length: hops } = hopsTo(network, address, vrf.name);
    if (hops > 1) found.push(makeReason('cpu', 'vxlan/vxlan-underlay-ecmp', `${hops} next hops`, at));
    const below = underlayOf(network, address, vrf.name).find(({ name }) => !isPlain(network, name));
    if (below) {
      const text = `reached by \`${below.name}\`, a ${kindName(network, below.name)}`;
      found.push(makeReason('cpu', 'vxlan/vxlan-underlay-not-plain-ethernet', text, at));
    }
    return found;
  });
}

function isPlain(network: Network, name: string): boolean {
  const port = network.ports.get(name);
  return port !== undefined && port.switch === network.offload?.switch && !masterOf(network, name);
}

function kindName(network: Network, name: string): string {
  const kind = network.kindOf(name);
  if (kind === 'port') return masterOf(network, name) ? 'port of a bridge or bond' : 'port that is not on the chip';
  return kind === 'vlan' ? 'VLAN interface' : (kind ?? 'software interface');
}
