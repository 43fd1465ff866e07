// Firewall rules that log, count or list packets: they see nothing of what the chip forwards.

import type { Item } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import { startChain } from '../firewall/chain-state.ts';
import { mayMatch } from '../firewall/chains.ts';
import type { Crossing } from '../firewall/features.ts';
import { type FirewallRule, firewallOf } from '../firewall/firewall.ts';
import { isWatching } from '../firewall/rule-effects.ts';
import type { Network } from '../network/network.ts';
import { cause, placeOf } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';
import { filterCode } from './missed-policies.ts';

/** Those that may be for a class, whatever stands before them. */
export function unwatched(
  network: Network,
  { packets, inInterface, outInterface }: Crossing,
): readonly { readonly item: Item; readonly cause: Cause }[] {
  const states = (['new', 'established'] as const).map((connectionState) =>
    startChain({ packets, inInterface, outInterface, connectionState }),
  );
  return watchersOf(network, packets.family).flatMap((rule) => {
    const { item } = rule;
    if (!states.some((state) => mayMatch(rule, state))) return [];
    const table = item.menu.slice(item.menu.lastIndexOf('/') + 1);
    const code =
      table === 'mangle'
        ? 'firewall/mangle-bypassed-by-l3hw'
        : filterCode(packets, table === 'raw' ? 'raw-bypassed-by-l3hw' : undefined);
    return [{ item, cause: cause(code, 'this rule neither logs nor counts these packets', placeOf(item, 'action')) }];
  });
}

const watchersOf = derivedPer((network: Network, family: 4 | 6): readonly FirewallRule[] =>
  (['raw', 'mangle', 'filter'] as const).flatMap((table) => firewallOf(network, family).all(table).filter(isWatching)),
);
