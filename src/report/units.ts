// Rates and counts as people write them.

/** `10 Gbit/s`, `680 Mbit/s`. */
export function printBitRate(bps: number): string {
  return `${scaled(bps)}bit/s`;
}

/** `60 kpps`, `15 Mpps`. */
export function printPacketRate(pps: number): string {
  return `${scaled(pps)}pps`;
}

function scaled(value: number): string {
  for (const [factor, prefix] of [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (value >= factor) return `${trimmed(value / factor)} ${prefix}`;
  }
  return `${trimmed(value)} `;
}

/** Three significant digits, without trailing zeros. */
function trimmed(value: number): string {
  return String(Number(value.toPrecision(3)));
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `acl-rules` → `ACL rules`. */
export function printResource(resource: string): string {
  return resource
    .replace(/-/g, ' ')
    .replace(/\b(acl|mtu|vrf|ipv4|ipv6|mac)\b/g, (word) =>
      word.startsWith('ip') ? `IP${word.slice(2)}` : word.toUpperCase(),
    )
    .replace(/^[a-z]/, (first) => first.toUpperCase());
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
