// Proxy ARP: the router answers for others, and the chip routes what comes of it.

import { hardwareEnds } from '../../forwarding/legs/ends.ts';
import { propertyValue } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

const proxyModes: ReadonlySet<string> = new Set(['proxy-arp', 'local-proxy-arp']);

export const arpProxyModes = defineRule({
  id: 'route/arp-proxy-modes',
  cost: 'L',
  summary: 'Whether the chip routes back into the VLAN that a packet came from is not documented',
  why: 'Proxy ARP makes hosts of one network send to the router. What they send is routed into the network that it came from, and it was not measured whether the chip does that.',
  remedy: 'Prefer port isolation or switch rules, or test it.',
  uncertainty: 'Hairpin routing in hardware is not documented.',

  check: ({ network }) =>
    hardwareEnds(network, 4).flatMap(({ name, interface: { item } }) => {
      const mode = item && propertyValue(item, 'arp');
      if (!item || mode === undefined || !proxyModes.has(mode)) return [];
      return {
        subject: item,
        placement: 'unknown',
        what: `whether \`${name}\` is routed back into itself in hardware is not known`,
        primary: ['arp', 'answers for other hosts'],
      };
    }),
});
