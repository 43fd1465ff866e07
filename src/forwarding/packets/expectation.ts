// Which placements satisfy what a site expects of a flow.

import type { Expectation, Placement } from '../../model/placement.ts';

const accepted: Record<Expectation, readonly Placement[]> = {
  hardware: ['hardware'],
  fasttrack: ['fasttrack', 'hardware'],
  cpu: ['cpu', 'fasttrack'],
  dropped: ['dropped'],
};

/** A flow that expects nothing is satisfied by anything. */
export function satisfies(placement: Placement, expected: Expectation | undefined): boolean {
  return expected === undefined || accepted[expected].includes(placement);
}
