// What connection tracking takes the packets of a flow for.

import type { ChainState } from './chains.ts';
import type { Traffic } from './outcome.ts';

type ConnectionState = ChainState['connectionState'];

/**
 * What tracking takes the first packets for, and those that follow. A connection of which it has seen one direction is
 * `new`. Of TCP an answer to an opener that it never saw is invalid, and so is an opener that goes on unanswered.
 * Source: manual, common-firewall-matchers-and-actions, `connection-state`.
 */
export function connectionStates({
  opens,
  oneWay,
  isHalf,
  packets,
}: Traffic): Record<'opening' | 'steady', ConnectionState> {
  const isTcp = packets.protocol === 'tcp';
  if (!isHalf) {
    if (!opens) return { opening: 'established', steady: 'established' };
    return { opening: 'new', steady: oneWay ? 'new' : 'established' };
  }
  if (!isTcp) return { opening: 'new', steady: 'new' };
  return opens ? { opening: 'new', steady: 'invalid' } : { opening: 'invalid', steady: 'new' };
}
