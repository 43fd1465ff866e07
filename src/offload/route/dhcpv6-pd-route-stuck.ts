// Routes of delegated IPv6 prefixes on a RouterOS version that loses them in the chip.

import { hardwareEnds } from '../../forwarding/legs/ends.ts';
import { propertyValue } from '../../model/config.ts';
import { isSameMinor, version } from '../../model/version.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

const affected = version('7.17');

export const dhcpv6PdRouteStuck = defineRule({
  id: 'route/dhcpv6-pd-route-stuck',
  cost: 'M',

  check: aboutEach(itemsIn('/ipv6/dhcp-server'), (item, { network, target }) => {
    const name = propertyValue(item, 'interface') ?? '';
    if (!isSameMinor(target.routeros, affected) || !hardwareEnds(network, 6).some((end) => end.name === name))
      return [];
    return {
      placement: 'unpredictable',
      what: 'packets to delegated prefixes may be lost in this RouterOS version',
      primary: ['interface', 'delegates prefixes in hardware'],
    };
  }),
});
