// A host of a connected network is in hardware only after the router has resolved its address.

import { hasRoutedClasses } from '../../forwarding/bypass/routed-classes.ts';
import { hardwareEnds } from '../../forwarding/legs/ends.ts';
import { bitsOf, families } from '../../model/prefix.ts';
import { defineRule } from '../rule.ts';

export const connectedHostUnresolved = defineRule({
  id: 'route/connected-host-unresolved',
  cost: 'i',
  summary: 'The first packet to a host of a connected network goes through the CPU, which resolves its address',
  why: 'The chip cannot ask for addresses. Until the host has answered ARP or neighbour discovery its packets reach the CPU; a host that never answers never gets into hardware.',
  remedy: 'Nothing to do for ordinary hosts. Put a silent receiver behind a next hop, or make it answer.',

  check: ({ network }) =>
    families.flatMap((family) => {
      const ends = hasRoutedClasses(network, family) ? hardwareEnds(network, family) : [];
      return ends.flatMap(({ interface: { name, addresses } }) =>
        addresses
          .filter((each) => each.network.family === family && each.network.length < bitsOf(family))
          .map(({ item }) => ({
            subject: item,
            placement: 'hardware' as const,
            what: 'hosts of connected networks are in hardware once their address is resolved',
            primary: ['address', `hosts behind \`${name}\``] as const,
          })),
      );
    }),
});
