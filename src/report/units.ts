// Rates of flows, counts and resources as people write them.

import { printBitRate, printPacketRate } from '../model/rates.ts';

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `acl-rules` → `ACL rules`. */
export function printResource(resource: string): string {
  return resource
    .replace(/-/g, ' ')
    .replace('fasttrack', 'FastTrack')
    .replace(/\b(acl|mtu|nat|vrf|ipv4|ipv6|mac)\b/g, (word) =>
      word.startsWith('ip') ? `IP${word.slice(2)}` : word.toUpperCase(),
    )
    .replace(/^[a-z]/, (first) => first.toUpperCase());
}

/** A sentence in the midst of another one; names keep their capitals. */
export function inSentence(text: string): string {
  return text.replace(/^[A-Z](?=[a-z]*\s[^A-Z])/, (first) => first.toLowerCase()).replace(/\.$/, '');
}

interface Rates {
  readonly flow: { readonly rateBps?: number };
  readonly ceiling?: { readonly bps?: number | undefined; readonly pps?: number | undefined };
}

/** `wants 2 Gbit/s, gets at most 680 Mbit/s (60 kpps)`; empty where no rate is known. */
export function printRates({ flow, ceiling }: Rates): string {
  const { bps, pps } = ceiling ?? {};
  const bits = bps === undefined ? undefined : printBitRate(bps);
  const packets = pps === undefined ? undefined : printPacketRate(pps);
  const most = bits && packets ? `${bits} (${packets})` : (bits ?? packets);
  const wanted = flow.rateBps === undefined ? undefined : `wants ${printBitRate(flow.rateBps)}`;
  if (most === undefined) return wanted ?? '';
  if (wanted === undefined) return `at most ${most}`;
  const isEnough = bps !== undefined && (flow.rateBps ?? 0) <= bps;
  return isEnough ? `${wanted} of at most ${most}` : `${wanted}, gets at most ${most}`;
}
