// Remembers what became of classes of packets: both directions of a flow ask for the same ones again and again, and so
// do flows between the same ends.

import { computeIfAbsent, derivedOnce } from '../../source/grouping.ts';
import { firewallOf } from '../firewall/firewall.ts';
import { Keys } from '../firewall/keys.ts';
import type { Outcome, Traffic } from '../firewall/outcome.ts';
import type { Network } from '../network/network.ts';

type Find = (network: Network, traffic: Traffic) => readonly Outcome[];

/** More classes of a network than this are not remembered at once. */
const rememberedMax = 2000;

/** The same, found once for each class. */
export function remembered(find: Find): Find {
  const memories = derivedOnce((_: Network) => ({ known: new Map<string, readonly Outcome[]>(), keys: new Keys() }));
  return (network, traffic) => {
    // Chains of rules are dear to walk; without them, to tell a class apart costs more than to follow it once more.
    if (firewallOf(network, traffic.packets.family).rules === 0) return find(network, traffic);
    const memory = memories(network);
    if (memory.known.size >= rememberedMax) {
      memory.known.clear();
      memory.keys = new Keys();
    }
    return computeIfAbsent(memory.known, memory.keys.traffic(traffic), () => find(network, traffic));
  };
}
