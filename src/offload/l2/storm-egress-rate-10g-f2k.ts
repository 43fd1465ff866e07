// Port rates on chips that miscount when a fast port links slowly.

import { propertyValue } from '../../model/config.ts';
import { defineRule, ofEach, ports, restingOn } from '../rule.ts';

export const stormEgressRate10gF2k = defineRule({
  id: 'l2/storm-egress-rate-10g-f2k',
  cost: 'L',
  facts: ['l2.rate-at-any-speed'],
  summary: 'On some chips rates of 10G ports are wrong when the port links at 5 Gbit/s or less',
  why: 'The port then limits at another rate than the one that is set.',
  remedy: 'Limit on another port, or use the port at 10 Gbit/s.',

  check: ofEach(ports, (port, { network }) => {
    const item = port.switchItem;
    const property = item && limitOf(item.properties);
    const fact = port.switch?.fact('l2.rate-at-any-speed');
    // The limit is one of the family of chips that route.
    if (!item || !property || !port.switch || port.switch !== network.offload?.switch) return [];
    if (fact?.value === true || port.port.mbps < 10_000) return [];
    // A speed that somebody fixed at 10G cannot be missed.
    const speed = port.item && propertyValue(port.item, 'speed');
    if (port.item && propertyValue(port.item, 'auto-negotiation') === 'no' && speed?.startsWith('10G')) return [];
    return restingOn(fact, 'whether rates hold when a port of this chip links slowly', {
      subject: item,
      placement: 'hardware',
      what: 'rates of 10G ports are wrong when the port links at 5 Gbit/s or less',
      primary: [property, `\`${port.name}\` is a 10G port`],
      says: `${port.switch.chip} limits wrongly on slow links`,
    });
  }),
});

function limitOf(properties: ReadonlyMap<string, { readonly value: string }>): string | undefined {
  if (properties.has('egress-rate')) return 'egress-rate';
  const storm = properties.get('storm-rate')?.value;
  return storm !== undefined && Number(storm) < 100 ? 'storm-rate' : undefined;
}
