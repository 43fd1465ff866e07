// What connection tracking takes the packets of a flow for.

import type { Passage } from './chains.ts';
import type { Traffic } from './outcome.ts';

type ConnectionState = Passage['connectionState'];

/**
 * What tracking takes the first packets for, and those that follow. It wants both directions: of a connection of which
 * it sees one, UDP stays `new`, and TCP is invalid once the opener goes on without an answer.
 */
export function connectionStates({
  opens,
  oneWay,
  isHalf,
  box,
}: Traffic): Record<'opening' | 'steady', ConnectionState> {
  const isTcp = box.protocol === 'tcp';
  if (!opens) {
    const state = isHalf && !isTcp ? 'new' : 'established';
    return { opening: state, steady: state };
  }
  if (oneWay || (isHalf && !isTcp)) return { opening: 'new', steady: 'new' };
  return { opening: 'new', steady: isHalf ? 'invalid' : 'established' };
}
