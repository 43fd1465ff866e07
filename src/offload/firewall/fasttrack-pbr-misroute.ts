// FastTrack for connections that policy routing sends elsewhere: their packets follow the main table.

import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { type Fasttracked, fasttracked } from '../../forwarding/paths/forwarded.ts';
import { lookUp } from '../../forwarding/routing/fib.ts';
import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { markingRules } from '../marks.ts';
import { defineRule } from '../rule.ts';

export const fasttrackPbrMisroute = defineRule({
  id: 'firewall/fasttrack-pbr-misroute',
  cost: 'C',

  check({ network }) {
    const steering = [...families.flatMap((family) => markingRules(network, family)), ...steeringRules(network)];
    if (steering.length === 0) return [];
    return misrouted(network).map(({ rule, from, to, outcome }) => ({
      subject: rule,
      placement: outcome.placement,
      what: 'FastTrack sends connections by the main table that policy routing wants elsewhere',
      primary: [
        'action',
        to === undefined || isOfMain(network, outcome, to)
          ? `also takes connections from \`${from}\` that are for another table`
          : `also takes connections from \`${from}\` that are to leave by \`${to}\``,
      ],
      related: steering.map((item) => [item, 'action', 'chooses another table']),
    }));
  },
});

/** Main leads there too: they go by it, whatever their table. */
function isOfMain(network: Network, { packets }: Fasttracked['outcome'], to: string): boolean {
  return lookUp(network, { packets, table: 'main' }).every((way) => way.kind === 'egress' && way.interface === to);
}

/** Each FastTrack rule once, by the first connections that it sends elsewhere, or may. */
function misrouted(network: Network): readonly Fasttracked[] {
  const found = new Map<Item, Fasttracked>();
  const open = new Set(families.flatMap((family) => fasttrackRules(network, family)));
  for (const each of fasttracked(network, () => open.size > 0)) {
    const { because, placement } = each.outcome;
    if (!because.some(({ code }) => code === 'firewall/fasttrack-pbr-misroute')) continue;
    if (open.has(each.rule) && (placement !== 'unknown' || !found.has(each.rule))) found.set(each.rule, each);
    if (placement !== 'unknown') open.delete(each.rule);
  }
  return [...found.values()];
}

/** Routing rules that look up another table than FastTrack does. */
function steeringRules({ config }: Network): readonly Item[] {
  return enabledItemsOf(config, '/routing/rule').filter(
    (item) =>
      (propertyValue(item, 'table') ?? 'main') !== 'main' ||
      !(propertyValue(item, 'action') ?? 'lookup').startsWith('lookup'),
  );
}
