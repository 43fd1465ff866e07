// Links between devices, checked from both ends: packet sizes, members of bonds, VLANs that one end sends and the other
// drops. Protocols over them are in check-sessions.ts.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import type { Check, CheckContext } from './check.ts';
import { rolesOf } from './check-names.ts';
import type { DeviceIntent, Intent } from './intent.ts';
import { carriesVlan, type Link, type LinkEnd, routedLinks, trunkLinks, vlanOfNetwork, vlansOf } from './links.ts';
import { ownAddresses } from './networks.ts';

export const checkLinks: Check = (context) => {
  const { intent, partial } = context;
  const routed = routedLinks(intent);
  const trunks = partial ? [] : trunkLinks(intent);
  return [
    ...routed.flatMap((link) => [linkMtu(intent, link), bondEnds(link)]),
    ...trunks.flatMap((link) => [bondEnds(link), nativeVlans(link), frameSizes(link)]),
    ...(partial ? [] : vlansCutOff(context)),
    ...portsInVlans(intent),
  ];
};

const packetBytes = 1500;

export function packetSize(intent: Intent, mtu: number | undefined): number {
  return mtu ?? intent.site.defaults?.mtu ?? packetBytes;
}

function linkMtu(intent: Intent, { ends: [a, b], by }: Link): Found {
  const [mtuA, mtuB] = [packetSize(intent, a.role.mtu), packetSize(intent, b.role.mtu)];
  if (mtuA === mtuB) return [];
  return mistake('intent/link-mtu', {
    what: `packets above ${Math.min(mtuA, mtuB)} bytes are lost between \`${a.device.name}\` and \`${b.device.name}\``,
    severity: 'warning',
    ...bothMarked([a, b], (end) => `${packetSize(intent, end.role.mtu)} bytes on this end of ${by}`, 'mtu'),
    fix: 'write the same `mtu` at both ends',
  });
}

/** A routed port of one device that is plugged into a VLAN of others. */
function portsInVlans(intent: Intent): Diagnostic[] {
  return [...intent.devices.values()].flatMap((device) =>
    ownAddresses(intent, device).flatMap(({ kind, network, owner, at }): Found => {
      const vlan = kind === 'link' ? vlanOfNetwork(intent, network) : undefined;
      const role = rolesOf(device).find(({ name }) => name === owner)?.role;
      if (vlan === undefined || !role || carriesVlan(device, vlan)) return [];
      const [own, other] = [packetSize(intent, role.mtu), packetSize(intent, intent.site.vlans?.[vlan]?.mtu)];
      if (own === other) return [];
      return mistake('intent/link-mtu', {
        what: `packets above ${Math.min(own, other)} bytes are lost between \`${device.name}\` and VLAN \`${vlan}\``,
        severity: 'warning',
        at,
        label: `${own} bytes on \`${owner}\``,
        related: [{ at: intent.keyAt('vlans', vlan), text: `${other} bytes` }],
        device: device.name,
        fix: 'write the same `mtu` for the port and the VLAN',
      });
    }),
  );
}

function bondEnds({ ends: [a, b], isDirect }: Link): Found {
  const problem = isDirect ? bondProblem(a, b) : undefined;
  if (problem === undefined) return [];
  return mistake('intent/link-bond', {
    what: `the ends of the link between \`${a.device.name}\` and \`${b.device.name}\` do not fit: ${problem}`,
    ...bothMarked([a, b], bondText),
    fix: 'give both ends as many members, and the same mode',
  });
}

export function bondProblem(a: LinkEnd, b: LinkEnd): string | undefined {
  if (a.cables === 0 || b.cables === 0) return undefined;
  if (a.cables !== b.cables) return `${a.cables} and ${b.cables} ${b.cables === 1 ? 'port' : 'ports'}`;
  if (usesLacp(a) !== usesLacp(b)) return 'only one of them speaks LACP';
  return undefined;
}

function usesLacp({ bond }: LinkEnd): boolean {
  return bond !== undefined && (bond.mode ?? '802.3ad') === '802.3ad';
}

export function bondText({ bond, cables }: LinkEnd): string {
  return bond ? `${bond.mode ?? '802.3ad'} of ${cables} ${cables === 1 ? 'port' : 'ports'}` : 'a single port';
}

