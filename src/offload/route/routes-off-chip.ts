// Routes that are not used, or that the chip does not take as they are: the engine knows them, each rule has the words
// for one kind.

import { sharedGateway } from '../../forwarding/cpu/neighbour.ts';
import { legOf } from '../../forwarding/legs/leg.ts';
import { isSteeredInto } from '../../forwarding/legs/route-reason.ts';
import type { Network, NextHop, Route } from '../../forwarding/network/network.ts';
import { isLearnt } from '../../forwarding/routing/expected-routes.ts';
import { crossesFamilies, leavesTable } from '../../forwarding/routing/fib.ts';
import { isInNetwork } from '../../forwarding/routing/later-gateways.ts';
import { listValues, propertyValue } from '../../model/config.ts';
import { families, printAddress, printPrefix } from '../../model/prefix.ts';
import { derivedOnce, groupBy } from '../../source/grouping.ts';
import { sharing } from '../ecmp.ts';
import { replaceValue } from '../fix.ts';
import { aboutEach, defineRule, type FindingAbout, type Rule, type RuleHead, routed } from '../rule.ts';

interface RouteKind extends RuleHead {
  /** Those that may be of this kind. */
  readonly of: (network: Network) => Iterable<Route>;
  /** None for routes of other kinds. */
  words(route: Route, network: Network): FindingAbout | readonly [];
}

const kinds: readonly RouteKind[] = [
  {
    id: 'route/ipv4-via-ipv6-nexthop',
    cost: 'H',
    of: routed(withHop(crossesFamilies)),
    words: () => ({
      placement: 'unavailable',
      what: 'IPv4 routes with IPv6 next hops do not work together with L3 offloading',
      primary: ['gateway', 'an IPv6 next hop'],
    }),
  },
  {
    id: 'route/route-gateway-on-software-iface',
    cost: 'i',
    of: routed(withHop(isBeyondTheChip)),
    words: (route, network) => {
      if (route.shadowed) return [];
      // Of paths that differ another rule speaks.
      const [hop] = route.nextHops;
      if (
        !hop ||
        !sharing(network, route).nextHops.every((each) => isBeyondTheChip(each, route.prefix.family, network))
      )
        return [];
      const isStatic = route.origin === 'static';
      return {
        what: 'routes through interfaces that the chip does not know are forwarded by the CPU',
        primary: [isStatic ? 'gateway' : 'interface', `by \`${hop.interface}\`, which the CPU serves`],
      };
    },
  },
  {
    id: 'route/route-via-interface-gateway',
    cost: 'M',
    of: withHop(({ kind }) => kind === 'interface'),
    words: (route, network) => {
      const via = route.shadowed ? undefined : sharedGateway(network, route);
      if (via === undefined) return [];
      const isOfChip = network.offload?.l3Offload === true;
      return {
        placement: isOfChip ? 'partial' : 'cpu',
        ...(!isOfChip && { why: 'What is several hops away answers no ARP, and is not reached.' }),
        what: 'routes over a shared interface resolve every destination by ARP',
        primary: ['gateway', `\`${via}\` is shared by many hosts`],
      };
    },
  },
  {
    id: 'route/suppress-hw-offload-static',
    cost: 'i',
    of: routed(({ routes }) => routes.filter((route) => route.suppressed && !isLearnt(route))),
    words: () => ({
      what: 'these prefixes are left to the CPU, as their routes ask',
      primary: ['suppress-hw-offload', 'not in the chip'],
    }),
  },
  {
    id: 'route/vrf-leak-via-cpu',
    cost: 'M',
    of: routed(withHop(leavesTable)),
    words: (route, network) => {
      const isSteered = isSteeredInto(network, route.table);
      return {
        placement: isSteered ? 'hardware' : 'unknown',
        what: isSteered
          ? 'that routes of a VRF without interfaces are in hardware is inferred'
          : 'whether routes into another VRF are in hardware is not known',
        primary: ['gateway', 'a next hop in another table'],
      };
    },
  },
  {
    id: 'route/vrf-gateway-in-main',
    cost: 'M',
    of: withHop(isLost),
    words: ({ item, table, prefix, nextHops }, network) => {
      if (!network.vrfs.has(table)) return [];
      const lost = nextHops.flatMap((hop) => {
        // As if the VRF were named.
        return isLost(hop) && isInNetwork(network, { ...hop, table }, table) ? printAddress(hop.address) : [];
      });
      if (lost.length === 0) return [];
      const written = propertyValue(item, 'gateway') ?? '';
      const named = (address: string) => (lost.includes(address) ? `${address}@${table}` : address);
      const gateway = listValues(written)
        .map((each) => named(each.replace(/@main$/, '')))
        .join();
      const found = `dst-address=${printPrefix(prefix)} gateway=${written} routing-table=${table}`;
      return {
        placement: 'unavailable',
        what: 'nothing goes by these gateways of VRFs: they are looked up in `main`, where no network has them',
        primary: ['gateway', `in a network of \`${table}\` alone`],
        fix: {
          ...replaceValue(item, 'gateway', gateway, 'look the gateway up in the VRF'),
          commands: [`${item.menu} set [find ${found}] gateway=${gateway}`],
        },
      };
    },
  },
];

export const routesOffChip: readonly Rule[] = kinds.map(({ words, of, ...rule }) =>
  defineRule({ ...rule, check: aboutEach(of, (route, { network }) => words(route, network)) }),
);

/** But for connected networks, those with such a next hop. */
function withHop(isSuch: (hop: NextHop, family: 4 | 6, network: Network) => boolean) {
  return (network: Network): readonly Route[] =>
    byHops(network).flatMap(({ family, nextHops, routes }) =>
      nextHops.some((hop) => isSuch(hop, family, network)) ? routes : [],
    );
}

/** Routes with the same gateways share their list, so that each is asked once. */
const byHops = derivedOnce(({ routes }: Network) =>
  families.flatMap((family) => {
    const asked = routes.filter(({ prefix, origin }) => prefix.family === family && origin !== 'connected');
    return [...groupBy(asked, ({ nextHops }) => nextHops)].map(([nextHops, alike]) => ({
      family,
      nextHops,
      routes: alike,
    }));
  }),
);

function isLost(hop: NextHop): hop is NextHop & { kind: 'gateway' } {
  return hop.kind === 'gateway' && hop.interface === undefined && hop.table === 'main';
}

const beyondTheChip: ReadonlySet<string> = new Set([
  'route/route-gateway-on-software-iface',
  'l3hw/non-switch-port-in-l3hw',
  'l2/bond-mode-sw',
  'l2/bond-foreign-slave',
  'l2/bond-too-many-slaves',
  'l2/bp-hw-no',
]);

function isBeyondTheChip(hop: NextHop, family: 4 | 6, network: Network): boolean {
  if (hop.interface === undefined) return false;
  const leg = legOf(network, hop.interface, family);
  return leg.reason?.placement === 'cpu' && beyondTheChip.has(leg.reason.cause.code);
}
