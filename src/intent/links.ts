// The links between devices of a site, derived from what both ends say: a subnet that they share, or trunks that can
// only be the two ends of one cable. A site never says its cables.

import { bitsOf, isSamePrefix, type Prefix, printPrefix } from '../model/prefix.ts';
import type { Span } from '../source/location.ts';
import { rolesOf } from './check-names.ts';
import type { DeviceIntent, Intent, Places } from './intent.ts';
import { type OwnAddress, ownAddresses } from './networks.ts';
import { expandPorts } from './ports.ts';
import type { BondSettings, PortRole } from './schema-device.ts';

/** A port or bond at one end. */
export interface LinkEnd {
  readonly device: DeviceIntent;
  /** As the site writes it. */
  readonly name: string;
  readonly role: PortRole;
  readonly places: Places;
  /** Its line, to be marked. */
  readonly at: Span;
  readonly bond: BondSettings | undefined;
  /** Cables: one, or as many as the bond has members. */
  readonly cables: number;
}

export interface Link {
  /** The subnet or the trunk that makes them one. */
  readonly by: string;
  /** No third device has a place in it, so the two are the ends of one cable or bond. */
  readonly isDirect: boolean;
  readonly ends: readonly [LinkEnd, LinkEnd];
}

/** Routed ports of two devices in one subnet. */
export function routedLinks(intent: Intent): Link[] {
  const links: Link[] = [];
  const known = new Map<string, OwnAddress>();
  for (const device of intent.devices.values()) {
    for (const own of ownAddresses(intent, device)) {
      if (own.kind !== 'link') continue;
      const by = printPrefix(own.network);
      const before = known.get(by);
      const ends = before && before.device !== device.name && bothEnds(intent, before, own);
      if (ends) links.push({ by, isDirect: bitsOf(own.network.family) - own.network.length <= 2, ends });
      if (!before) known.set(by, own);
    }
  }
  // IPv4 and IPv6 make one link of the same two ports.
  return links.filter(
    ({ ends: [a, b] }, index) => links.findIndex(({ ends: [c, d] }) => isSameEnd(a, c) && isSameEnd(b, d)) === index,
  );
}

function bothEnds(intent: Intent, a: OwnAddress, b: OwnAddress): Link['ends'] | undefined {
  const [first, second] = [a, b].map(({ device, owner }) => {
    const found = intent.devices.get(device);
    return found && linkEndsOf(found).find(({ name }) => name === owner);
  });
  return first && second && [first, second];
}

/** Trunks of two devices that carry the same VLANs, where neither could lead anywhere else. */
export function trunkLinks(intent: Intent): Link[] {
  const trunks = [...intent.devices.values()].flatMap((device) =>
    linkEndsOf(device).filter(({ role }) => role.trunk !== undefined),
  );
  const candidates = (end: LinkEnd) =>
    trunks.filter((other) => other.device !== end.device && sharedVlans(end, other).length > 0);
  return trunks.flatMap((end, index): Link[] => {
    const [other, ...more] = candidates(end);
    if (!other || more.length > 0 || trunks.indexOf(other) < index || candidates(other).length > 1) return [];
    return [{ by: `VLAN \`${sharedVlans(end, other).join('`, `')}\``, isDirect: true, ends: [end, other] }];
  });
}

/** Every port and bond of a device; a range is as many ends as it has ports. */
export function linkEndsOf(device: DeviceIntent): LinkEnd[] {
  return rolesOf(device).flatMap(({ name, role, places }): LinkEnd[] => {
    const bond = device.settings.bonds?.[name];
    const below = bond ? 'bonds' : 'ports';
    const at = device.places.keyAt(below, name);
    const members = [...device.ports.values()].filter(({ settings }) => settings.bond === name).length;
    const end: LinkEnd = { device, name, role, places, at, bond, cables: bond ? members : 1 };
    if (bond) return [end];
    const expansion = expandPorts(name, device.target);
    return expansion.kind === 'ports' ? expansion.names.map(() => end) : [];
  });
}

export function vlansOf({ trunk = [], native, vlan }: PortRole): readonly string[] {
  return [...trunk, ...[native, vlan].filter((each) => each !== undefined)];
}

function sharedVlans(a: LinkEnd, b: LinkEnd): readonly string[] {
  const other = new Set(vlansOf(b.role));
  return vlansOf(a.role).filter((vlan) => other.has(vlan));
}

function isSameEnd(a: LinkEnd, b: LinkEnd): boolean {
  return a.device === b.device && a.name === b.name;
}

/** The VLAN whose subnet a routed port of another device is in: the port is plugged into the VLAN. */
export function vlanOfNetwork(intent: Intent, network: Prefix): string | undefined {
  return Object.entries(intent.site.vlans ?? {}).find(([, { ipv4 = [], ipv6 = [] }]) =>
    [...ipv4, ...ipv6].some((subnet) => isSamePrefix(subnet, network)),
  )?.[0];
}

/** Whether any port or bond of the device carries the VLAN. */
export function carriesVlan(device: DeviceIntent, vlan: string): boolean {
  return rolesOf(device).some(({ role }) => vlansOf(role).includes(vlan));
}
