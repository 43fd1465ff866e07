// IPsec policies stop IP FastPath.

import { enabledItemsOf, isYes, propertyValue } from '../../model/config.ts';
import { fastpathBenefit, fastpathCost } from '../fastpath-benefit.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';

export const fpIpsec = defineRule({
  id: 'fastpath/fp-ipsec',
  cost: 'H',
  datapath: 'l3-routing',
  summary: 'IP FastPath works only while there is no IPsec policy',
  why: 'All forwarded packets take the slow path, also those that no policy is about.',
  remedy: 'End the tunnel on another device, or rely on FastTrack with exclusions for IPsec.',

  check({ config, network }) {
    const benefit = fastpathBenefit(network);
    if (benefit === 'none') return [];
    return enabledItemsOf(config, '/ip/ipsec/policy')
      .filter((item) => !isYes(propertyValue(item, 'template')) && item.key !== '0')
      .map((item) => ({
        subject: item,
        placement: 'cpu' as const,
        cost: fastpathCost(benefit),
        what: 'IP FastPath is off on the whole device, because there are IPsec policies',
        primary: label(item, item.properties.has('dst-address') ? 'dst-address' : undefined, 'an IPsec policy'),
      }));
  },
});
