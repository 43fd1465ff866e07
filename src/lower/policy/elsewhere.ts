// Which other device of the site could have a duty that the CPU of this one has: one whose chip does it, or a router
// whose CPU is faster, or has at least not to share the work with a switch.

import type { Evidence } from '../../diagnostics/diagnostic.ts';
import type { DeviceIntent } from '../../intent/intent.ts';
import { printBitRate } from '../../model/rates.ts';
import type { LowerContext } from '../context.ts';
import { ceilingOf } from './cpu-ceiling.ts';

export interface Elsewhere {
  /** `“edge” (MODEL) can carry this: move it there …`, without a full stop. */
  readonly advice: string;
  readonly evidence: readonly Evidence[];
}

interface Requirement {
  /** Says of a chip that it does it. */
  readonly fact: 'acl.new-vrf' | 'l3.fasttrack';
  /** What has to pass, in bit/s. */
  readonly rateBps?: number | undefined;
}

/** The best of the other devices, with both ceilings; undefined when none would be better. */
export function elsewhere({ intent, device, target }: LowerContext, duty: Requirement): Elsewhere | undefined {
  const own = ceilingOf(target);
  const here = own ? `here it is about ${printBitRate(own.bps)}` : 'what it is here was not measured';
  const candidates = [...intent.devices.values()]
    .filter((other) => other.name !== device.name)
    .flatMap((other) => candidateOn(other, duty, own?.bps ?? 0))
    .sort((a, b) => b.bps - a.bps);
  const [best] = candidates;
  if (!best) return undefined;
  const name = `\`${best.device.name}\` (${best.device.target.model})`;
  return { advice: `${name} can carry this: move it there, ${best.how}; ${here}`, evidence: best.evidence };
}

interface Candidate {
  readonly device: DeviceIntent;
  readonly how: string;
  /** To compare; hardware is above every CPU, an unknown CPU below every known one. */
  readonly bps: number;
  readonly evidence: readonly Evidence[];
}

function candidateOn(device: DeviceIntent, { fact, rateBps = 0 }: Requirement, ownBps: number): Candidate[] {
  const { target } = device;
  if (target.offloadSwitch?.fact(fact)?.value === true) {
    return [{ device, how: 'where the switch chip does it', bps: Number.POSITIVE_INFINITY, evidence: [] }];
  }
  // A switch with a small CPU is what the duty is to leave.
  if (target.offloadSwitch) return [];
  const ceiling = ceilingOf(target);
  if (!ceiling) {
    return [{ device, how: 'to a router whose CPU was not measured', bps: 0, evidence: [] }];
  }
  const { bps } = ceiling;
  if (bps <= ownBps || bps < rateBps) return [];
  return [{ device, how: `where the CPU forwards about ${printBitRate(bps)}`, bps, evidence: [ceiling.evidence] }];
}
