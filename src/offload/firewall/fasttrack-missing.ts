// A stateful firewall or NAT without FastTrack: every packet that the CPU forwards takes the slow path.

import { routedEnds, routesInHardware } from '../../forwarding/ends.ts';
import { fasttrackRules, isFasttrack } from '../../forwarding/fasttrack-rules.ts';
import { isInHardware } from '../../forwarding/leg.ts';
import type { Network } from '../../forwarding/network.ts';
import { betweenGroups, routedClasses } from '../../forwarding/routed-classes.ts';
import { enabledItemsOf, type Item, type MenuPath, propertyValue } from '../../model/config.ts';
import { commandFix } from '../fix.ts';
import { label } from '../locations.ts';
import { markingRules } from '../marks.ts';
import { defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';

export const fasttrackMissing = defineRule({
  id: 'firewall/fasttrack-missing',
  cost: 'H',
  datapath: 'fasttrack',
  summary: 'Where connections are tracked, only FastTrack spares established ones the slow path',
  why: 'Every packet of every connection passes the whole firewall on the CPU, which costs most of its throughput.',
  remedy: 'Add a FastTrack rule for established connections and an accept rule for the same packets behind it.',

  check({ config, network }) {
    if (fasttrackRules(network).length > 0 || settingOf(config, ...tracking)?.value === 'no') return [];
    const [first] = statefulRules(network);
    if (!first || !forwardsByCpu(network)) return [];
    const reason = reasonAgainst(network);
    const misplaced = enabledItemsOf(config, '/ip/firewall/filter').find(isFasttrack);
    return {
      subject: first,
      placement: 'cpu',
      ...((reason || isSideline(network)) && { cost: 'i' }),
      what: reason
        ? `everything that the CPU forwards takes the slow path, without FastTrack, as ${reason} ask for`
        : 'everything that the CPU forwards takes the slow path: there is no FastTrack rule',
      primary: misplaced
        ? label(misplaced, 'chain', 'the only FastTrack rule is not for forwarded traffic')
        : label(first, 'action', 'connections are tracked'),
      ...(!reason && {
        fix: commandFix(
          'fast-track established connections, in front of the other rules of the chain',
          '/ip/firewall/filter add place-before=0 chain=forward action=fasttrack-connection connection-state=established,related',
          '/ip/firewall/filter add place-before=1 chain=forward action=accept connection-state=established,related,untracked',
        ),
      }),
    };
  },
});

/** The CPU forwards something: not everything between two interfaces is certain to be routed by the chip. */
function forwardsByCpu(network: Network): boolean {
  const certain = new Set(
    routedClasses(network, 4)
      .filter(({ uncertainties }) => uncertainties.length === 0)
      .map(({ from, to }) => `${from.first.name} ${to.first.name}`),
  );
  return betweenGroups(network, 4).some(({ from, to }) => !certain.has(`${from.first.name} ${to.first.name}`));
}

/** The chip routes what matters, and the CPU no way to the Internet: a management port, for example. */
function isSideline(network: Network): boolean {
  return routesInHardware(network) && routedEnds(network, 4).every((end) => !end.internet || isInHardware(end.leg));
}

const tracking = ['/ip/firewall/connection/tracking', 'enabled'] as const;

/** Rules for forwarded traffic that need connections, or switch tracking on: filter, NAT and mangle. */
function statefulRules({ config }: Network): readonly Item[] {
  const forward = enabledItemsOf(config, '/ip/firewall/filter').filter(
    (item) => propertyValue(item, 'chain') === 'forward',
  );
  return [...forward, ...enabledItemsOf(config, '/ip/firewall/nat')];
}

const reasons: readonly (readonly [MenuPath, string])[] = [
  ['/queue/simple', 'the simple queues'],
  ['/ip/hotspot', 'the hotspots'],
  ['/ip/kid-control', 'the rules of Kid Control'],
];

/** What FastTrack would bypass: without an exclusion it is left out with good reason. */
function reasonAgainst(network: Network): string | undefined {
  const { config } = network;
  if (markingRules(network).length > 0) return 'the rules that choose another routing table';
  const found = reasons.find(([menu]) => enabledItemsOf(config, menu).length > 0);
  const isGlobal = enabledItemsOf(config, '/queue/tree').some((item) => propertyValue(item, 'parent') === 'global');
  return found?.[1] ?? (isGlobal ? 'the global queue trees' : undefined);
}
