// The ACL of the chip: which switch rules are installed, in which order, and which of them a packet meets first.
// Source: manual, marvell-prestera-switch-chip-features, "Switch rules (ACL)"; sizes from its table of models.

import { isYes, listValues } from '../../../model/config.ts';
import { containsPrefix, parsePrefix } from '../../../model/prefix.ts';
import type { Row } from '../../device.ts';
import { refusalKey } from '../device-state.ts';
import type { RouterState } from '../router-state.ts';
import { printId, type StoredRow } from '../store/store.ts';
import { capabilitiesOf } from './capabilities.ts';
import { hostOf, isInRanges, type Packet, protocolNumber } from './packet.ts';

export interface InstalledRule {
  /** Absent for a rule that the device made itself. */
  readonly row: StoredRow | undefined;
  readonly values: ReadonlyMap<string, string>;
  readonly text: string;
}

export interface RuleTable {
  readonly installed: readonly InstalledRule[];
  /** Rows that found no room: printed with the flag `I`, and no packet meets them. */
  readonly invalid: ReadonlySet<StoredRow>;
  /** The device's own rules, as it prints them. */
  readonly made: readonly Row[];
}

/** The table of one switch, device-made rules first. */
export function ruleTable(router: RouterState, switchName: string, hardware: ReadonlyMap<string, string>): RuleTable {
  const size = capabilitiesOf(router.target, switchName).rules;
  const made = madeRules(router, switchName, hardware);
  const installed: InstalledRule[] = made.map((values) => ({ row: undefined, values, text: 'a dynamic rule' }));
  const invalid = new Set<StoredRow>();
  for (const [index, row] of router.store.rows('/interface/ethernet/switch/rule').entries()) {
    if (row.values.get('switch') !== switchName || isYes(row.values.get('disabled'))) continue;
    if (installed.length >= size || router.device.refusedByChip.has(refusalKey(row))) invalid.add(row);
    else installed.push({ row, values: row.values, text: `rule ${index}${nameOf(row)}` });
  }
  const rows = made.map((values, index) => ({
    '.id': printId(0x80000001 + index),
    ...Object.fromEntries(values),
    dynamic: 'true',
    invalid: 'false',
    disabled: 'false',
  }));
  return { installed, invalid, made: rows };
}

function nameOf({ values }: StoredRow): string {
  const comment = values.get('comment');
  return comment === undefined ? '' : ` (${comment})`;
}

/** DHCP snooping captures DHCP on the hardware ports of the bridge and takes it to the CPU. */
function madeRules(
  router: RouterState,
  switchName: string,
  hardware: ReadonlyMap<string, string>,
): readonly ReadonlyMap<string, string>[] {
  const made: ReadonlyMap<string, string>[] = [];
  for (const bridge of router.store.rows('/interface/bridge')) {
    if (!isYes(bridge.values.get('dhcp-snooping')) || isYes(bridge.values.get('disabled'))) continue;
    const name = bridge.values.get('name');
    const ports = router.store
      .rows('/interface/bridge/port')
      .filter(
        (row) => row.values.get('bridge') === name && hardware.get(row.values.get('interface') ?? '') === switchName,
      )
      .map((row) => row.values.get('interface') ?? '');
    if (ports.length === 0) continue;
    const values = {
      switch: switchName,
      ports: ports.join(','),
      'mac-protocol': 'ip',
      protocol: 'udp',
      'dst-port': '67-68',
      'redirect-to-cpu': 'yes',
    };
    made.push(new Map(Object.entries(values)));
  }
  return made;
}

/** What the chip knows of a packet when it looks into the table. */
export interface RuleKey {
  readonly packet: Packet;
  /** The port that it came by, and the bond that the port is a slave of. */
  readonly ingress: readonly string[];
  /** Rules of this version may list the bond, which the chip runs. */
  readonly knowsBonds: boolean;
  /** Assigned VLAN; undefined where VLAN matchers have no effect (no hardware VLAN filtering on the port). */
  readonly vlan: number | undefined;
}

