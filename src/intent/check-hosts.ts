// The addresses of hosts: in a network of the site, and nobody else's. A host that no device can reach is never asked.

import type { Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { containsPrefix, isSamePrefix, printAddress } from '../model/prefix.ts';
import type { Check } from './check.ts';
import { linkNetworks, ownAddresses, vlanNetworks } from './networks.ts';

export const checkHosts: Check = ({ intent, partial }) => {
  // What a network would have been said to be may be among the parts that could not be read.
  if (partial) return [];
  const networks = [...vlanNetworks(intent), ...linkNetworks(intent)];
  const own = [...intent.devices.values()].flatMap((device) => ownAddresses(intent, device));
  return Object.entries(intent.site.hosts ?? {}).flatMap(([name, { address = [] }]) =>
    address.flatMap((host, index): Found => {
      const at = intent.below('hosts', name).at('address', index);
      const device = own.find((each) => isSamePrefix(each.host, host));
      if (device) {
        return mistake('intent/host-address', {
          what: `${printAddress(host)} of \`${name}\` is \`${device.device}\`’s own`,
          at,
          related: [{ at: device.at, text: 'set here' }],
          severity: 'warning',
          fix: 'write the address that the host has',
        });
      }
      if (networks.some(({ network }) => containsPrefix(network, host))) return [];
      return mistake('intent/host-address', {
        what: `${printAddress(host)} of \`${name}\` is in no network of the site, so no device asks whether it is there`,
        at,
        severity: 'warning',
        fix: 'write an address of the network that the host is plugged into',
      });
    }),
  );
};
