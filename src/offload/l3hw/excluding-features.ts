// Features that exclude L3 hardware offloading: wherever one is, the engine calls hardware routing unavailable.

import { chipName } from '../../forwarding/network/ports.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { routeInHardware } from '../fix.ts';
import { excludedBy, routedItems } from '../held.ts';
import { defineRule, ofRoutingChip, type Rule, type RuleHead } from '../rule.ts';

interface Feature extends RuleHead {
  readonly feature: string;
  labelOf(item: Item): string;
  readonly fix: string;
}

const features: readonly Feature[] = [
  {
    id: 'l3hw/mlag-with-l3hw',
    cost: 'C',
    feature: 'MLAG',
    fix: 'switch L3 offloading off and route elsewhere',
    labelOf: () => 'switches MLAG on',
  },
  {
    id: 'l3hw/vrrp-with-l3hw',
    cost: 'C',
    // The vendor names the device, not the ports.
    feature: 'VRRP',
    fix: 'switch L3 offloading off, or remove VRRP',
    labelOf: (item) => `virtual router on \`${propertyValue(item, 'interface') ?? ''}\``,
  },
];

export const excludingFeatures: readonly Rule[] = features.map(({ feature, labelOf, fix, ...rule }) => {
  const check = ofRoutingChip(({ network }) =>
    excludedBy(network, rule.id).map(({ item, property, reason }) => ({
      subject: item,
      affects: routedItems(network),
      placement: reason.placement,
      what: `${feature} does not work together with L3 hardware offloading`,
      primary: [property, labelOf(item)],
      fix: [fix, routeInHardware('no', 'switch', chipName(network))],
    })),
  );
  return defineRule({ ...rule, check });
});
