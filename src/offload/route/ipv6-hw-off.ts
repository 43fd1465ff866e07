// IPv6 between networks of the chip, with IPv6 offloading left off.

import { routedEnds } from '../../forwarding/legs/ends.ts';
import { isInHardware, legOf } from '../../forwarding/legs/leg.ts';
import { settingOf } from '../../model/config.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const ipv6HwOff = defineRule({
  id: 'route/ipv6-hw-off',
  cost: 'M',

  check: ofRoutingChip(({ chip, config, network }) => {
    if (chip.ipv6Offload) return [];
    const fact = chip.switch.fact('l3.ipv6');
    const ends = routedEnds(network, 6).filter(
      ({ name, interface: owner }) => isInHardware(legOf(network, name, 4)) && owner.addresses.some(isIpv6),
    );
    const setting = settingOf(config, '/interface/ethernet/switch/l3hw-settings', 'ipv6-hw');
    const place = setting ?? ends[0]?.interface.addresses.find(isIpv6);
    if (fact?.value === false || ends.length < 2 || !place) return [];
    return {
      subject: place.item,
      affects: network.routes.flatMap(({ prefix, item }) => (prefix.family === 6 ? [item] : [])),
      placement: fact ? 'cpu' : 'unknown',
      what: fact
        ? `IPv6 between ${ends.length} networks goes through the CPU: IPv6 offloading is off`
        : 'it is not documented whether this chip routes IPv6, and IPv6 offloading is off',
      primary: setting
        ? [setting.item, 'ipv6-hw', 'IPv6 is left to the CPU']
        : [place.item, 'address', 'routed by the CPU'],
      fix: [
        'switch IPv6 offloading on, after the IPv6 policy stands in switch rules',
        '/interface/ethernet/switch/l3hw-settings set ipv6-hw=yes',
      ],
    };
  }),
});

function isIpv6({ network }: { readonly network: { readonly family: 4 | 6 } }): boolean {
  return network.family === 6;
}
