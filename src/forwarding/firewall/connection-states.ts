// What connection tracking takes the packets of a flow for.

import { isYes, settingOf } from '../../model/config.ts';
import type { Network } from '../network/network.ts';
import type { PacketSet } from '../packets/space.ts';
import type { ChainState } from './chain-state.ts';
import type { Traffic } from './outcome.ts';

/**
 * What tracking takes the first packets for, and those that follow. A connection of which it has seen one direction is
 * `new`. Of TCP an answer to an opener that it never saw is invalid, and so is an opener that goes on unanswered; of
 * ICMP every such answer is, and of TCP where it picks up no connection that is under way. Source: manual,
 * common-firewall-matchers-and-actions, `connection-state`, and connection-tracking; for ICMP what Linux does.
 */
export function connectionStates(
  network: Network,
  { opens, oneWay, isHalf, packets }: Traffic,
): Record<'opening' | 'steady', ChainState['connectionState']> {
  if (!isHalf) {
    if (!opens) return { opening: 'established', steady: 'established' };
    return { opening: 'new', steady: oneWay ? 'new' : 'established' };
  }
  if (!opens && isNeverTaken(network, packets)) return { opening: 'invalid', steady: 'invalid' };
  if (packets.protocol !== 'tcp') return { opening: 'new', steady: 'new' };
  return opens ? { opening: 'new', steady: 'invalid' } : { opening: 'invalid', steady: 'new' };
}

/** It belongs to no connection and opens none, which NAT would need. */
export function isApart(network: Network, state: Pick<ChainState, 'connectionState' | 'packets'>): boolean {
  const { connectionState, packets } = state;
  return connectionState === 'untracked' || (connectionState === 'invalid' && isNeverTaken(network, packets));
}

/** Answers of this kind open no connection, where tracking has not seen what they answer. */
export function isNeverTaken(network: Network, packets: Pick<PacketSet, 'protocol'>): boolean {
  const loose = settingOf(network.config, '/ip/firewall/connection/tracking', 'loose-tcp-tracking');
  const isLoose = isYes(loose?.value ?? 'yes');
  return isEcho(packets) || (packets.protocol === 'tcp' && !isLoose);
}

export function isEcho({ protocol }: Pick<PacketSet, 'protocol'>): boolean {
  return protocol === 'icmp' || protocol === 'icmpv6';
}

/** ICMP has a protocol of its own in each family. */
export function ofFamily(protocol: string, family: 4 | 6): string {
  return isEcho({ protocol }) ? (family === 4 ? 'icmp' : 'icmpv6') : protocol;
}
