// A stateful firewall or NAT without FastTrack: every packet that the CPU forwards takes the slow path.

import { skippedBy } from '../../forwarding/cpu/past-fasttrack.ts';
import { fasttrackReason } from '../../forwarding/firewall/cpu-path.ts';
import { fasttrackMatches, isFasttrack, statefulRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { queuesOf } from '../../forwarding/firewall/features.ts';
import {
  type Firewall,
  type FirewallRule,
  firewallMenu,
  firewallOf,
  isDrop,
  isNamed,
} from '../../forwarding/firewall/firewall.ts';
import { givenBy } from '../../forwarding/firewall/marks.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { vrfAt } from '../../forwarding/network/vrfs.ts';
import { type Forwarded, someForwarded } from '../../forwarding/paths/forwarded.ts';
import {
  enabledItemsOf,
  type Item,
  isEnabled,
  isYes,
  itemsOf,
  type MenuPath,
  propertyValue,
} from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { derivedPer, firstOf } from '../../source/grouping.ts';
import { isSideline } from '../fastpath-benefit.ts';
import { markingRules } from '../marks.ts';
import { defineRule, type Findings, type WrittenFinding } from '../rule.ts';

const id = 'firewall/fasttrack-missing';

export const fasttrackMissing = defineRule({
  id,
  cost: 'H',
  implies: ['firewall/fasttrack-in-input-chain'],

  check: ({ network }) => families.flatMap((family) => missingFor(network, family)),
});

function missingFor(network: Network, family: 4 | 6): Findings {
  const [first] = statefulRules(network, family);
  const asking = fasttrackMatches(network, family);
  const isAsked = asking.some((rule) => mayBeMarked(network, family, rule));
  if (isAsked || !first || !isSlow(network, family)) return [];
  const reason =
    reasonAgainst(network, family) ?? (first.menu === firewallMenu('mangle', family) ? 'the mangle rules' : undefined);
  const filter = firewallMenu('filter', family);
  const written = itemsOf(network.config, filter).filter(isFasttrack);
  const misplaced = written.find(isEnabled);
  const [idle] = misplaced
    ? []
    : written.filter((rule) => propertyValue(rule, 'chain') === 'forward' && isYes(propertyValue(rule, 'disabled')));
  const what = `${family === 4 ? 'everything' : 'all IPv6'} that the CPU forwards takes the slow path`;
  const place = { subject: first, ...costOf(network, family, reason) };
  const [unmarked] = asking;
  if (unmarked) return { ...place, ...askingForNobody(unmarked.item), what };
  return {
    ...place,
    what: reason
      ? `${what}, without FastTrack, as ${reason} ask for`
      : `${what}: ${idle ? 'the FastTrack rule is disabled' : 'there is no FastTrack rule'}`,
    primary: primaryOf(first, misplaced, idle),
    ...(!reason && (idle ? { fix: enabling(network, family, idle) } : adding(network, family))),
  };
}

function askingForNobody(rule: Item): Pick<WrittenFinding, 'primary' | 'fix'> {
  return {
    primary: [rule, 'connection-mark', 'FastTrack is for a mark that no rule gives'],
    fix: 'mark the connections that are meant, or ask for none: `connection-mark=no-mark`',
  };
}

/** Connections without a mark, or with one that some rule gives. */
function mayBeMarked(network: Network, family: 4 | 6, { connectionMark }: FirewallRule): boolean {
  const given = firewallOf(network, family).marking.map((rule) => givenBy(rule, 'connection'));
  return ['no-mark', ...given].some((mark) => isNamed(connectionMark, mark));
}

function primaryOf(first: Item, misplaced: Item | undefined, idle: Item | undefined): WrittenFinding['primary'] {
  if (misplaced) return [misplaced, 'chain', 'the only FastTrack rule is not for forwarded traffic'];
  return idle ? [idle, 'disabled', 'no connection is fast-tracked'] : [first, 'action', 'connections are tracked'];
}

/** Behind the rule that accepts the same packets it would never be reached. */
function enabling(network: Network, family: 4 | 6, idle: Item): readonly [string, ...string[]] {
  const { menu, rows, accept } = chainFor(network, family, acceptsEstablished);
  const idles = '[find chain=forward action=fasttrack-connection]';
  const enable = `${menu} enable ${idles}`;
  if (!accept || rows.indexOf(accept.item) > rows.indexOf(idle)) return ['enable the rule', enable];
  const move = `${menu} move ${idles} destination=${rows.indexOf(accept.item)}`;
  return ['enable the rule, in front of the one that accepts the same packets', move, enable];
}

/**
 * In front of the rule that accepts established packets already; without one in front of all, where the table is not
 * empty, and with such a rule. What drops them today is told.
 */
function adding(network: Network, family: 4 | 6): Pick<WrittenFinding, 'fix' | 'related'> {
  const { menu, rows, accept } = chainFor(network, family, isForEstablished);
  const [drop, ...drops] = droppers(firewallOf(network, family), 'forward', new Set());
  const add = (at: number) => `${menu} add ${rows.length > 0 ? `place-before=${at} ` : ''}chain=forward`;
  const where = accept ? 'the rule that accepts them' : 'the other rules of the chain';
  const but = drop
    ? `; what ${drops.length === 0 ? 'a rule drops' : `${drops.length + 1} rules drop`} of them today passes then`
    : '';
  return {
    fix: [
      `fast-track established connections, in front of ${where}${but}`,
      `${add(accept ? rows.indexOf(accept.item) : 0)} action=fasttrack-connection connection-state=established,related`,
      ...(accept ? [] : [`${add(1)} action=accept connection-state=established,related,untracked`]),
    ],
    ...(drop && { related: [[drop.item, 'action', 'drops packets of open connections too']] }),
  };
}

/** The chain of forwarded packets, and what in it accepts the established ones whatever else they are. */
function chainFor(network: Network, family: 4 | 6, accepts: (rule: FirewallRule) => boolean) {
  const menu = firewallMenu('filter', family);
  const accept = firewallOf(network, family).chain('filter', 'forward').find(accepts);
  return { menu, rows: itemsOf(network.config, menu), accept };
}

/** Rules of a chain that may drop packets of open connections, by way of another chain too. */
function droppers(firewall: Firewall, name: string, above: ReadonlySet<string>): readonly FirewallRule[] {
  const chain = firewall.chain('filter', name);
  const accept = chain.find(isForEstablished);
  const within = new Set([...above, name]);
  return chain
    .slice(0, accept && chain.indexOf(accept))
    .filter(({ connectionState }) => isNamed(connectionState, 'established'))
    .filter(({ action, jumpTarget = '' }) =>
      action === 'jump' ? !within.has(jumpTarget) && droppers(firewall, jumpTarget, within).length > 0 : isDrop(action),
    );
}

const wordsOfState = /^(?:action|chain|comment|connection-state|disabled|log|log-prefix)$/;

/** By its words: one that accepts everything mostly stands behind others that accept a part. */
function isForEstablished(rule: FirewallRule): boolean {
  return rule.connectionState !== undefined && acceptsEstablished(rule);
}

/** And asks nothing else of them. */
function acceptsEstablished({ item, action, connectionState }: FirewallRule): boolean {
  const isOnlyState = [...item.properties.keys()].every((name) => wordsOfState.test(name));
  return action === 'accept' && isOnlyState && isNamed(connectionState, 'established');
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

const reasons: readonly (readonly [MenuPath, string])[] = [
  ['/queue/simple', 'the simple queues'],
  ['/ip/hotspot', 'the hotspots'],
  ['/ip/kid-control', 'the rules of Kid Control'],
];

/** What FastTrack would bypass: without an exclusion it is left out with good reason. */
function reasonAgainst(network: Network, family: 4 | 6): string | undefined {
  if (markingRules(network, family).length > 0) return 'the rules that choose another routing table';
  const found = reasons.find(([menu]) => enabledItemsOf(network.config, menu).length > 0);
  if (found) return found[1];
  if (queuesOf(network).trees.some(skippedBy)) return 'the queue trees';
  const isOfVrf = ({ from, to }: Forwarded) => from !== to && vrfAt(network, from) !== 'main';
  return network.vrfs.size > 0 && firstOf(someForwarded(network, family), isOfVrf) ? 'the VRFs' : undefined;
}
