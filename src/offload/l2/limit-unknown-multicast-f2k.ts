// A limit for unknown multicast on chips that cannot tell it from all multicast.

import { isYes, propertyValue } from '../../model/config.ts';
import { setNamed } from '../fix.ts';
import { defineRule, ofEach, ports, restingOn } from '../rule.ts';

export const limitUnknownMulticastF2k = defineRule({
  id: 'l2/limit-unknown-multicast-f2k',
  cost: 'M',
  facts: ['l2.multicast-limit-exact'],
  summary: 'On some chips a limit for unknown multicast limits all multicast',
  why: 'Streams that somebody asked for are cut as well, and so are the frames of protocols that use multicast.',
  remedy: 'Leave `limit-unknown-multicasts` off on this chip.',

  check: ofEach(ports, (port, { network }) => {
    const item = port.switchItem;
    if (!item || !isYes(propertyValue(item, 'limit-unknown-multicasts'))) return [];
    // The limit is one of the family of chips that route.
    if (!port.switch || port.switch !== network.offload?.switch) return [];
    if (Number(propertyValue(item, 'storm-rate') ?? 100) >= 100) return [];
    const fact = port.switch.fact('l2.multicast-limit-exact');
    if (fact?.value === true) return [];
    return restingOn(fact, 'whether this chip can tell unknown multicast from all multicast', {
      subject: item,
      placement: 'dropped',
      what: 'all multicast is limited, not only unknown multicast',
      primary: ['limit-unknown-multicasts', `limits all multicast that enters at \`${port.name}\``],
      says: `${port.switch.chip} limits all multicast`,
      fix: [
        'leave multicast out of the limit',
        setNamed('/interface/ethernet/switch/port', port.name, 'limit-unknown-multicasts=no'),
      ],
    });
  }),
});
