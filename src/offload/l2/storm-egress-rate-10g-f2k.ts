// Port rates on chips that miscount when a fast port links slowly.

import { type Item, propertyValue } from '../../model/config.ts';
import { setPortsOfRoutingChip } from '../held.ts';
import { aboutEach, defineRule, restingOn } from '../rule.ts';

export const stormEgressRate10gF2k = defineRule({
  id: 'l2/storm-egress-rate-10g-f2k',
  cost: 'L',

  // The limit is one of the family of chips that route.
  check: aboutEach(setPortsOfRoutingChip, ({ item, port, chip }) => {
    const property = limitOf(item);
    const fact = chip.fact('l2.rate-at-any-speed');
    if (!property || fact?.value === true || port.port.mbps < 10_000) return [];
    // A speed that somebody fixed at 10G cannot be missed.
    const speed = port.item && propertyValue(port.item, 'speed');
    if (port.item && propertyValue(port.item, 'auto-negotiation') === 'no' && speed?.startsWith('10G')) return [];
    return restingOn(fact, 'whether rates hold when a port of this chip links slowly', {
      placement: 'hardware',
      what: 'rates of 10G ports are wrong when the port links at 5 Gbit/s or less',
      primary: [property, `\`${port.name}\` is a 10G port`],
      says: `${chip.chip} limits wrongly on slow links`,
    });
  }),
});

function limitOf(item: Item): string | undefined {
  if (item.properties.has('egress-rate')) return 'egress-rate';
  const storm = propertyValue(item, 'storm-rate');
  return storm !== undefined && Number(storm) < 100 ? 'storm-rate' : undefined;
}
