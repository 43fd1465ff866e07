// IPv4 and IPv6 prefixes as numbers, with the few questions that forwarding asks of them.

export interface Prefix {
  readonly family: 4 | 6;
  /** First address; bits below the length are zero. */
  readonly base: bigint;
  readonly length: number;
}

export const families = [4, 6] as const;

export function bitsOf(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}

/**
 * Reads `10.0.2.0/24`, `10.0.2.1` (a host) and their IPv6 forms; the host part is cleared. Undefined when malformed.
 */
export function parsePrefix(text: string): Prefix | undefined {
  const slash = text.indexOf('/');
  const address = slash < 0 ? text : text.slice(0, slash);
  const family = address.includes(':') ? 6 : 4;
  const value = family === 4 ? parseIpv4(address) : parseIpv6(address);
  if (value === undefined) return undefined;
  const bits = bitsOf(family);
  if (slash < 0) return { family, base: value, length: bits };
  const length = readLength(text.slice(slash + 1), family);
  return length === undefined ? undefined : { family, base: clearHost(value, length, bits), length };
}

/** `24`, or for IPv4 the mask `255.255.255.0`; one with holes is no length. */
function readLength(text: string, family: 4 | 6): number | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text) <= bitsOf(family) ? Number(text) : undefined;
  const mask = family === 4 && text.includes('.') ? parseIpv4(text) : undefined;
  if (mask === undefined) return undefined;
  const bits = mask.toString(2).padStart(32, '0');
  const length = bits.lastIndexOf('1') + 1;
  return bits.slice(0, length).includes('0') ? undefined : length;
}

/** Like `parsePrefix`, but keeps the host part: `10.0.2.1/24` → host 10.0.2.1/32 and network 10.0.2.0/24. */
export function parseInterfaceAddress(text: string): { host: Prefix; network: Prefix } | undefined {
  const network = parsePrefix(text);
  const host = parsePrefix(text.split('/')[0] ?? '');
  return network && host && { host, network };
}

export function printPrefix(prefix: Prefix): string {
  return `${printAddress(prefix)}/${prefix.length}`;
}

/** The prefix's first address without its length. */
export function printAddress({ family, base }: Prefix): string {
  if (family === 6) return printIpv6(base);
  return [24n, 16n, 8n, 0n].map((shift) => (base >> shift) & 255n).join('.');
}

export function containsPrefix(outer: Prefix, inner: Prefix): boolean {
  if (outer.family !== inner.family || outer.length > inner.length) return false;
  return clearHost(inner.base, outer.length, bitsOf(outer.family)) === outer.base;
}

export function overlaps(a: Prefix, b: Prefix): boolean {
  return containsPrefix(a, b) || containsPrefix(b, a);
}

export function isSamePrefix(a: Prefix, b: Prefix): boolean {
  return a.family === b.family && a.length === b.length && a.base === b.base;
}

/** The prefix of this length that contains it. */
export function widened({ family, base }: Prefix, length: number): Prefix {
  return { family, base: clearHost(base, length, bitsOf(family)), length };
}

/** Last address of the prefix. */
export function lastAddress({ family, base, length }: Prefix): bigint {
  return base | ((1n << BigInt(bitsOf(family) - length)) - 1n);
}

function clearHost(value: bigint, length: number, bits: number): bigint {
  const host = BigInt(bits - length);
  return (value >> host) << host;
}

/** One pass without allocation: exports bring hundreds of thousands of these. */
function parseIpv4(text: string): bigint | undefined {
  let value = 0;
  let octet = 0;
  let digits = 0;
  let dots = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 46 && digits > 0) {
      value = value * 256 + octet;
      dots++;
      octet = digits = 0;
    } else {
      if (code < 48 || code > 57) return undefined;
      octet = octet * 10 + code - 48;
      if (++digits > 3 || octet > 255) return undefined;
    }
  }
  return dots === 3 && digits > 0 ? BigInt(value * 256 + octet) : undefined;
}

function parseIpv6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = groupsOf(halves[0] ?? '');
  const tail = halves.length === 2 ? groupsOf(halves[1] ?? '') : [];
  if (!head || !tail) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array<number>(missing).fill(0), ...tail];
  return groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n);
}

function groupsOf(text: string): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1 && part.includes('.')) {
      const ipv4 = parseIpv4(part);
      if (ipv4 === undefined) return undefined;
      groups.push(Number(ipv4 >> 16n), Number(ipv4 & 0xffffn));
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

/** RFC 5952: lower case, the longest run of zero groups shortened. */
function printIpv6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(112 - index * 16)) & 0xffffn));
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
  }
  const hex = (part: number[]) => part.map((group) => group.toString(16)).join(':');
  if (best.start < 0) return hex(groups);
  return `${hex(groups.slice(0, best.start))}::${hex(groups.slice(best.start + best.length))}`;
}
