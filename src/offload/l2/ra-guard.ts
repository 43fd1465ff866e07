// RA guard: ICMPv6 to the CPU by a switch rule, where the chip knows it.

import type { Bridge, BridgePort } from '../../forwarding/network.ts';
import { isYes, propertyValue } from '../../model/config.ts';
import type { Fact } from '../../profile/target.ts';
import { candidatesByChip } from '../bridge-offload.ts';
import { setValue } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule, type Finding } from '../rule.ts';

export const raGuard = defineRule({
  id: 'l2/ra-guard',
  cost: 'L',
  datapath: 'l2-switching',
  facts: ['l2.arp-inspection', 'l2.bridge'],
  summary: 'RA guard sends ICMPv6 to the CPU, and takes most chips out of the bridge',
  why: 'The chip redirects these packets by a switch rule of its own. A chip that cannot do that leaves the whole bridge to the CPU.',
  remedy: 'Use it on switches whose chip knows it.',

  check({ network }) {
    return [...network.bridges.values()].flatMap((bridge) => {
      if (!isYes(propertyValue(bridge.item, 'ra-guard'))) return [];
      return [...candidatesByChip(network, bridge)].flatMap(([chip, ports]) => {
        if (ports.length < 2 || chip.fact('l2.bridge')?.value === false) return [];
        const fact = chip.fact('l2.arp-inspection');
        return {
          subject: bridge.item,
          ...(fact?.value === false ? leftToCpu(bridge, chip.chip, ports, fact) : redirected(bridge, fact)),
        };
      });
    });
  },
});

type Consequence = Omit<Finding, 'subject'>;

function leftToCpu(
  { name, item }: Bridge,
  chip: string,
  ports: readonly BridgePort[],
  fact: Fact<boolean>,
): Consequence {
  return {
    affects: ports.map((port) => port.item),
    placement: 'cpu',
    cost: 'H',
    what: `\`${name}\` is switched by the CPU, because the switch chip does not offload RA guard`,
    primary: label(item, 'ra-guard', `${chip} does not offload it`),
    evidence: [fact.says(`${chip} does not offload RA guard`)],
    fix: setValue(item, 'ra-guard', 'no', 'switch it off'),
  };
}

function redirected({ item }: Bridge, fact: Fact<boolean> | undefined): Consequence {
  return {
    affects: [],
    placement: fact ? 'hardware' : 'unknown',
    what: fact
      ? 'RA guard takes an entry of the switch rule table'
      : 'it is not documented whether this chip keeps a bridge with RA guard',
    primary: label(item, 'ra-guard', 'a dynamic switch rule'),
  };
}
