// What a device's CPU forwards at most on its slow path, as a sentence and as a number.

import type { Evidence } from '../../diagnostics/diagnostic.ts';
import { printBitRate, printPacketRate } from '../../model/rates.ts';
import type { Target } from '../../profile/target.ts';

export interface Ceiling {
  readonly pps: number;
  readonly bps: number;
  readonly packetBytes: number;
  readonly evidence: Evidence;
}

/** Undefined = nobody has measured it. */
export function ceilingOf(target: Target): Ceiling | undefined {
  const fact = target.fact('ceiling.slow');
  const [best] = (fact?.value ?? [])
    .map(({ pps, packetBytes, bps }) => ({ pps, packetBytes, bps: bps ?? pps * packetBytes * 8 }))
    .sort((a, b) => b.bps - a.bps);
  if (!fact || !best) return undefined;
  const { pps, bps, packetBytes } = best;
  const rates = `${printPacketRate(pps)}, ${printBitRate(bps)} at ${packetBytes} bytes`;
  const claim = `the CPU of ${target.model} forwards about ${rates}, on its slow path`;
  return { ...best, evidence: fact.says(claim) };
}

/** `at about 1.2 Gbit/s` */
export function limitText(ceiling: Ceiling | undefined): string {
  return ceiling ? `at about ${printBitRate(ceiling.bps)}` : 'at a rate that was not measured';
}
