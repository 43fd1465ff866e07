// What connection tracking takes the packets of a flow for.

import type { ChainState } from './chains.ts';
import type { Traffic } from './outcome.ts';
import type { PacketSet } from './space.ts';

type ConnectionState = ChainState['connectionState'];

/**
 * What tracking takes the first packets for, and those that follow. A connection of which it has seen one direction is
 * `new`. Of TCP an answer to an opener that it never saw is invalid, and so is an opener that goes on unanswered; of
 * ICMP every such answer is. Source: manual, common-firewall-matchers-and-actions, `connection-state`; for ICMP what
 * Linux does.
 */
export function connectionStates({
  opens,
  oneWay,
  isHalf,
  packets,
}: Traffic): Record<'opening' | 'steady', ConnectionState> {
  const { protocol } = packets;
  if (!isHalf) {
    if (!opens) return { opening: 'established', steady: 'established' };
    return { opening: 'new', steady: oneWay ? 'new' : 'established' };
  }
  if (isEcho(packets) && !opens) return { opening: 'invalid', steady: 'invalid' };
  if (protocol !== 'tcp') return { opening: 'new', steady: 'new' };
  return opens ? { opening: 'new', steady: 'invalid' } : { opening: 'invalid', steady: 'new' };
}

/** It belongs to no connection and opens none, which NAT would need. */
export function isApart({ connectionState, packets }: Pick<ChainState, 'connectionState' | 'packets'>): boolean {
  return connectionState === 'untracked' || (connectionState === 'invalid' && isEcho(packets));
}

export function isEcho({ protocol }: Pick<PacketSet, 'protocol'>): boolean {
  return protocol === 'icmp' || protocol === 'icmpv6';
}
