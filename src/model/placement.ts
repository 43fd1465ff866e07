// Who forwards: the eight placements, their order, and what a flow may expect of them.

/** Best to worst for traffic that wants hardware. */
export const placements = [
  'hardware',
  'fasttrack',
  'partial',
  'unknown',
  'cpu',
  'dropped',
  'unavailable',
  'unpredictable',
] as const;
export type Placement = (typeof placements)[number];

/** How the CPU forwards what reaches it, best to worst. */
export const cpuPaths = ['fasttrack', 'fastpath', 'slow'] as const;
export type CpuPath = (typeof cpuPaths)[number];

/** What one verdict is about. */
export const datapaths = ['l2-switching', 'l3-routing', 'fasttrack', 'acl', 'input'] as const;
export type Datapath = (typeof datapaths)[number];

/** The path that an intent's flow asks for. */
export const expectations = ['hardware', 'fasttrack', 'cpu', 'dropped'] as const;
export type Expectation = (typeof expectations)[number];

/** The worse of two placements: a semilattice, so the order in which rules speak cannot matter. */
export function worse(a: Placement, b: Placement): Placement {
  return placements.indexOf(a) >= placements.indexOf(b) ? a : b;
}

interface Placed {
  readonly placement: Placement;
  readonly cpuPath?: CpuPath | undefined;
  /** Of an `unknown` placement: it may be dropped, or miss a policy. */
  readonly mayDrop?: true;
  readonly mayMiss?: true;
}

/**
 * The higher the worse; of what the CPU forwards the slower path is worse. What may be dropped, or miss a policy, goes
 * before what the CPU is certain to forward.
 */
export function rankOf({ placement, cpuPath, mayDrop, mayMiss }: Placed): number {
  if (placement === 'unknown' && (mayDrop || mayMiss)) return rankOf({ placement: 'dropped' }) - 1;
  return placements.indexOf(placement) * (cpuPaths.length + 1) + (cpuPath ? cpuPaths.indexOf(cpuPath) : 0);
}

/** `cpu (slow)` */
export function printPlaced(at: Placed): string {
  return at.cpuPath ? `${at.placement} (${at.cpuPath})` : at.placement;
}
