// Features that exclude L3 hardware offloading: wherever one is, the engine calls hardware routing unavailable.

import { type Item, propertyValue } from '../../model/config.ts';
import { routeInHardware } from '../fix.ts';
import { excludedBy, routedItems } from '../held.ts';
import { defineRule, ofRoutingChip, type Rule, type RuleText } from '../rule.ts';

interface Feature extends RuleText {
  readonly feature: string;
  labelOf(item: Item): string;
  readonly fix: string;
}

const features: readonly Feature[] = [
  {
    id: 'l3hw/mlag-with-l3hw',
    cost: 'C',
    summary: 'MLAG and L3 hardware offloading exclude each other',
    why: 'The vendor lists MLAG as not available with L3 offloading. What happens to routed packets is undefined.',
    remedy: 'Switch L3 offloading off on this device and route elsewhere.',
    feature: 'MLAG',
    fix: 'switch L3 offloading off and route elsewhere',
    labelOf: () => 'switches MLAG on',
  },
  {
    id: 'l3hw/vrrp-with-l3hw',
    cost: 'C',
    summary: 'VRRP and L3 hardware offloading exclude each other',
    why: 'The vendor lists VRRP as not available with L3 offloading. What happens to packets for the virtual address is undefined.',
    remedy: 'Switch L3 offloading off on this device, or do without VRRP: ECMP, OSPF or an anycast gateway.',
    // The vendor names the device, not the ports.
    feature: 'VRRP',
    fix: 'switch L3 offloading off, or remove VRRP',
    labelOf: (item) => `virtual router on \`${propertyValue(item, 'interface') ?? ''}\``,
  },
];

export const excludingFeatures: readonly Rule[] = features.map(({ feature, labelOf, fix, ...rule }) => {
  const check = ofRoutingChip(({ chip, network }) =>
    excludedBy(network, rule.id).map(({ item, property, reason }) => ({
      subject: item,
      affects: routedItems(network),
      placement: reason.placement,
      what: `${feature} does not work together with L3 hardware offloading`,
      primary: [property, labelOf(item)],
      fix: [fix, routeInHardware('no', 'switch', chip.switch.name)],
    })),
  );
  return defineRule({ ...rule, check });
});
