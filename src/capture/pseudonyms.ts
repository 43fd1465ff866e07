// Addresses and names that stand for others: the same one for the same one, and near ones for near ones, so that what a
// configuration does can still be seen in it.

import { createHmac } from 'node:crypto';
import {
  bitsOf,
  containsPrefix,
  type Prefix,
  parseInterfaceAddress,
  parsePrefix,
  printAddress,
} from '../model/prefix.ts';

/** Addresses that tell nothing about whose network it is, or whose meaning is in the address itself. */
const kept = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/8',
  '64:ff9b::/96',
  '2001:db8::/32',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
].flatMap((text) => parsePrefix(text) ?? []);

/** Two public addresses share as long a prefix afterwards as before: subnets stay subnets, but nobody's own. */
export function addressPseudonym(key: string, prefix: Prefix): Prefix {
  if (prefix.length === 0 || kept.some((range) => range.family === prefix.family && containsPrefix(range, prefix))) {
    return prefix;
  }
  const bits = bitsOf(prefix.family);
  return { ...prefix, base: flipped(key, `ip${prefix.family}`, prefix.base, { bits, from: 0, to: prefix.length }) };
}

/** The maker's half stays, because chips and bugs go with it; the other keeps what neighbours have in common. */
export function macPseudonym(key: string, mac: string): string {
  const digits = mac.replaceAll(/[:-]/g, '');
  const value = flipped(key, 'mac', BigInt(`0x${digits}`), { bits: 48, from: 24, to: 48 });
  return (value.toString(16).padStart(12, '0').toUpperCase().match(/../g) ?? []).join(':');
}

/** Each bit is flipped or not by what stands before it, and by nothing else. */
function flipped(
  key: string,
  kind: string,
  value: bigint,
  { bits, from, to }: { readonly bits: number; readonly from: number; readonly to: number },
): bigint {
  let result = value;
  for (let position = from; position < to; position++) {
    const above = value >> BigInt(bits - position);
    const digest = createHmac('sha256', key)
      .update(`${kind} ${position} ${above.toString(16)}`)
      .digest();
    if (((digest[0] ?? 0) & 1) === 1) result ^= 1n << BigInt(bits - position - 1);
  }
  return result;
}

/** Hands out `stem-1`, `stem-2`, … in the order of asking; one name gets one pseudonym, whoever asks. */
export class NameTable {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  give(name: string, stem: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const count = (this.#counts.get(stem) ?? 0) + 1;
    this.#counts.set(stem, count);
    const given = `${stem}-${count}`;
    this.#names.set(name, given);
    return given;
  }

  get(name: string): string | undefined {
    return this.#names.get(name);
  }
}

/** Every address, prefix and MAC address in a text, in the place where it stands. */
export function withoutAddresses(key: string, text: string): string {
  return text
    .replace(/(?<![\w:.-])(?:[\dA-Fa-f]{2}[:-]){5}[\dA-Fa-f]{2}(?![\w:-])/g, (mac) => macPseudonym(key, mac))
    .replace(/(?<![\w:.-])[\dA-Fa-f:.]{3,45}(?:\/\d{1,3})?(?![\w:-])/g, (word) => {
      const isAddress = /^\d+\.\d+\.\d+\.\d+(\/|$)/.test(word) || /:.*:/.test(word);
      const address = isAddress ? parseInterfaceAddress(word) : undefined;
      if (!address) return word;
      const { host, network } = address;
      // A network stays one: the bits behind its length stay zero.
      const shown = printAddress(addressPseudonym(key, host.base === network.base ? network : host));
      const slash = word.indexOf('/');
      return slash < 0 ? shown : shown + word.slice(slash);
    });
}
