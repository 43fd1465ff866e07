// Chains that packets pass in turn behind the routing decision: what one denies meets none of the others.

import type { ChainState } from './chain-state.ts';
import { isDenied, walkChain } from './chains.ts';
import { type Firewall, firewallOf, type Table } from './firewall.ts';
import type { Network } from './network.ts';

/** For the device itself. */
export function inputChains(network: Network, start: ChainState): readonly ChainState[] {
  return inTurn(firewallOf(network, start.packets.family), 'input', ['mangle', 'filter'], start);
}

/** For another interface. Ends with what the filter said where that lets packets through. */
export function forwardChains(network: Network, start: ChainState): readonly ChainState[] {
  const firewall = firewallOf(network, start.packets.family);
  return inTurn(firewall, 'forward', ['mangle', 'filter'], start).flatMap((judged) =>
    inTurn(firewall, 'postrouting', isDenied(judged) ? [] : ['mangle'], judged).map((last) =>
      isDenied(last) ? last : { ...last, end: judged.end },
    ),
  );
}

function inTurn(firewall: Firewall, chain: string, tables: readonly Table[], start: ChainState): readonly ChainState[] {
  return tables.reduce<readonly ChainState[]>(
    (states, table) =>
      states.flatMap((state) =>
        isDenied(state) ? [state] : walkChain(firewall, table, chain, { ...state, end: undefined }),
      ),
    [start],
  );
}
