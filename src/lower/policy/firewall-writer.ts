// Adds rules to the chains of one address family, each under the name that the site's rule has.

import type { MenuPath } from '../../model/config.ts';
import type { Location } from '../../source/location.ts';
import type { LowerContext } from '../context.ts';
import { type Settings, said } from '../draft.ts';
import { tag } from '../tag.ts';
import { type FilterMatchers, filterMatchers, type ListNames } from './filter-match.ts';
import type { Family } from './ingress-packet-set.ts';

/** What one family's chains are written with. */
export interface FirewallWriter {
  readonly context: LowerContext;
  readonly family: Family;
  readonly matchers: FilterMatchers;
  add(chain: 'forward' | 'input', name: readonly (string | number)[], at: Location, settings: Settings): void;
}

export function firewallWriter(context: LowerContext, family: Family, lists: ListNames): FirewallWriter {
  const menu: MenuPath = family === 4 ? '/ip/firewall/filter' : '/ipv6/firewall/filter';
  return {
    context,
    family,
    matchers: filterMatchers(context, family, lists),
    add(chain, name, at, settings) {
      const comment = tag(['firewall', chain, ...name], at);
      context.draft.add(menu, at, { chain: said(chain, at), ...settings, comment });
    },
  };
}
