// A routing rule for traffic that the chip routes: the chip looks up the main table and asks no rule.

import { propertyValue } from '../../model/config.ts';
import { word } from '../fix.ts';
import { defineRule } from '../rule.ts';
import { explainSpared } from '../spared.ts';

export const routingRuleBypassed = defineRule({
  id: 'route/routing-rule-bypassed',
  cost: 'C',
  summary: 'Routing rules do not apply to traffic that the chip routes',
  why: 'The chip holds the main table only. Packets that enter in hardware follow it, whatever the rule says about table, drop or unreachable.',
  remedy:
    'Redirect the same class of packets to the CPU with a switch rule, or take the VLAN off hardware routing, or use a VRF.',

  check({ network }) {
    const chip = network.offload?.switch.name ?? '';
    return explainSpared(network, 'route/routing-rule-bypassed', ({ item, from, to }) => {
      const match = ['src-address', 'dst-address'].flatMap((name) => {
        const value = propertyValue(item, name);
        return value === undefined ? [] : [`${name}=${word(value)}`];
      });
      return {
        what: 'the chip asks no routing rules: these never apply to what enters in hardware',
        primary: [
          item.properties.has('table') ? 'table' : 'action',
          `\`${from.name}\` to \`${to.name}\` follows the main table`,
        ],
        fix:
          match.length > 0
            ? [
                'redirect the same packets to the CPU',
                `/interface/ethernet/switch/rule add switch=${chip} mac-protocol=ip ${match.join(' ')} redirect-to-cpu=yes`,
              ]
            : 'redirect the same packets to the CPU with a switch rule, or take their VLAN off hardware routing',
      };
    });
  },
});
