// Random ACLs for the routing switch of `policy-site.ts`, random packets, and what they mean by three readings that
// share no code with the compiler: the site read aloud, and a table read as the manual says.

import fc from 'fast-check';
import { type Item, listValues, propertyValue } from '../../src/model/config.ts';
import { containsPrefix, parsePrefix } from '../../src/model/prefix.ts';

export interface Rule {
  readonly action: 'permit' | 'deny';
  readonly to?: string;
  readonly from?: string;
  readonly protocol?: string;
  readonly port?: readonly [number, number];
  /** The QoS profile of a permit. */
  readonly mark?: Mark;
}

export type Mark = keyof typeof trafficClasses;
/** Of the profiles in `profiles`. */
const trafficClasses = { low: 0, high: 5 };
/** A device's QoS, for `switchSite`. */
export const profiles = `    qos:
      trust: none
      profiles: { low: { traffic-class: 0 }, high: { dscp: 46, traffic-class: 5 } }
`;

export interface Acl {
  readonly vlans: readonly string[];
  readonly rules: readonly Rule[];
}

const networks: Readonly<Record<string, readonly string[]>> = {
  left: ['10.0.2.0/24', '2001:db8:2::/64'],
  right: ['10.0.3.0/24', '2001:db8:3::/64'],
  far: ['10.0.4.0/24'],
};
export const own = ['10.0.2.1', '10.0.3.1', '10.0.4.1', '2001:db8:2::1', '2001:db8:3::1'];
export const unrouted = ['224.0.0.0/4', '255.255.255.255', 'fe80::/10', 'ff00::/8'];
const places = ['left', 'right', 'far', '10.0.0.0/16', '10.0.3.0/25', '10.0.3.128/25', '10.0.3.7', '198.51.100.0/24'];
const more = ['2001:db8:3::7', '2001:db8::/32'];

const rule: fc.Arbitrary<Rule> = fc.record(
  {
    action: fc.constantFrom('permit', 'deny'),
    to: fc.constantFrom(...places, ...more),
    from: fc.constantFrom('10.0.2.0/25', '10.0.2.9', '10.0.0.0/8', '2001:db8:2::9'),
    protocol: fc.constantFrom('tcp', 'udp', 'icmp', 'icmpv6'),
    port: fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 3 })),
  },
  { requiredKeys: ['action'] },
);
const markedRule = fc
  .tuple(rule, fc.constantFrom('low', 'high', undefined))
  .map(([each, mark]): Rule => (mark && each.action === 'permit' ? { ...each, mark } : each));

function listsOf(rules: fc.Arbitrary<Rule>): fc.Arbitrary<[Acl[], 'permit' | 'deny']> {
  const acl: fc.Arbitrary<Acl> = fc.record({
    vlans: fc.uniqueArray(fc.constantFrom('left', 'right', 'far'), { minLength: 1 }),
    rules: fc.array(rules, { minLength: 1, maxLength: 6 }),
  });
  return fc.tuple(fc.array(acl, { minLength: 1, maxLength: 3 }), fc.constantFrom('permit', 'deny'));
}

export const acls = listsOf(rule);
export const markedAcls = listsOf(markedRule);

/** A port belongs to a protocol that has ports. */
function portsOf({ protocol, port }: Rule): readonly [number, number] | undefined {
  return port && (protocol === 'tcp' || protocol === 'udp') ? [port[0], port[0] + port[1]] : undefined;
}

export function print(lists: readonly Acl[], last: string): string {
  const match = (each: Rule) => {
    const ports = portsOf(each);
    const words = [
      each.to && `to: "${each.to}"`,
      each.from && `from: "${each.from}"`,
      each.protocol && `protocol: ${each.protocol}`,
      ports && `port: ${ports[0]}-${ports[1]}`,
    ].filter((word) => word);
    return words.length === 0 ? 'any' : `{ ${words.join(', ')} }`;
  };
  return lists
    .map(({ vlans, rules }, index) => {
      const mark = (each: Rule) => (each.mark ? `\n        qos: ${each.mark}` : '');
      const lines = rules.map((each) => `      - ${each.action}: ${match(each)}${mark(each)}`);
      return `  acl${index}:\n    from: [${vlans.join(', ')}]\n    rules:\n${lines.join('\n')}\n      - ${last}: any\n`;
    })
    .join('');
}

export interface Packet {
  readonly port: string;
  readonly vlan: string;
  readonly tag: number | undefined;
  readonly source: string;
  readonly destination: string;
  readonly protocol: string;
  readonly service: number;
}

