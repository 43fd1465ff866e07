// The scalar vocabulary of a site: names, addresses, prefixes, ports, rates, versions, secrets. Each parses into
// the value that lowering uses, and says in words what it expected.

import * as z from 'zod';
import { type NumberRange, parseNumberRange } from '../model/number-range.ts';
import { bitsOf, type Prefix, parseInterfaceAddress, parsePrefix, printPrefix } from '../model/prefix.ts';
import { parseVersion } from '../model/version.ts';
import { nearestName } from '../source/near-name.ts';
import { Secret } from './secret.ts';

// A site is read once a run: compiling its schema to code takes longer than reading it.
z.config({ jitless: true });

/** A strict object. Its unknown-key message is the list of known keys, from which `issues.ts` picks the nearest. */
export function object<S extends z.ZodRawShape>(shape: S) {
  const known = Object.keys(shape).join(' ');
  return z.strictObject(shape, { error: (issue) => (issue.code === 'unrecognized_keys' ? known : undefined) });
}

/** One value or a list of them; a list of at least one comes out. */
export function oneOrMany<T extends z.ZodType>(item: T) {
  return z
    .union([item, z.array(item).min(1, 'the list is empty')])
    .transform((value): readonly z.output<T>[] => (Array.isArray(value) ? value : [value]));
}

/** One of a few words; the nearest one is offered for a misspelt one. */
export function word<const W extends readonly string[]>(words: W) {
  return z.enum(words, {
    error: (issue) => {
      const near = typeof issue.input === 'string' ? nearestName(issue.input, words) : undefined;
      const list = words.map((each) => `\`${each}\``).join(', ');
      return near ? `did you mean \`${near}\`? The words are ${list}` : `expected one of ${list}`;
    },
  });
}

export const zoneInternet = 'internet';
/** Words with a meaning of their own: neither a VLAN nor a zone can have them as a name. */
export const reservedNames: ReadonlySet<string> = new Set(['any', 'internet', 'management', 'all', 'none']);

/** A name of the site's author, which becomes part of RouterOS names. */
export const name = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_.-]{0,30}$/,
    'a name starts with a letter and has up to 31 letters, digits, `-`, `_`, `.`',
  );

export const text = z.string().regex(/^[^\r\n]*$/, 'expected one line of text');
export const comment = text.max(200, 'expected at most 200 characters');

export const vlanId = z.int().min(1, 'VLAN ids go from 1 to 4094').max(4094, 'VLAN ids go from 1 to 4094');
export const mtu = z.int().min(576, 'expected at least 576 bytes').max(10218, 'expected at most 10218 bytes');
export const asn = z.int().min(1, 'expected an AS number').max(4294967295, 'expected an AS number');

function parsed<T>(parse: (value: string) => T | undefined, expected: string) {
  return z.string().transform((value, context): T => {
    const result = parse(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: `\`${value}\` is not ${expected}` });
    return z.NEVER;
  });
}

/** A network: its host bits are zero. */
export const prefix = prefixIn();

/** The same of one address family, or of either. */
export function prefixIn(family?: Prefix['family']) {
  return z.string().transform((value, context) => readNetwork(value, family, context));
}

function readNetwork(value: string, family: Prefix['family'] | undefined, context: z.RefinementCtx<string>): Prefix {
  const network = value.includes('/') ? parsePrefix(value) : undefined;
  if (!network || (family !== undefined && network.family !== family)) {
    const hint = !network && parsePrefix(value) ? ': it lacks its length, as in `10.0.2.0/24`' : '';
    const kind = family === undefined ? 'IPv4 or IPv6' : `IPv${family}`;
    context.addIssue({ code: 'custom', message: `\`${value}\` is not an ${kind} prefix${hint}` });
    return z.NEVER;
  }
  const host = parsePrefix(value.split('/')[0] ?? '');
  if (host && host.base !== network.base) {
    const meant = printPrefix(network);
    context.addIssue({
      code: 'custom',
      message: `\`${value}\` is an address inside a network; the network is \`${meant}\``,
      params: { replacement: meant },
    });
  }
  return network;
}

