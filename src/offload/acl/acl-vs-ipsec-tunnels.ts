// A switch rule for addresses that come out of a tunnel: the chip sees the outer header.

import { addressesBehind } from '../../forwarding/behind-ends.ts';
import { routedEnds } from '../../forwarding/ends.ts';
import { addressInterval } from '../../forwarding/matchers.ts';
import { overlapsSet } from '../../forwarding/space.ts';
import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

export const aclVsIpsecTunnels = defineRule({
  id: 'acl/acl-vs-ipsec-tunnels',
  cost: 'M',
  summary: 'Switch rules match the outer header of tunnelled packets',
  why: 'Packets with this source come out of a tunnel of the device. At the chip they still carry the addresses of the tunnel, so the rule does not match.',
  remedy: 'Filter them in the firewall, on the interface of the tunnel.',

  check: aboutEach(rulesOfRoutingChip, (item, { network }) => {
    const source = addressInterval(propertyValue(item, 'src-address') ?? '', 4);
    if (!source) return [];
    const behind = routedEnds(network, 4).filter((end) => overlapsSet([source], addressesBehind(network, end, 4)));
    const [first] = behind;
    if (!first || behind.some((end) => end.interface.kind !== 'tunnel')) return [];
    return {
      placement: 'unavailable',
      what: 'switch rules do not match packets that come out of a tunnel',
      primary: ['src-address', `lies behind \`${first.name}\``],
    };
  }),
});
