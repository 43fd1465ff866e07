// How packets of an L3 interface meet the front ports: by which port or bond, tagged or not, and which chip takes them.

import { type Config, enabledItemsOf, type Item, isEnabled, isYes, propertyValue } from '../../model/config.ts';
import type { Switch } from '../../profile/target.ts';
import { derivedOnce, derivedPer, groupBy } from '../../source/grouping.ts';
import { bottomBy } from './column.ts';
import type { Network, PhysicalPort } from './network.ts';

/** One way in or out of an L3 interface. */
export interface Attachment {
  /** The port or bond, or the software interface, by current name. */
  readonly name: string;
  /** Enabled front ports below; empty = a software interface. */
  readonly ports: readonly PhysicalPort[];
  /** VLAN of the bridge that its frames belong to; undefined = no VLAN-filtering bridge is involved. */
  readonly vid: number | undefined;
  /** Whether its frames carry a VLAN tag on the wire. */
  readonly tagged: boolean;
  /** The chip that receives or sends its frames; undefined = the CPU does. */
  readonly chip: Switch | 'unknown' | undefined;
  /** The L3HW flag of its ports; `mixed` when the slaves of a bond differ, undefined when there is no such flag. */
  readonly l3Offload: boolean | 'mixed' | undefined;
  /** How a bond spreads its frames. */
  readonly mode?: string | undefined;
}

/** Those that frames can enter by: a port may send a VLAN and take none of its frames. */
export function entriesInto(network: Network, name: string): readonly Attachment[] {
  const lowest = lowestVlan(network, name) ?? name;
  const admitting = attachmentsOf(network, lowest).filter((attachment) => admits(network, attachment));
  if (lowest === name || admitting.length === 0) return admitting;
  const names = new Set(admitting.flatMap((each) => (takesInner(network, each) ? [each.name] : [])));
  return attachmentsOf(network, name).filter((attachment) => names.has(attachment.name));
}

/**
 * Those that frames can leave by: where no port takes the answers of hosts, none is resolved unless by hand, and where
 * they are no port has learned.
 */
export function exitsFrom(network: Network, name: string, family: 4 | 6): readonly Attachment[] {
  const all = attachmentsOf(network, name);
  if (entriesInto(network, name).length > 0) return all;
  return isWritten(network.config, family, name) ? all.filter((exit) => floods(network, exit)) : [];
}

/** Somebody wrote a neighbour down. */
const isWritten = derivedPer((config: Config, family: 4 | 6, name: string): boolean =>
  enabledItemsOf(config, family === 4 ? '/ip/arp' : '/ipv6/neighbor').some(
    (item) => propertyValue(item, 'interface') === name,
  ),
);

/** Frames for MAC addresses that nobody knows. */
function floods({ config, bridgePorts }: Network, { name }: Attachment): boolean {
  const flag = bridgePorts.get(name)?.item;
  const isHost = (host: Item) => propertyValue(host, 'interface') === name;
  return (
    !flag ||
    propertyValue(flag, 'unknown-unicast-flood') !== 'no' ||
    enabledItemsOf(config, '/interface/bridge/host').some(isHost)
  );
}

function admits(network: Network, { name, vid, tagged }: Attachment): boolean {
  const port = network.bridgePorts.get(name);
  if (vid === undefined || !port) return true;
  const { frameTypes, pvid, item } = port;
  // Stacking takes every frame for an untagged one.
  if (!tagged || isYes(propertyValue(item, 'tag-stacking'))) {
    return pvid === vid && frameTypes !== 'admit-only-vlan-tagged';
  }
  return frameTypes !== 'admit-only-untagged-and-priority-tagged';
}

/** Where a bridge has no tag of its own it takes that of a VLAN in the VLAN for its own. */
function takesInner({ bridgePorts, bridges }: Network, { name, vid, tagged }: Attachment): boolean {
  const port = bridgePorts.get(name);
  if (vid === undefined || tagged || !port) return true;
  return isYes(propertyValue(port.item, 'tag-stacking')) || bridges.get(port.bridge)?.etherType !== '0x8100';
}

export const attachmentsOf = derivedPer((network: Network, name: string): readonly Attachment[] => {
  const base = lowestVlan(network, name);
  if (base === undefined) return [];
  return base === name
    ? derive(network, name)
    : attachmentsOf(network, base).map((each) => ({ ...each, tagged: true }));
});

