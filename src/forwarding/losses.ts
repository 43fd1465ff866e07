// What a device no longer has after a failure, beyond where its packets go: networks without a port, routing sessions,
// tables that a policy sends packets to.

import { enabledItemsOf, propertyValue } from '../model/config.ts';
import { isSamePrefix, type Prefix, parsePrefix, printAddress } from '../model/prefix.ts';
import type { L3Interface, Network } from './network/network.ts';
import { bgpConnections } from './routing/bgp-connections.ts';
import { destinationOf } from './routing/fib.ts';

export interface Loss {
  readonly kind: 'link' | 'network' | 'management' | 'session' | 'policy';
  readonly text: string;
}

/** `management`: the address under which the device is managed. */
export function losses(before: Network, after: Network, management?: Prefix): readonly Loss[] {
  return [...lostNetworks(before, after, management), ...lostSessions(before, after), ...lostTables(before, after)];
}

function lostNetworks(before: Network, after: Network, management: Prefix | undefined): readonly Loss[] {
  return [...before.l3Interfaces.values()].flatMap((owner): Loss[] => {
    const { name, addresses } = owner;
    if (addresses.length === 0 || !hasPort(before, owner) || hasPort(after, owner)) return [];
    const isManagement = management && addresses.some(({ host }) => isSamePrefix(host, management));
    // Of a routed port its own routes tell.
    if (owner.kind === 'port' && !isManagement) return [];
    const own = addresses.map(({ host }) => printAddress(host)).join(', ');
    if (!isManagement) return [{ kind: 'network', text: `none of the ports of \`${name}\` (${own}) is up` }];
    const text = `the device is not managed by \`${name}\` (${own}) any more: none of its ports is up`;
    return [{ kind: 'management', text }];
  });
}

function hasPort(network: Network, { name }: L3Interface): boolean {
  return network.isUp(name) && network.portsBelow(name).some((port) => network.isUp(port.name));
}

/** A neighbour on the link has to stay there; one further away has to keep a route. */
function lostSessions(before: Network, after: Network): readonly Loss[] {
  return bgpConnections(before.config).flatMap(({ item, vrf }): Loss[] => {
    const peer = parsePrefix(propertyValue(item, 'remote.address') ?? '');
    if (!peer) return [];
    const reach = (network: Network) => destinationOf(network, vrf, peer)?.routes.map(({ origin }) => origin) ?? [];
    const [had, has] = [reach(before), reach(after)];
    const isLost = had.includes('connected') ? !has.includes('connected') : had.length > 0 && has.length === 0;
    const name = propertyValue(item, 'name') ?? item.key;
    return isLost
      ? [{ kind: 'session', text: `BGP session \`${name}\` ends: ${printAddress(peer)} is out of reach` }]
      : [];
  });
}

/** Source for what happens then: manual, routing-decision, "Routing table lookup". */
function lostTables(before: Network, after: Network): readonly Loss[] {
  const filled = (network: Network) =>
    new Set(network.routes.flatMap(({ table, usable }) => (usable && !network.vrfs.has(table) ? [table] : [])));
  const has = filled(after);
  const lost = [...filled(before)].filter((table) => table !== 'main' && !has.has(table));
  const rules = enabledItemsOf(before.config, '/routing/rule');
  return lost.map((table): Loss => {
    const isOnly = rules.some(
      (rule) => propertyValue(rule, 'table') === table && propertyValue(rule, 'action') === 'lookup-only-in-table',
    );
    const placement = isOnly ? 'are dropped' : 'take the next table, in the end `main`';
    return {
      kind: 'policy',
      text: `table \`${table}\` has no route left: packets that a policy sends there ${placement}`,
    };
  });
}
