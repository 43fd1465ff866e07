// IGMP snooping on chips that then stop unknown multicast of every protocol.

import { isYes, propertyValue } from '../../model/config.ts';
import { candidatesByChip } from '../bridge-offload.ts';
import { word } from '../fix.ts';
import { aboutEach, bridges, defineRule, restingOn } from '../rule.ts';

export const igmpSnoopingF2k = defineRule({
  id: 'l2/igmp-snooping-f2k',
  cost: 'M',

  check: aboutEach(bridges, (bridge, { network }) => {
    if (!isYes(propertyValue(bridge.item, 'igmp-snooping'))) return [];
    // The querier may be another device; where it is this one, the effect is certain.
    const isQuerier = isYes(propertyValue(bridge.item, 'multicast-querier'));
    return [...candidatesByChip(network, bridge)].flatMap(([chip, ports]) => {
      const fact = chip.fact('l2.snooping-stops-unknown');
      if (fact?.value === false || ports.length < 2 || !bridge.switches.includes(chip)) return [];
      return restingOn(fact, 'whether this chip stops other multicast with IGMP snooping', {
        placement: isQuerier ? 'dropped' : 'hardware',
        what: `unknown multicast of every protocol is no longer flooded in \`${bridge.name}\` once a querier is seen`,
        ...(!isQuerier && { cost: 'i' }),
        primary: ['igmp-snooping', isQuerier ? 'this bridge is a querier' : 'with a querier'],
        says: `${chip.chip} does not tell kinds of multicast apart`,
        fix: [
          'keep flooding to a port that needs it',
          `/interface/bridge/port set [find bridge=${word(bridge.name)} interface=<the port>] multicast-router=permanent`,
        ],
      });
    });
  }),
});
