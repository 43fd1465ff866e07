// The VLANs of a device with their names, subnets and own addresses.

import { vlanId } from '../intent/schema-values.ts';
import { type Config, type Item, isYes, propertyValue } from '../model/config.ts';
import { type Prefix, printAddress, printPrefix } from '../model/prefix.ts';
import { type Addresses, descriptionAmong, type OwnAddress } from './addresses.ts';
import type { Bridging, Members } from './bridging.ts';
import { descriptionOf, taggedName } from './comments.ts';
import { Names, nameOf } from './names.ts';
import { type DeviceDraft, oneOrMany, type VlanDraft } from './site-draft.ts';

export interface ImportedVlan {
  readonly name: string;
  readonly vid: number;
  readonly draft: VlanDraft;
  readonly members: Members;
  /** The device's addresses in it; empty = it does not route the VLAN. */
  readonly addresses: readonly OwnAddress[];
}

/** VLANs that a port carries or that the device routes, by id. */
export function vlansOf(config: Config, bridging: Bridging, addresses: Addresses): ReadonlyMap<number, ImportedVlan> {
  const names = new Names(config.items.filter(({ menu }) => menu.startsWith('/interface/')).map(nameOf));
  const vlans = new Map<number, ImportedVlan>();
  for (const [vid, members] of [...bridging.vlans].sort(([a], [b]) => a - b)) {
    if (!vlanId.safeParse(vid).success) continue;
    const item = bridging.interfaces.get(vid);
    const own = item ? (addresses.get(nameOf(item)) ?? []) : [];
    const ports = [...members.tagged, ...members.untagged].filter((port) => bridging.ports.has(port));
    if (ports.length === 0 && own.length === 0) continue;
    const name = item ? nameOf(item) : names.claim(nameOfRow(vid, members.row));
    const draft = draftOf(vid, { item, row: members.row, addresses: own });
    vlans.set(vid, { name, vid, draft, members, addresses: own });
  }
  return vlans;
}

/** A row of several VLANs gives its comment to none of them. */
function nameOfRow(vid: number, row: Item | undefined): string {
  const isOwn = row && (propertyValue(row, 'vlan-ids') ?? propertyValue(row, 'vlan-id')) === String(vid);
  const words = isOwn ? descriptionOf(row) : undefined;
  const isName = words !== undefined && /^[A-Za-z][\w.-]{0,20}$/.test(words);
  return (isOwn ? taggedName(row, 'vlan') : undefined) ?? (isName ? words : `vlan${vid}`);
}

function draftOf(
  vid: number,
  { item, row, addresses }: { item: Item | undefined; row: Item | undefined; addresses: readonly OwnAddress[] },
): VlanDraft {
  const mtu = Number((item && propertyValue(item, 'mtu')) ?? 1500);
  const isRouted = addresses.length > 0;
  const networks = addresses.map(({ network }) => network);
  const l3Offload = item && propertyValue(item, 'l3-hw-offloading');
  return {
    id: vid,
    ipv4: subnetsAmong(networks, 4),
    ipv6: subnetsAmong(networks, 6),
    mtu: isRouted && mtu !== 1500 && mtu >= 576 && mtu <= 10218 ? mtu : undefined,
    'l3-offload': isRouted && l3Offload !== undefined && !isYes(l3Offload) ? false : undefined,
    description: isRouted ? (descriptionOf(item) ?? descriptionAmong(addresses)) : descriptionOf(row),
  };
}

/** Longest first: the site looks for a gateway's subnet in this order, and a longer one may lie in a shorter one. */
export function subnetsAmong(networks: readonly Prefix[], family: 4 | 6): string | string[] | undefined {
  const own = networks.filter((network) => network.family === family).sort((a, b) => b.length - a.length);
  return own.length === 0 ? undefined : oneOrMany([...new Set(own.map(printPrefix))]);
}

/** What hosts of these VLANs learn about IPv6, where it is not what RouterOS tells them by itself. */
export function advertisementsOf(vlans: readonly ImportedVlan[]): NonNullable<DeviceDraft['router-advertisements']> {
  const silent = vlans.filter(({ addresses }) => {
    const own = addresses.filter(({ host }) => host.family === 6);
    return own.length > 0 && own.every(({ isSilent }) => isSilent);
  });
  return Object.fromEntries(silent.map(({ name }) => [name, { prefix: false }]));
}

/** The addresses as `gateways` takes them: without their length, which the subnet has. */
export function gatewayOf({ addresses }: ImportedVlan): string | string[] {
  return oneOrMany(addresses.map(({ host }) => printAddress(host)));
}