export const ways = [
  ['ether1', 'left', undefined],
  ['ether2', 'right', undefined],
  ['ether3', 'left', undefined],
  ['ether3', 'right', 3],
  ['ether3', 'far', 4],
  ['ether4', 'left', 2],
  ['ether4', 'right', 3],
  ['ether4', 'far', 4],
] as const;
const hosts4 = [
  '10.0.2.9',
  '10.0.2.130',
  '10.0.3.7',
  '10.0.3.200',
  '10.0.4.4',
  '10.0.9.9',
  '198.51.100.1',
  '224.0.0.5',
];
const hosts6 = ['2001:db8:2::9', '2001:db8:3::7', '2001:db8:3::8', '2001:db9::1', 'fe80::1', 'ff02::1'];
export const anyPacket: fc.Arbitrary<Packet> = fc
  .tuple(fc.constantFrom(...ways), fc.constantFrom(4, 6), fc.integer({ min: 0, max: 10 }))
  .chain(([[port, vlan, tag], family, service]) => {
    const hosts = [...(family === 4 ? hosts4 : hosts6), ...own.filter((each) => each.includes(':') === (family === 6))];
    return fc.record({
      port: fc.constant(port),
      vlan: fc.constant(vlan),
      tag: fc.constant(tag),
      source: fc.constantFrom(...hosts),
      destination: fc.constantFrom(...hosts),
      protocol: fc.constantFrom('tcp', 'udp', family === 4 ? 'icmp' : 'icmpv6', 'gre'),
      service: fc.constant(service),
    });
  });

export function isIn(address: string, prefix: string): boolean {
  const [inner, outer] = [parsePrefix(address), parsePrefix(prefix)];
  return inner !== undefined && outer !== undefined && containsPrefix(outer, inner);
}

function matches(each: Rule, packet: Packet): boolean {
  const targets = each.to === undefined ? undefined : (networks[each.to] ?? [each.to]);
  if (targets && !targets.some((target) => isIn(packet.destination, target))) return false;
  if (each.from !== undefined && !isIn(packet.source, each.from)) return false;
  if (each.protocol !== undefined && each.protocol !== packet.protocol) return false;
  const ports = portsOf(each);
  return !ports || (packet.service >= ports[0] && packet.service <= ports[1]);
}

/** The site's meaning, read aloud. */
export function siteDrops(lists: readonly Acl[], last: string, packet: Packet): boolean {
  return siteRules(lists, packet).some((each) => (each?.action ?? last) === 'deny');
}

/** The profile that the site gives to a packet that it lets pass: that of the highest traffic class. */
export function siteMark(lists: readonly Acl[], packet: Packet): Mark | undefined {
  const marks = siteRules(lists, packet).flatMap((each) => each?.mark ?? []);
  return marks.sort((a, b) => trafficClasses[b] - trafficClasses[a])[0];
}

/** What each ACL says first about a packet; nothing about packets that are not routed. */
function siteRules(lists: readonly Acl[], packet: Packet): readonly (Rule | undefined)[] {
  const local = [...own, ...unrouted, ...(networks[packet.vlan] ?? [])];
  if (local.some((prefix) => isIn(packet.destination, prefix))) return [];
  return lists
    .filter(({ vlans }) => vlans.includes(packet.vlan))
    .map(({ rules }) => rules.find((each) => matches(each, packet)));
}

/** The manual's meaning of a table: the first rule that matches decides. */
export function tableDrops(table: readonly Item[], packet: Packet): boolean {
  const first = firstRule(table, packet);
  return first !== undefined && propertyValue(first, 'new-dst-ports') === '';
}

export function tableMark(table: readonly Item[], packet: Packet): string | undefined {
  const first = firstRule(table, packet);
  return first && propertyValue(first, 'new-qos-profile');
}

function firstRule(table: readonly Item[], packet: Packet): Item | undefined {
  return table.find((item) => {
    const is = (name: string, accepts: (value: string) => boolean) => {
      const value = propertyValue(item, name);
      return value === undefined || accepts(value);
    };
    const hasPorts = packet.protocol === 'tcp' || packet.protocol === 'udp';
    return (
      is('ports', (value) => listValues(value).includes(packet.port)) &&
      is('vlan-header', (value) => (value === 'present') === (packet.tag !== undefined)) &&
      is('vlan-id', (value) => Number(value) === packet.tag) &&
      is('mac-protocol', (value) => (value === 'ipv6') === packet.destination.includes(':')) &&
      ['src-address', 'src-address6'].every((name) => is(name, (value) => isIn(packet.source, value))) &&
      ['dst-address', 'dst-address6'].every((name) => is(name, (value) => isIn(packet.destination, value))) &&
      is('protocol', (value) => value === packet.protocol) &&
      is('dst-port', (value) => hasPorts && Number(value) === packet.service)
    );
  });
}

/**
 * Every sentence written out: for each way in, family, prefix and port number; and every implicit permit at every
 * way.
 */
export function naiveEntries(lists: readonly Acl[]): number {
  const waysInto = { left: 3, right: 3, far: 2 } as const;
  return lists.reduce((sum, { vlans, rules }) => {
    const groups = vlans.reduce((count, vlan) => count + (waysInto[vlan as keyof typeof waysInto] ?? 0), 0);
    const sentences = [...rules, { action: 'deny' } as const].reduce((count, each) => {
      const targets = each.to === undefined ? ['0.0.0.0/0', '::/0'] : (networks[each.to] ?? [each.to]);
      const ports = portsOf(each);
      return count + targets.length * (ports ? ports[1] - ports[0] + 1 : 1);
    }, 0);
    return sum + groups * (sentences + own.length + unrouted.length + 5);
  }, 0);
}
