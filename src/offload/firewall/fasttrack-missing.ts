// A stateful firewall or NAT without FastTrack: every packet that the CPU forwards takes the slow path.

import { fasttrackReason } from '../../forwarding/cpu-path.ts';
import { routedEnds, routesInHardware } from '../../forwarding/ends.ts';
import { fasttrackRules, isFasttrack, statefulRules } from '../../forwarding/fasttrack-rules.ts';
import { firewallMenu } from '../../forwarding/firewall.ts';
import { type Forwarded, someForwarded } from '../../forwarding/forwarded.ts';
import { isInHardware } from '../../forwarding/leg.ts';
import type { Network } from '../../forwarding/network.ts';
import {
  enabledItemsOf,
  type Item,
  isEnabled,
  isYes,
  itemsOf,
  type MenuPath,
  propertyValue,
} from '../../model/config.ts';
import { derivedPer, firstOf } from '../../source/grouping.ts';
import { markingRules } from '../marks.ts';
import { defineRule, type Findings, type WrittenFinding } from '../rule.ts';

const id = 'firewall/fasttrack-missing';

export const fasttrackMissing = defineRule({
  id,
  cost: 'H',
  summary: 'Where connections are tracked, only FastTrack spares established ones the slow path',
  why: 'Every packet of every connection passes the whole firewall on the CPU, which costs most of its throughput.',
  remedy: 'Add a FastTrack rule for established connections and an accept rule for the same packets behind it.',

  check: ({ network }) => ([4, 6] as const).flatMap((family) => missingFor(network, family)),
});

function missingFor(network: Network, family: 4 | 6): Findings {
  const [first] = statefulRules(network, family);
  if (fasttrackRules(network, family).length > 0 || !first || !isSlow(network, family)) return [];
  const reason =
    reasonAgainst(network) ?? (first.menu === firewallMenu('mangle', family) ? 'the mangle rules' : undefined);
  const filter = firewallMenu('filter', family);
  const written = itemsOf(network.config, filter).filter(isFasttrack);
  const misplaced = written.find(isEnabled);
  const [idle] = misplaced
    ? []
    : written.filter((rule) => propertyValue(rule, 'chain') === 'forward' && isYes(propertyValue(rule, 'disabled')));
  const what = `${family === 4 ? 'everything' : 'all IPv6'} that the CPU forwards takes the slow path`;
  return {
    subject: first,
    ...costOf(network, family, reason),
    what: reason
      ? `${what}, without FastTrack, as ${reason} ask for`
      : `${what}: ${idle ? 'the FastTrack rule is disabled' : 'there is no FastTrack rule'}`,
    primary: primaryOf(first, misplaced, idle),
    ...(!reason && { fix: idle ? enabling(filter) : adding(filter, itemsOf(network.config, filter).length > 0) }),
  };
}

function primaryOf(first: Item, misplaced: Item | undefined, idle: Item | undefined): WrittenFinding['primary'] {
  if (misplaced) return [misplaced, 'chain', 'the only FastTrack rule is not for forwarded traffic'];
  return idle ? [idle, 'disabled', 'no connection is fast-tracked'] : [first, 'action', 'connections are tracked'];
}

function enabling(filter: MenuPath): readonly [string, ...string[]] {
  return ['enable the rule', `${filter} enable [find chain=forward action=fasttrack-connection]`];
}

/** In an empty table there is nothing to stand before. */
function adding(filter: MenuPath, hasRules: boolean): readonly [string, ...string[]] {
  const add = (place: number) => `${filter} add ${hasRules ? `place-before=${place} ` : ''}chain=forward`;
  return [
    'fast-track established connections, in front of the other rules of the chain',
    `${add(0)} action=fasttrack-connection connection-state=established,related`,
    `${add(1)} action=accept connection-state=established,related,untracked`,
  ];
}

/** Routers have fast-tracked IPv6 for some versions only: what is not is less of a mistake. */
function costOf(network: Network, family: 4 | 6, reason: string | undefined): Pick<WrittenFinding, 'cost'> {
  if (reason || isSideline(network, family)) return { cost: 'i' };
  return family === 6 ? { cost: 'M' } : {};
}

/** Some connections that the CPU forwards could be FastTrack. */
const isSlow = derivedPer((network: Network, family: 4 | 6) => {
  if (fasttrackReason(network, family, [])) return false;
  // Where nobody knows who forwards, it may be the chip.
  const isMissing = ({ outcome: { placement, because } }: Forwarded) =>
    placement !== 'unknown' && because.some(({ code }) => code === id);
  return firstOf(someForwarded(network, family), isMissing) !== undefined;
});

/**
 * The chip routes what matters, and the CPU no way to the Internet; or there is one network alone: a management port,
 * for example.
 */
function isSideline(network: Network, family: 4 | 6): boolean {
  const ends = routedEnds(network, family);
  return ends.length < 2 || (routesInHardware(network) && ends.every((end) => !end.internet || isInHardware(end.leg)));
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