/** The first rule that matches. */
export function firstMatch(table: RuleTable, key: RuleKey): InstalledRule | undefined {
  return table.installed.find(({ values }) => matches(values, key));
}

/**
 * What the manual leaves open and what makes a difference: whether `vlan-id` matches packets without a tag, by the VLAN
 * that the port assigns, as taken here, or not at all; whether a VLAN matcher without effect, for want of hardware VLAN
 * filtering, lets its rule match; whether a rule that names ports of a bond sees what enters by the bond; and what
 * becomes of a rule that names the bond, on a version that takes none or where the CPU runs it.
 */
export function openQuestion(table: RuleTable, key: RuleKey): string | undefined {
  const [, bond] = key.ingress;
  const namesPorts = ({ values }: InstalledRule) =>
    bond !== undefined && values.has('ports') && !(key.knowsBonds && listValues(values.get('ports')).includes(bond));
  const seen = table.installed.find((rule) => !namesPorts(rule) && matches(rule.values, key));
  if (endOf(firstMatch(table, key)) !== endOf(seen)) return 'a switch rule that names ports of a bond';
  const hasVlan = ({ values }: InstalledRule) => [...values.keys()].some((name) => vlanMatchers.has(name));
  const isOpen = (rule: InstalledRule) => (key.vlan === undefined ? hasVlan(rule) : rule.values.has('vlan-id'));
  if (key.vlan !== undefined && key.packet.tags.length > 0) return undefined;
  const otherwise = table.installed.find((rule) => !isOpen(rule) && matches(rule.values, key));
  if (endOf(firstMatch(table, key)) === endOf(otherwise)) return undefined;
  return key.vlan === undefined
    ? 'a VLAN matcher of a switch rule without hardware VLAN filtering'
    : 'vlan-id of a switch rule and an untagged packet';
}

const vlanMatchers: ReadonlySet<string> = new Set(['vlan-id', 'vlan-header', 'vlan-priority']);

/** What becomes of a packet that meets the rule. */
function endOf(rule: InstalledRule | undefined): string {
  const values = rule?.values;
  const target = values?.get('new-dst-ports') ?? 'all';
  const vrf = values?.get('new-vrf') ?? 'main';
  return [isYes(values?.get('redirect-to-cpu')), target, vrf, values?.get('new-vlan-id')].join(' ');
}

/** Values that say what a rule does, not when. */
const actions: ReadonlySet<string> = new Set([
  'switch',
  'comment',
  'disabled',
  'copy-to-cpu',
  'redirect-to-cpu',
  'mirror',
  'mirror-ports',
  'new-dst-ports',
  'new-vlan-id',
  'new-vlan-priority',
  'new-vrf',
  'rate',
  'new-qos-profile',
  'keep-qos-fields',
]);

function matches(values: ReadonlyMap<string, string>, key: RuleKey): boolean {
  for (const [name, value] of values) {
    if (name.startsWith('.') || actions.has(name)) continue;
    const matcher = matchers[name];
    // A matcher that nobody described could match or not: the rule is treated as not matching, and the caller is told.
    if (!matcher?.(value, key, values)) return false;
  }
  return true;
}

/** Matchers of a table that this file does not know. */
export function unknownMatchers(table: RuleTable): readonly string[] {
  return table.installed.flatMap(({ values }) =>
    [...values.keys()].filter((name) => !name.startsWith('.') && !actions.has(name) && !matchers[name]),
  );
}

type Matcher = (value: string, key: RuleKey, rule: ReadonlyMap<string, string>) => boolean;

/** Without hardware VLAN filtering a VLAN matcher has no effect: it restricts nothing. */
function vlanMatcher(match: (value: string, key: RuleKey) => boolean): Matcher {
  return (value, key) => key.vlan === undefined || match(value, key);
}

