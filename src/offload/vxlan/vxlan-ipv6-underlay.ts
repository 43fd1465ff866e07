// A tunnel over IPv6.

import { propertyValue } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

export const vxlanIpv6Underlay = defineRule({
  id: 'vxlan/vxlan-ipv6-underlay',
  cost: 'H',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'The chip encapsulates VXLAN over IPv4 only',
  why: 'The tunnel runs over IPv6, so its packets go through the CPU.',
  remedy: 'Run the tunnel over IPv4.',
  evidence: [documented('routeros/vxlan', 'IPv6 tunnel ends are not offloaded')],

  check({ network }) {
    return offloadableVxlans(network).flatMap(({ item, vteps }) => {
      const isByVersion = propertyValue(item, 'vteps-ip-version') === 'ipv6';
      const isByAddress = propertyValue(item, 'local-address')?.includes(':') === true;
      const vtep = vteps.find(({ address }) => address.family === 6);
      if (!isByVersion && !isByAddress && !vtep) return [];
      const text = 'IPv6';
      return [
        {
          subject: item,
          placement: 'cpu',
          what: 'VXLAN goes through the CPU: it runs over IPv6',
          primary: isByVersion
            ? label(item, 'vteps-ip-version', text)
            : isByAddress
              ? label(item, 'local-address', text)
              : label(vtep?.item ?? item, 'remote-ip', text),
        },
      ];
    });
  },
});
