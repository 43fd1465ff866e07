// The scalars of both makers: masks and wildcard masks, lists of VLANs, names of interfaces, addresses.

import words from '../../../profiles/foreign/words.json' with { type: 'json' };
import { parseNumberRanges } from '../../model/number-range.ts';
import { type Prefix, parsePrefix } from '../../model/prefix.ts';
import type { ForeignInterface, InterfaceKind } from './facts.ts';
import type { ForeignAddresses, Wildcard } from './policy-facts.ts';

function maskOf(length: number): number {
  return length === 0 ? 0 : (0xffffffff << (32 - length)) >>> 0;
}

function bitLength(value: number): number {
  return value === 0 ? 0 : 32 - Math.clz32(value);
}

export function ipv4Number(text: string): number | undefined {
  const prefix = /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ? parsePrefix(text) : undefined;
  return prefix ? Number(prefix.base) : undefined;
}

export function ipv4Text(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}

export function ipv4Address(text: string): Prefix | undefined {
  return ipv4Number(text) === undefined ? undefined : parsePrefix(text);
}

/** The mask is `255.255.255.0` or `24`. */
export function ipv4Prefix(address: string, mask: string): Prefix | undefined {
  return ipv4Number(address) === undefined ? undefined : parsePrefix(`${address}/${mask}`);
}

/** The length of the mask that goes without saying: of a network of class A, B or C. */
export function classMask(address: string): string {
  const [first = ''] = address.split('.');
  return Number(first) < 128 ? '8' : Number(first) < 192 ? '16' : '24';
}

/** `10.0.0.0 0.0.0.255`, and `0` for a single host. */
export function wildcardOf(address: string, wildcard: string): Wildcard | undefined {
  const base = ipv4Number(address);
  const mask = wildcard === '0' ? 0 : ipv4Number(wildcard);
  return base === undefined || mask === undefined ? undefined : { address: base, wildcard: mask };
}

/** Undefined where the ones of its wildcard mask are not all at the end. */
export function prefixOfAddresses(said: ForeignAddresses): Prefix | undefined {
  if ('base' in said) return said;
  const length = 32 - bitLength(said.wildcard);
  if (~maskOf(length) >>> 0 !== said.wildcard) return undefined;
  return { family: 4, base: BigInt((said.address & maskOf(length)) >>> 0), length };
}

/** `2001:db8::/64`, `2001:db8:: 64`, and a host without a length. */
export function ipv6Prefix(address: string, length?: string): Prefix | undefined {
  const text = length === undefined ? address : `${address}/${length}`;
  return text.includes(':') ? parsePrefix(text.toLowerCase()) : undefined;
}

/** Of either family. */
export function addressOf(text: string): Prefix | undefined {
  return ipv4Address(text) ?? ipv6Prefix(text);
}

/** Why some things are not carried, alike for both makers. */
export const rangeOption = 'a range of a site is announced, with the cost of what is in it';
export const withoutMetric = 'carried without its metric, which is not in the site’s words';

const vlanMax = 4094;
export const asnMax = 4_294_967_295;

/** A whole number of a range; undefined for anything else. */
export function within(text: string, least: number, most: number): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined;
}

export function vlanId(text: string): number | undefined {
  return within(text, 1, vlanMax);
}

/** `10 20 to 30` or `10,20-30`; undefined when it is no list of VLANs. */
export function vlanList(text: string): readonly number[] | undefined {
  const list = text
    .trim()
    .replace(/\s+to\s+/g, '-')
    .replace(/[\s,]+/g, ',');
  const ranges = parseNumberRanges(list, vlanMax);
  if (!ranges?.every(({ from }) => from >= 1)) return undefined;
  return ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

/** Mbit/s, by what a name says before its digits, in lower case. */
const portSpeeds: ReadonlyMap<string, number> = new Map(Object.entries(words.speeds));

const otherKinds: readonly (readonly [RegExp, InterfaceKind])[] = [
  [/^vlan-?interface ?(\d+)$/i, 'vlan'],
  [/^vlan ?(\d+)$/i, 'vlan'],
  [/^(?:bridge-aggregation|route-aggregation|port-channel) ?(\d+)$/i, 'aggregate'],
  [/^(?:m-gigabitethernet|m-ethernet|meth) ?([\d/]+)$/i, 'management'],
  [/^loopback ?(\d+)$/i, 'loopback'],
];

/** What a name says of an interface. */
export function interfaceOf(name: string): Omit<ForeignInterface, 'heads' | 'said'> {
  const text = name.trim();
  for (const [pattern, kind] of otherKinds) {
    const match = pattern.exec(text);
    if (match) return { name: text, kind, mbps: 0, place: [], number: Number.parseInt(match[1] ?? '0', 10) };
  }
  const port = /^([A-Za-z][A-Za-z-]*) ?(\d+(?:\/\d+)*(?::\d+)?)$/.exec(text);
  const [, stem = '', digits = ''] = port ?? [];
  const speed = portSpeeds.get(stem.toLowerCase());
  if (!port || speed === undefined) return { name: text, kind: 'other', mbps: 0, place: [], number: 0 };
  // The port beside the stack of older Catalysts has a number alone.
  if (digits === '0') return { name: text, kind: 'management', mbps: speed, place: [0], number: 0 };
  return { name: text, kind: 'port', mbps: speed, place: digits.split(/[/:]/).map(Number), number: 0 };
}

/** One spelling for each interface, whatever blanks and capitals it was written with. */
export function interfaceKey(name: string): string {
  return name.toLowerCase().replaceAll(' ', '');
}

/** Hardware as both makers write it; `01` in front says that the rest is Ethernet. Undefined for anything else. */
export function macOf(text: string): string | undefined {
  const digits = text.replace(/[.:-]/g, '').toLowerCase();
  const octets = /^(?:01)?([0-9a-f]{12})$/.exec(digits)?.[1]?.match(/../g);
  return octets?.join(':').toUpperCase();
}

export const ospfKey = 'a secret, of MD5 or plain: a site has SHA-256, `password: !env NAME` here and at the neighbour';
export const noHardware = 'a fixed lease of a site is for one MAC address';

/** `0.0.0.10` and `10` are one area, as are `0.0.0.0` and `backbone`. */
export function areaNumber(text: string): number {
  return ipv4Number(text) ?? Number(text);
}

/** As a site names it, in the spelling of the file. */
export function areaId(text: string): string {
  const number = areaNumber(text);
  return number === 0 ? 'backbone' : text.includes('.') ? ipv4Text(number) : text;
}

/** An OSPF area: a number, or an address as one. */
export function isArea(text: string): boolean {
  return /^\d{1,9}$/.test(text) || ipv4Number(text) !== undefined;
}