const matchers: Readonly<Record<string, Matcher>> = {
  ports: (value, { ingress }) => {
    const ports = listValues(value);
    return ports.length === 0 || ports.some((port) => ingress.includes(port));
  },
  'mac-protocol': (value, { packet }) => etherTypeOf(packet) === etherTypeNumber(value),
  'src-mac-address': (value, { packet }) => matchesMac(value, packet.sourceMac),
  'dst-mac-address': (value, { packet }) =>
    packet.destinationMac !== undefined && matchesMac(value, packet.destinationMac),
  'src-address': (value, { packet }) => matchesAddress(value, packet.ip?.source, 4),
  'dst-address': (value, { packet }) => matchesAddress(value, packet.ip?.destination, 4),
  'src-address6': (value, { packet }) => matchesAddress(value, packet.ip?.source, 6),
  'dst-address6': (value, { packet }) => matchesAddress(value, packet.ip?.destination, 6),
  // Without `mac-protocol` the protocol is looked for in IPv4 packets only.
  protocol: (value, { packet }, rule) =>
    packet.ip !== undefined &&
    (rule.has('mac-protocol') || etherTypeOf(packet) === 0x0800) &&
    protocolNumber(packet.ip.protocol) === protocolNumber(value),
  'src-port': (value, { packet }) => isInRanges(value, packet.ip?.sourcePort),
  'dst-port': (value, { packet }) => isInRanges(value, packet.ip?.destinationPort),
  dscp: (value, { packet }) => etherTypeOf(packet) === 0x0800 && (packet.ip?.dscp ?? 0) === Number(value),
  'vlan-id': vlanMatcher((value, { vlan }) => vlan === Number(value)),
  'vlan-header': vlanMatcher((value, { packet }) => packet.tags.length > 0 === (value === 'present')),
  'vlan-priority': vlanMatcher((value, { packet }) => (packet.tags[0]?.priority ?? 0) === Number(value)),
};

const etherTypes: Readonly<Record<string, number>> = {
  ip: 0x0800,
  arp: 0x0806,
  rarp: 0x8035,
  vlan: 0x8100,
  ipx: 0x8137,
  ipv6: 0x86dd,
  'mpls-unicast': 0x8847,
  'mpls-multicast': 0x8848,
  'pppoe-discovery': 0x8863,
  pppoe: 0x8864,
  'service-vlan': 0x88a8,
  lldp: 0x88cc,
  macsec: 0x88e5,
  dot1x: 0x888e,
  mvrp: 0x88f5,
  lacp: 0x8809,
};

function etherTypeNumber(text: string): number | undefined {
  return /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : etherTypes[text];
}

function etherTypeOf({ ip, etherType = '' }: Packet): number | undefined {
  if (ip) return ip.source.includes(':') ? 0x86dd : 0x0800;
  return etherTypeNumber(etherType);
}

/** `AA:BB:CC:DD:EE:FF` or with a mask behind a slash. */
function matchesMac(value: string, mac: string): boolean {
  const [wanted = '', mask = 'FF:FF:FF:FF:FF:FF'] = value.split('/');
  const octets = (text: string): number[] => text.split(':').map((octet) => Number.parseInt(octet, 16));
  const [a, b, m] = [octets(wanted), octets(mac), octets(mask)];
  return m.every((bits, index) => ((a[index] ?? 0) & bits) === ((b[index] ?? 0) & bits));
}

function matchesAddress(value: string, address: string | undefined, family: 4 | 6): boolean {
  if (address === undefined) return false;
  const host = hostOf(address);
  const [base = '', mask = ''] = value.split('/');
  if (host.family !== family) return false;
  if (!mask.includes('.') && !mask.includes(':')) {
    const prefix = parsePrefix(value);
    return prefix !== undefined && containsPrefix(prefix, host);
  }
  // A mask written as an address need not be contiguous.
  const bits = hostOf(mask).base;
  return (hostOf(base).base & bits) === (host.base & bits);
}
