// Adds rules to the chains of one address family, each under the name that the site's rule has.

import { firewallMenu } from '../../forwarding/firewall/firewall.ts';
import type { Location } from '../../source/location.ts';
import type { LowerContext } from '../context.ts';
import { type Settings, said } from '../draft.ts';
import { tag } from '../tag.ts';
import { type FilterMatchers, filterMatchers, type ListNames } from './filter-match.ts';
import type { Family } from './ingress-packet-set.ts';

type Chain = 'forward' | 'input' | 'prerouting';

/** What one family's chains are written with. */
export interface FirewallWriter {
  readonly context: LowerContext;
  readonly family: Family;
  readonly matchers: FilterMatchers;
  /** For `prerouting`. */
  readonly markMatchers: FilterMatchers;
  /** `prerouting` is that of mangle. */
  add(chain: Chain, name: readonly (string | number)[], at: Location, settings: Settings): void;
}

export function firewallWriter(context: LowerContext, family: Family, lists: ListNames): FirewallWriter {
  return {
    context,
    family,
    matchers: filterMatchers(context, family, lists, 'filter'),
    markMatchers: filterMatchers(context, family, lists, 'mangle'),
    add(chain, name, at, settings) {
      const comment = tag(['firewall', chain, ...name], at);
      const menu = firewallMenu(chain === 'prerouting' ? 'mangle' : 'filter', family);
      context.draft.add(menu, at, { chain: said(chain, at), ...settings, comment });
    },
  };
}
