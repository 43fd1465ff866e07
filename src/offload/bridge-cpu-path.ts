// What would use the FastPath of the bridges: frames that the CPU switches, and FastTrack connections over a bridge.

import { fasttrackRules } from '../forwarding/fasttrack-rules.ts';
import type { Bridge, Network } from '../forwarding/network.ts';
import type { Item } from '../model/config.ts';

export interface BridgeCpuUse {
  /** A FastTrack rule, when there is one and a bridge that its connections may cross. */
  readonly fasttrack: Item | undefined;
  /** Bridges of which the CPU switches at least one pair of ports. */
  readonly switching: readonly Bridge[];
  /** Bridges of which a chip switches ports, past the CPU. */
  readonly offloaded: readonly Bridge[];
}

export function bridgeCpuUse(network: Network): BridgeCpuUse {
  const bridges = [...network.bridges.values()].filter(({ ports }) => ports.length > 0);
  return {
    fasttrack: bridges.length > 0 ? fasttrackRules(network)[0] : undefined,
    switching: bridges.filter(hasCpuPair),
    offloaded: bridges.filter(({ switches }) => switches.length > 0),
  };
}

/** Two ports between which no single chip forwards. */
function hasCpuPair({ ports }: Bridge): boolean {
  const [first, ...others] = ports.map(({ hardware }) => hardware);
  if (others.length === 0) return false;
  return first === undefined || others.some((chip) => chip !== first);
}
