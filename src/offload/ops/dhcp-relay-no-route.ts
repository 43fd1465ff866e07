// A DHCP relay whose server no route leads to.

import { addressInterval } from '../../forwarding/network/matchers.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { allAddresses, allPorts } from '../../forwarding/packets/space.ts';
import { routedLater } from '../../forwarding/routing/expected-routes.ts';
import { lookUp } from '../../forwarding/routing/fib.ts';
import { routingChoices } from '../../forwarding/routing/routing-policy.ts';
import { listValues, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

export const dhcpRelayNoRoute = defineRule({
  id: 'ops/dhcp-relay-no-route',
  cost: 'M',
  datapath: 'input',

  check: aboutEach(itemsIn('/ip/dhcp-relay'), (item, { network }) => {
    const given = propertyValue(item, 'dhcp-server-vrf');
    // Manual, vrf: where the clients are in the VRF of the server, the relay need not name it.
    const clients = network.l3Interfaces.get(propertyValue(item, 'interface') ?? '')?.vrf ?? 'main';
    const tables = given === undefined ? new Set([clients, 'main']) : new Set([given]);
    const lost = listValues(propertyValue(item, 'dhcp-server')).filter((server) =>
      [...tables].every((table) => isLost(network, server, table)),
    );
    if (lost.length === 0) return [];
    return {
      placement: 'dropped',
      what: 'clients get no address: no route leads to the server of their DHCP relay',
      primary: ['dhcp-server', `no route to ${lost.join(' and ')}${given === undefined ? '' : ` in \`${given}\``}`],
    };
  }),
});

function isLost(network: Network, server: string, vrf: string): boolean {
  const address = addressInterval(server, 4);
  if (!address) return false;
  const ports = { sourcePort: allPorts, destinationPort: [{ from: 67, to: 68 }] };
  const packets = { family: 4, protocol: 'udp', source: allAddresses(4), destination: [address], ...ports } as const;
  return routingChoices(network, packets, { vrf, mark: 'main' }).every(({ uncertain, dropped, ...choice }) => {
    if (uncertain || routedLater(network, choice.table, 4, packets.destination)) return false;
    return dropped || lookUp(network, choice).every(({ kind }) => kind === 'unrouted' || kind === 'blackhole');
  });
}
