// Marks of packets and connections: the rules that gave those that a policy asks for, and rules that nobody heeds.

import { enabledItemsOf, type Item, listValues, type MenuPath, propertyValue } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { derivedOnce } from '../../source/grouping.ts';
import type { Network } from '../network/network.ts';
import { cause, placeOf } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';
import type { ChainState } from './chain-state.ts';
import { type FirewallRule, firewallMenu, tables } from './firewall.ts';
import { givenBy, kindOf, kinds } from './mark-classes.ts';

/** What asks for marks. */
export type Asking = Partial<Pick<FirewallRule, 'packetMark' | 'connectionMark'>>;

/** Of rules that marked a packet, those that gave it what is asked for, and what they asked for themselves. */
export function markersOf(marking: readonly FirewallRule[], asking: Asking): readonly FirewallRule[] {
  if (marking.length === 0) return [];
  return kinds.flatMap((kind) => {
    const match = asking[`${kind}Mark`];
    if (!match || match.negated) return [];
    const at = marking.findLastIndex((rule) => kindOf(rule) === kind && match.names.has(givenBy(rule, kind)));
    const rule = marking[at];
    return rule ? [rule, ...markersOf(marking.slice(0, at), rule)] : [];
  });
}

/** Rules whose marks nothing in the configuration reads: whoever does elsewhere does not get them. */
export function unreadMarks(
  network: Network,
  met: readonly ChainState[],
): readonly { readonly item: Item; readonly cause: Cause }[] {
  const read = marksRead(network);
  const effects = new Set(met.flatMap((each) => each.effects));
  return [...effects].flatMap((rule) => {
    const { item, action } = rule;
    const kind = kindOf(rule);
    const mark = kind && givenBy(rule, kind);
    if (!kind || read.has(`${action} ${mark}`)) return [];
    const text = `the ${kind}s do not get the mark \`${mark}\`, which nothing in this configuration reads`;
    return [{ item, cause: cause('firewall/mangle-bypassed-by-l3hw', text, placeOf(item, 'action')) }];
  });
}

/** Marks that a queue or a rule asks for, behind the action that gives them. */
const marksRead = derivedOnce((network: Network): ReadonlySet<string> => {
  const menus: readonly MenuPath[] = [
    '/queue/simple',
    '/queue/tree',
    ...families.flatMap((family) => tables.map((table) => firewallMenu(table, family))),
  ];
  const asked = menus.flatMap((menu) =>
    enabledItemsOf(network.config, menu).flatMap((item) =>
      ['packet-mark', 'packet-marks', 'connection-mark'].flatMap((name) =>
        listValues(propertyValue(item, name)?.replace(/^!/, '')).map(
          (mark) => `mark-${name.startsWith('packet') ? 'packet' : 'connection'} ${mark}`,
        ),
      ),
    ),
  );
  return new Set(asked);
});
