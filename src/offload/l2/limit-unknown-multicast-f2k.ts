// A limit for unknown multicast on chips that cannot tell it from all multicast.

import { isYes, propertyValue } from '../../model/config.ts';
import { setNamed } from '../fix.ts';
import { setPortsOfRoutingChip } from '../held.ts';
import { aboutEach, defineRule, restingOn } from '../rule.ts';

export const limitUnknownMulticastF2k = defineRule({
  id: 'l2/limit-unknown-multicast-f2k',
  cost: 'M',

  // The limit is one of the family of chips that route.
  check: aboutEach(setPortsOfRoutingChip, ({ item, port: { name }, chip }) => {
    if (!isYes(propertyValue(item, 'limit-unknown-multicasts'))) return [];
    const fact = chip.fact('l2.multicast-limit-exact');
    if (Number(propertyValue(item, 'storm-rate') ?? 100) >= 100 || fact?.value === true) return [];
    return restingOn(fact, 'whether this chip can tell unknown multicast from all multicast', {
      placement: 'dropped',
      what: 'all multicast is limited, not only unknown multicast',
      primary: ['limit-unknown-multicasts', `limits all multicast that enters at \`${name}\``],
      says: `${chip.chip} limits all multicast`,
      fix: [
        'leave multicast out of the limit',
        setNamed('/interface/ethernet/switch/port', name, 'limit-unknown-multicasts=no'),
      ],
    });
  }),
});