function hostOf(value: string): Prefix | undefined {
  return value.includes('/') ? undefined : parsePrefix(value);
}

/** A single address, as a host prefix. */
export const address = parsed(hostOf, 'an IPv4 or IPv6 address');
export const ipv4Address = parsed((value) => {
  const host = hostOf(value);
  return host?.family === 4 ? host : undefined;
}, 'an IPv4 address');

/** Six octets, separated by colons or hyphens; comes out as RouterOS prints it. */
export const mac = z
  .string()
  .regex(/^[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}$/, 'expected a MAC address, as in `48:A9:8A:00:00:01`')
  .transform((value) => value.toUpperCase().replaceAll('-', ':'));

export interface InterfaceAddress {
  readonly host: Prefix;
  readonly network: Prefix;
}

/** An address with the network that it is in: `10.0.0.1/30`. */
export const interfaceAddress = z.string().transform((value, context): InterfaceAddress => {
  const both = value.includes('/') ? parseInterfaceAddress(value) : undefined;
  if (!both) {
    const hint = parsePrefix(value) ? ': it lacks its length, as in `10.0.0.1/30`' : '';
    context.addIssue({ code: 'custom', message: `\`${value}\` is not an address with a prefix length${hint}` });
    return z.NEVER;
  }
  const { host, network } = both;
  const hasNetworkAddress = network.length < bitsOf(network.family) - 1;
  if (hasNetworkAddress && host.base === network.base) {
    context.addIssue({ code: 'custom', message: `\`${value}\` is the network's own address, not one of a device` });
  }
  return both;
});

/** An address or a prefix, as matches write their ends. */
export const addressOrPrefix = parsed(parsePrefix, 'an IPv4 or IPv6 address or prefix');

const bitsPerUnit: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/** `10Gbps`, `680 Mbit/s`, `100M`: bits per second. */
export const rate = z
  .union([z.number().positive('expected more than nothing'), z.string()], { error: 'expected a rate such as `10Gbps`' })
  .transform((value, context): number => {
    if (typeof value === 'number') return value;
    const match = /^(\d+(?:\.\d+)?) ?([kMGT]?)(?:bps|bit\/s)?$/.exec(value);
    if (match) return Math.round(Number(match[1]) * (bitsPerUnit[match[2] ?? ''] ?? 1));
    context.addIssue({ code: 'custom', message: `\`${value}\` is not a rate; write it as \`10Gbps\` or \`680Mbps\`` });
    return z.NEVER;
  });

const l4Port = z.int().min(0, 'ports go from 0 to 65535').max(65535, 'ports go from 0 to 65535');
const l4PortRange = z.string().transform((value, context): NumberRange => {
  const { from, to } = parseNumberRange(value) ?? { from: 0, to: Number.POSITIVE_INFINITY };
  const problem = to > 65535 ? 'is not a port or a range of ports' : from > to ? 'is upside down' : undefined;
  const right = problem === 'is upside down' ? `${to}-${from}` : '137-138';
  if (problem) context.addIssue({ code: 'custom', message: `\`${value}\` ${problem}; write it as \`${right}\`` });
  return { from, to };
});
/** `443`, `137-138`, or a list of them. */
export const l4Ports = oneOrMany(
  z.union([l4Port.transform((port): NumberRange => ({ from: port, to: port })), l4PortRange]),
);

export const routeros = z.string().refine((value) => parseVersion(value) !== undefined, {
  error: (issue) => `\`${String(issue.input)}\` is not a RouterOS version; write it as \`7.20.8\``,
});

/** `!env NAME` or `!file PATH`; never the secret itself. */
export const secret = z.custom<Secret>((value) => value instanceof Secret, { error: 'literal secret' });
