// DHCP pools with addresses that are in no network of the interface where clients get them.

import { poolAddresses } from '../../forwarding/network/address-lists.ts';
import { networksAmong } from '../../forwarding/network/addresses.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { subtract } from '../../forwarding/packets/space.ts';
import { type Item, itemsOf, propertyValue } from '../../model/config.ts';
import { printAddress } from '../../model/prefix.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

export const dhcpPoolOutside = defineRule({
  id: 'ops/dhcp-pool-outside',
  cost: 'M',
  datapath: 'input',

  check: aboutEach(itemsIn('/ip/dhcp-server'), (server, { network }) => {
    const outside = addressOutside(network, server);
    if (!outside) return [];
    return {
      subject: outside.pool,
      placement: 'dropped',
      what: 'clients get addresses by DHCP with which they do not reach their gateway',
      primary: [
        'ranges',
        `clients of \`${propertyValue(server, 'interface')}\` get ${outside.address}, outside of its networks`,
      ],
      related: [[server, 'address-pool', 'leases from it']],
    };
  }),
});

/** The first address of its pool that the server's interface has no network for; a relay's clients are elsewhere. */
function addressOutside({ config, l3Interfaces }: Network, server: Item): { pool: Item; address: string } | undefined {
  const name = propertyValue(server, 'address-pool');
  const addresses = l3Interfaces.get(propertyValue(server, 'interface') ?? '')?.addresses ?? [];
  const isRelayed = (propertyValue(server, 'relay') ?? '0.0.0.0') !== '0.0.0.0';
  const pool = itemsOf(config, '/ip/pool').find((item) => propertyValue(item, 'name') === name);
  // A single address, as of VRRP, says nothing of the network that it is in.
  const isKnown = addresses.some(({ network }) => network.family === 4 && network.length < 32);
  if (!pool || isRelayed || !isKnown) return undefined;
  const [first] = subtract(poolAddresses(config, name, 4) ?? [], networksAmong(addresses, 4));
  return first && { pool, address: printAddress({ family: 4, base: BigInt(first.from), length: 32 }) };
}
