// Packets that the CPU refuses for their source: one of its own addresses, and with `rp-filter` one that it would reach
// another way (`strict`), or not at all (`loose`).

import { type Item, settingOf } from '../../model/config.ts';
import type { Prefix } from '../../model/prefix.ts';
import type { Network } from '../network/network.ts';
import { vrfAt } from '../network/vrfs.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';
import { cut, isEmpty, mirror, type PacketSet, packetsBetween, prefixInterval, unionOf } from '../packets/space.ts';
import { isOwn } from '../routing/endpoints.ts';
import { partition } from '../routing/fib.ts';
import { type RoutingChoice, routingChoices } from '../routing/routing-policy.ts';

/**
 * The imagined way back enters by the interface that the packets leave by, undefined for the device itself, and carries
 * no mark. Source: RFC 3704, to which the manual refers, as Linux does it.
 */
export function byReversePath(network: Network, packets: PacketSet, inInterface: string, outInterface?: string) {
  const allowed: PacketSet[] = [];
  const refused: { packets: PacketSet; reason: Reason }[] = [];
  // Whatever `rp-filter` says, and for IPv4 alone. Source: Linux, `accept_local`, which is off (commit 8ec1e0ebe260).
  if (packets.family === 4 && isOwn(network, inInterface, mirror(packets))) {
    const text = 'the device takes no packets from an address of its own';
    refused.push({ packets, reason: makeReason('dropped', 'flow/no-route', text) });
    return { allowed, refused };
  }
  const filter = settingOf(network.config, '/ip/settings', 'rp-filter');
  const mode = filter?.value;
  if (packets.family !== 4 || (mode !== 'strict' && mode !== 'loose')) return { allowed: [packets], refused };
  const wayBack = mode === 'strict' ? 'another' : 'missing';
  const lookup = { vrf: vrfAt(network, inInterface), mark: 'main', inInterface: outInterface };
  for (const choice of routingChoices(network, mirror(packets), lookup)) {
    const { common, rest } = judge(network, choice, mode === 'strict' ? inInterface : undefined);
    if (!isEmpty(common)) allowed.push(mirror({ ...choice.packets, destination: common }));
    if (isEmpty(rest)) continue;
    const text = `\`rp-filter\` refuses them: the way back to their source is ${wayBack}`;
    const placement = choice.uncertain ? 'unknown' : 'dropped';
    const reason = makeReason(placement, 'flow/no-route', text, placeOf(filter?.item, 'rp-filter'));
    refused.push({ packets: mirror({ ...choice.packets, destination: rest }), reason });
  }
  return { allowed, refused };
}

/** Ways out that rules and marks choose, by which `rp-filter` takes no answers: `main` has none there. */
export function waysWithoutAnswers(network: Network): readonly { readonly route: Item; readonly interface: string }[] {
  return network.routes.flatMap(({ item, origin, shadowed, table, prefix, nextHops }) => {
    if (origin !== 'static' || shadowed || table === 'main' || network.vrfs.has(table)) return [];
    const source = coveredByMain(network, prefix);
    return isEmpty(source)
      ? []
      : nextHops.flatMap(({ interface: inInterface }) => {
          if (inInterface === undefined) return [];
          const packets = packetsBetween(prefix.family, 'tcp', { source });
          const { allowed, refused } = byReversePath(network, packets, inInterface);
          const isSure = allowed.length === 0 && refused.every(({ reason }) => reason.placement === 'dropped');
          return isSure ? [{ route: item, interface: inInterface }] : [];
        });
  });
}

/** Addresses of a prefix for which `main` has no longer one. */
function coveredByMain(network: Network, prefix: Prefix) {
  const { routed, unrouted } = partition(network, 'main', prefix.family, [prefixInterval(prefix)]);
  const covering = routed.filter(({ routes }) => routes.every((route) => route.prefix.length <= prefix.length));
  return unionOf([...unrouted, ...covering.flatMap(({ set }) => set)]);
}

/** `only`: the interface that has to be one of the ways back. */
function judge(network: Network, { packets, table, dropped }: RoutingChoice, only: string | undefined) {
  if (dropped) return { common: [], rest: packets.destination };
  const { routed } = partition(network, table, packets.family, packets.destination);
  const passing = routed.flatMap(({ nextHops, set }) => {
    const ways = nextHops.flatMap((hop) => hop.interface ?? []);
    return ways.length > 0 && (only === undefined || ways.includes(only)) ? set : [];
  });
  return cut(packets.destination, unionOf(passing));
}
