// RA guard: ICMPv6 to the CPU by a switch rule, where the chip knows it.

import { isYes, propertyValue } from '../../model/config.ts';
import { candidatesByChip } from '../bridge-offload.ts';
import { replaceValue, setCommand } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule, type Finding } from '../rule.ts';

export const raGuard = defineRule({
  id: 'l2/ra-guard',
  cost: 'L',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l2.arp-inspection', 'l2.bridge'],
  summary: 'RA guard sends ICMPv6 to the CPU, and takes most chips out of the bridge',
  why: 'The chip redirects these packets by a switch rule of its own. A chip that cannot do that leaves the whole bridge to the CPU.',
  remedy: 'Use it on switches whose chip knows it.',

  check({ network }) {
    return [...network.bridges.values()].flatMap((bridge): readonly Finding[] => {
      if (!isYes(propertyValue(bridge.item, 'ra-guard'))) return [];
      return [...candidatesByChip(network, bridge)].flatMap(([chip, ports]): readonly Finding[] => {
        if (ports.length < 2 || chip.fact('l2.bridge')?.value === false) return [];
        const fact = chip.fact('l2.arp-inspection');
        const isLost = fact?.value === false;
        return [
          {
            subject: bridge.item,
            affects: isLost ? ports.map(({ item }) => item) : [],
            placement: isLost ? 'cpu' : fact ? 'hardware' : 'unknown',
            ...(isLost && { cost: 'H' }),
            what: isLost
              ? `\`${bridge.name}\` is switched by the CPU, because the switch chip does not offload RA guard`
              : fact
                ? 'RA guard takes an entry of the switch rule table'
                : 'it is not documented whether this chip keeps a bridge with RA guard',
            primary: label(
              bridge.item,
              'ra-guard',
              isLost ? `${chip.chip} does not offload it` : 'a dynamic switch rule',
            ),
            ...(isLost && {
              evidence: [fact.says(`${chip.chip} does not offload RA guard`)],
              fix: replaceValue(
                bridge.item,
                'ra-guard',
                'no',
                'switch it off',
                setCommand(bridge.item, 'name', 'ra-guard=no'),
              ),
            }),
          },
        ];
      });
    });
  },
});