function nativeVlans({ ends: [a, b] }: Link): Found {
  if (a.role.native === b.role.native) return [];
  const isUsed = [a.role.native, b.role.native].some(
    (vlan) => vlan !== undefined && carriesVlan(a.device, vlan) && carriesVlan(b.device, vlan),
  );
  if (!isUsed) return [];
  return mistake('intent/link-vlans', {
    what: `untagged frames change their VLAN, or are lost, between \`${a.device.name}\` and \`${b.device.name}\``,
    severity: 'warning',
    ...bothMarked([a, b], ({ role }) => (role.native ? `untagged is \`${role.native}\`` : 'untagged is dropped')),
    fix: 'write the same `native` at both ends, or tag the VLAN at both',
  });
}

function frameSizes({ ends: [a, b] }: Link): Found {
  const [sizeA, sizeB] = [frameSizeOf(a), frameSizeOf(b)];
  if (sizeA === undefined || sizeB === undefined || sizeA === sizeB) return [];
  return mistake('intent/link-mtu', {
    what: `frames above ${Math.min(sizeA, sizeB)} bytes are lost between \`${a.device.name}\` and \`${b.device.name}\``,
    severity: 'warning',
    ...bothMarked([a, b], (end) => `an L2MTU of ${frameSizeOf(end)}`),
    fix: 'write the same `l2mtu` at both ends',
  });
}

export function frameSizeOf({ device, name }: LinkEnd): number | undefined {
  return device.settings.ports?.[name]?.l2mtu;
}

/**
 * A VLAN of two devices that a trunk of one carries and no trunk of the other does, although their trunks meet: its
 * hosts are two islands. Needs no knowledge of cables.
 */
function vlansCutOff({ intent }: CheckContext): Diagnostic[] {
  const devices = [...intent.devices.values()];
  return Object.keys(intent.site.vlans ?? {}).flatMap((vlan) =>
    devices.flatMap((device): Found => {
      const [trunk] = trunksOf(device);
      if (!trunk || !usesVlan(device, vlan) || trunkWith(device, vlan)) return [];
      const other = devices.find((each) => each !== device && trunkWith(each, vlan) && meet(each, device));
      const otherTrunk = other && trunkWith(other, vlan);
      if (!other || !otherTrunk) return [];
      return mistake('intent/link-vlans', {
        what: `VLAN \`${vlan}\` of \`${device.name}\` is cut off from \`${other.name}\`: no trunk of it carries the VLAN`,
        severity: 'warning',
        at: trunk.places.keyAt('trunk'),
        label: `\`${vlan}\` is missing here`,
        related: [{ at: otherTrunk.places.keyAt('trunk'), text: `\`${other.name}\` sends it here` }],
        device: device.name,
        fix: `add \`${vlan}\` to the trunk of \`${device.name}\`, or take it off the other one`,
      });
    }),
  );
}

type Role = ReturnType<typeof rolesOf>[number];

function trunksOf(device: DeviceIntent): readonly Role[] {
  return rolesOf(device).filter(({ role }) => role.trunk !== undefined);
}

function trunkWith(device: DeviceIntent, vlan: string): Role | undefined {
  return trunksOf(device).find(({ role }) => vlansOf(role).includes(vlan));
}

function usesVlan(device: DeviceIntent, vlan: string): boolean {
  return carriesVlan(device, vlan) || device.settings.gateways?.[vlan] !== undefined;
}

/** Trunks of both carry a VLAN that both have. */
function meet(a: DeviceIntent, b: DeviceIntent): boolean {
  return trunksOf(a).some((trunk) => vlansOf(trunk.role).some((vlan) => trunkWith(b, vlan) !== undefined));
}

function bothMarked([a, b]: Link['ends'], text: (end: LinkEnd) => string, key?: 'mtu') {
  const place = (end: LinkEnd) => (key !== undefined && end.role[key] !== undefined ? end.places.at(key) : end.at);
  return {
    at: place(a),
    label: text(a),
    related: [{ at: place(b), text: `${text(b)}, \`${b.device.name}\`` }],
    device: a.device.name,
  };
}
