// A host of a connected network is in hardware only after the router has resolved its address.

import { hasRoutedClasses } from '../../forwarding/bypass/routed-classes.ts';
import { hardwareEnds } from '../../forwarding/legs/ends.ts';
import { bitsOf, families } from '../../model/prefix.ts';
import { defineRule } from '../rule.ts';

export const connectedHostUnresolved = defineRule({
  id: 'route/connected-host-unresolved',
  cost: 'i',

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
