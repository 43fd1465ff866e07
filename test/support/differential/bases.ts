// The networks that random configurations start from: two subnets of both families, a host in each, and one behind the
// right host, wired to the device in different ways.

import type { Host } from '../sim-rig.ts';

export interface Hardware {
  readonly model: string;
  readonly left: string;
  readonly right: string;
  readonly spare: string;
}

export const hardware: readonly Hardware[] = [
  { model: 'CRS326-24G-2S+', left: 'sfp-sfpplus1', right: 'sfp-sfpplus2', spare: 'ether5' },
  { model: 'CRS309-1G-8S+', left: 'sfp-sfpplus1', right: 'sfp-sfpplus2', spare: 'sfp-sfpplus5' },
  // The right port hangs on the CPU.
  { model: 'CRS326-24S+2Q+', left: 'sfp-sfpplus1', right: 'ether1', spare: 'sfp-sfpplus5' },
  // No chip that routes; one whose chip filters VLANs, and one whose chip does not.
  { model: 'RB5009UG+S+', left: 'ether2', right: 'ether3', spare: 'ether5' },
  { model: 'RB450Gx4', left: 'ether2', right: 'ether3', spare: 'ether5' },
];

/** Whether the device has a chip that routes; arguments about it are refused elsewhere. */
export function routesInChip({ model }: Hardware): boolean {
  return model.startsWith('CRS');
}

/** How one subnet is wired. */
interface Side {
  /** The L3 interface. */
  readonly name: string;
  readonly vid: number;
  readonly port: string;
}

export interface Base {
  readonly script: string;
  /** L3 interfaces of the two subnets. */
  readonly left: string;
  readonly right: string;
  /** Hosts send tagged frames. */
  readonly isTagged: { readonly left: boolean; readonly right: boolean };
}

export const baseNames = [
  'two-vlans',
  'trunks',
  'bond',
  'routed-port',
  'routed-ports',
  'vlan-on-port',
  'two-bridges',
] as const;
export type BaseName = (typeof baseNames)[number];

export function baseOf(kind: BaseName, ports: Hardware): Base {
  const left: Side = { name: 'left', vid: 2, port: ports.left };
  const right: Side = { name: 'right', vid: 3, port: ports.right };
  const untagged = { left: false, right: false };
  switch (kind) {
    case 'two-vlans':
      return made(ports, bridge('bridge', [left, right]), 'left', 'right', untagged);
    case 'trunks': {
      const tagged = { left: true, right: true };
      return made(ports, bridge('bridge', [left, right], true), 'left', 'right', tagged);
    }
    case 'bond': {
      const bond = `/interface bonding add mode=802.3ad name=bond1 slaves=${left.port}`;
      return made(ports, [bond, ...bridge('bridge', [{ ...left, port: 'bond1' }, right])], 'left', 'right', untagged);
    }
    case 'routed-port':
      return made(ports, bridge('bridge', [left]), 'left', right.port, untagged);
    case 'routed-ports':
      return made(ports, [], left.port, right.port, untagged);
    case 'vlan-on-port': {
      const vlan = `/interface vlan add interface=${right.port} name=right vlan-id=3`;
      return made(ports, [...bridge('bridge', [left]), vlan], 'left', 'right', { left: false, right: true });
    }
    case 'two-bridges':
      return made(ports, [...bridge('bridge', [left]), ...bridge('second', [right])], 'left', 'right', untagged);
  }
}

function bridge(name: string, sides: readonly Side[], isTagged = false): readonly string[] {
  const frames = isTagged ? 'admit-only-vlan-tagged' : 'admit-only-untagged-and-priority-tagged';
  return [
    `/interface bridge add name=${name} vlan-filtering=yes`,
    ...sides.flatMap((side) => [
      `/interface vlan add interface=${name} name=${side.name} vlan-id=${side.vid}`,
      `/interface bridge port add bridge=${name} interface=${side.port} frame-types=${frames}` +
        (isTagged ? '' : ` pvid=${side.vid}`),
      `/interface bridge vlan add bridge=${name} vlan-ids=${side.vid} tagged=${name}${isTagged ? `,${side.port}` : ''}`,
    ]),
  ];
}

function made(
  ports: Hardware,
  lines: readonly string[],
  left: string,
  right: string,
  isTagged: Base['isTagged'],
): Base {
  const script = [
    ...lines,
    `/ip address add address=10.0.2.1/24 interface=${left}`,
    `/ip address add address=10.0.3.1/24 interface=${right}`,
    `/ipv6 address add address=2001:db8:2::1/64 interface=${left} advertise=no`,
    `/ipv6 address add address=2001:db8:3::1/64 interface=${right} advertise=no`,
    ...(routesInChip(ports) ? ['/interface ethernet switch set 0 l3-hw-offloading=yes'] : []),
  ];
  return { script: script.join('\n'), left, right, isTagged };
}

export const sides = ['left', 'right', 'spare'] as const;
export type SideName = (typeof sides)[number];

/** Addresses of one host, or of hosts behind it, in both families. */
export interface HostAddresses {
  readonly side: SideName;
  readonly addresses: Record<4 | 6, string>;
}

export const hosts = {
  left: { side: 'left', addresses: { 4: '10.0.2.2', 6: '2001:db8:2::2' } },
  right: { side: 'right', addresses: { 4: '10.0.3.2', 6: '2001:db8:3::2' } },
  /** Second hosts of the subnets, which routes give as other gateways. */
  other: { side: 'left', addresses: { 4: '10.0.2.3', 6: '2001:db8:2::3' } },
  second: { side: 'right', addresses: { 4: '10.0.3.3', 6: '2001:db8:3::3' } },
  /** Behind the hosts of the right subnet, for whoever has a route there. */
  far: { side: 'right', addresses: { 4: '198.51.100.9', 6: '2001:db8:ff::9' } },
} as const satisfies Record<string, HostAddresses>;
export type HostName = keyof typeof hosts;

const seconds = new Set<string>([hosts.other, hosts.second].flatMap(({ addresses }) => Object.values(addresses)));

/** The host of a side whose own address is `address`, or that answers for it. */
export function hostWith(address: string, side: SideName, port: string, vlan: number | undefined): Host {
  const mac = `02:00:00:00:0${sides.indexOf(side) + 2}:0${seconds.has(address) ? 3 : 2}`;
  return { address, mac, port, ...(vlan !== undefined && { vlan }) };
}