/** VLANs in VLANs, however many, enter and leave by what the lowest does; undefined = they stand on themselves. */
const lowestVlan = bottomBy(({ ports, bonds, bridges, vlanInterfaces }: Network, name) => {
  const isLowest = [ports, bonds, bridges].some((all) => all.has(name));
  const vlan = isLowest ? undefined : vlanInterfaces.get(name);
  return vlan?.parentKind === 'bridge' ? undefined : vlan?.parent;
});

/** Of what is no VLAN on another interface than a bridge. */
function derive(network: Network, name: string): readonly Attachment[] {
  const port = network.ports.get(name);
  if (port) return port.enabled ? [unbridged(name, [port], port.switch)] : [];
  const bond = network.bonds.get(name);
  if (bond) {
    const ports = network.portsBelow(name);
    return ports.length > 0 ? [unbridged(name, ports, bond.hardware)] : [];
  }
  const bridge = network.bridges.get(name);
  if (bridge) return bridgeAttachments(network, name, bridge.vlanFiltering ? bridge.pvid : undefined);
  const vlan = network.vlanInterfaces.get(name);
  if (vlan?.parentKind !== 'bridge') return [unbridged(name)];
  if (network.bridges.get(vlan.parent)?.vlanFiltering) return bridgeAttachments(network, vlan.parent, vlan.vid);
  return bridgeAttachments(network, vlan.parent, undefined).map((each) => ({ ...each, tagged: true }));
}

/** In no bridge; without ports a software interface. */
export function unbridged(name: string, ports: readonly PhysicalPort[] = [], chip?: Attachment['chip']): Attachment {
  return { name, ports, vid: undefined, tagged: false, chip, l3Offload: flagOf(ports) };
}

export function flagOf(ports: readonly PhysicalPort[]): Attachment['l3Offload'] {
  const [first, ...others] = ports.map((port) => port.l3Offload);
  return others.every((flag) => flag === first) ? first : 'mixed';
}

/** The members of one VLAN of a bridge, or with `vid` undefined all its ports. */
function bridgeAttachments(network: Network, bridge: string, vid: number | undefined): readonly Attachment[] {
  const members = vid === undefined ? undefined : network.members(bridge, vid);
  const attachments: Attachment[] = [];
  for (const port of network.bridges.get(bridge)?.ports ?? []) {
    const name = port.interface;
    const tagged = members?.tagged.has(name) ?? false;
    if (members && !tagged && !members.untagged.has(name)) continue;
    if (!network.isUp(name)) continue;
    const ports = network.portsBelow(name);
    if (ports.length === 0 && network.bonds.has(name)) continue;
    const { mode } = network.bonds.get(name) ?? {};
    attachments.push({ name, ports, vid, tagged, chip: port.hardware, l3Offload: flagOf(ports), mode });
  }
  const isFilled = attachments.length === 0 && bridgesFilledLater(network.config).has(bridge);
  return isFilled ? [{ ...unbridged(bridge), vid }] : attachments;
}

/**
 * Bridges that software interfaces join while the device runs: those of CAPs and radios, and sessions of PPP. Source:
 * manual, ap-controller-capsman, `datapath.bridge`; ppp-aaa, `bridge`.
 */
const bridgesFilledLater = derivedOnce(({ items }: Config): ReadonlySet<string | undefined> => {
  const filling = items.filter(
    (item) => /^\/(?:caps-man|interface\/wifi|ppp\/profile)/.test(item.menu) && isEnabled(item),
  );
  return new Set(filling.flatMap((item) => ['bridge', 'datapath.bridge'].map((name) => propertyValue(item, name))));
});

/** Attachments that nothing in the model can tell apart, so that one stands for all. */
export function classesOf(attachments: readonly Attachment[], distinguish = (_: Attachment) => '') {
  const groups = groupBy(attachments, (attachment) => {
    const { chip, l3Offload, tagged, ports, mode } = attachment;
    const chipName = chip === 'unknown' ? chip : (chip?.name ?? '-');
    return `${chipName} ${l3Offload} ${tagged} ${ports.length > 0} ${mode === 'active-backup'} ${distinguish(attachment)}`;
  });
  return [...groups.values()].map((members) => ({ representative: members[0], members }));
}
