// VXLAN over IPv6.

import { type Item, propertyValue } from '../../model/config.ts';
import { defineVxlanRule } from '../tunnels.ts';

export const vxlanIpv6Underlay = defineVxlanRule({
  id: 'vxlan/vxlan-ipv6-underlay',
  cost: 'H',
  summary: 'The chip encapsulates VXLAN over IPv4 only',
  why: 'The CPU encapsulates every packet of the tunnel.',
  remedy: 'Reach the VTEPs over IPv4.',

  find({ item }) {
    const property = isIpv6(item, 'local-address')
      ? 'local-address'
      : propertyValue(item, 'vteps-ip-version') === 'ipv6'
        ? 'vteps-ip-version'
        : undefined;
    if (!property) return [];
    return {
      what: 'VXLAN over IPv6 is done by the CPU',
      primary: [property, 'IPv6 below the tunnel'],
    };
  },
});

function isIpv6(item: Item, property: string): boolean {
  return propertyValue(item, property)?.includes(':') === true;
}
