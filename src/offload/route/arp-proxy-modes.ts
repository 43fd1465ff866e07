// Proxy ARP: the router answers for others, and the chip routes what comes of it.

import { hardwareEnds } from '../../forwarding/legs/ends.ts';
import { propertyValue } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

const proxyModes: ReadonlySet<string> = new Set(['proxy-arp', 'local-proxy-arp']);

export const arpProxyModes = defineRule({
  id: 'route/arp-proxy-modes',
  cost: 'L',

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
