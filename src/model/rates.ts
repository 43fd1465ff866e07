// Rates as people write them.

/** `10 Gbit/s`, `680 Mbit/s`. */
export function printBitRate(bps: number): string {
  return `${scaled(bps)}bit/s`;
}

/** `10Gbps`, as a site writes it: whole. */
export function siteBitRate(bps: number): string {
  const [unit, size] = Object.entries({ G: 1e9, M: 1e6, k: 1e3 }).find(([, each]) => bps % each === 0) ?? ['', 1];
  return `${bps / size}${unit}bps`;
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
