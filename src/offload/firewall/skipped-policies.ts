// Policies that FastTrack skips: the engine says which its connections were meant for, each rule has the words for one
// kind.

import { behindInAnyTable, type Concerns, type EndGroup } from '../../forwarding/bypass/routed-classes.ts';
import { readsContent, skippedBy } from '../../forwarding/cpu/past-fasttrack.ts';
import { queuesFor, queuesOf, trafficFlow } from '../../forwarding/firewall/features.ts';
import { firewallOf } from '../../forwarding/firewall/firewall.ts';
import { rewritesPackets } from '../../forwarding/firewall/rule-effects.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { packetsBetween } from '../../forwarding/packets/space.ts';
import { type Fasttracked, pastFasttrack } from '../../forwarding/paths/forwarded.ts';
import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { derivedOnce } from '../../source/grouping.ts';
import { defineRule, type Rule, type RuleHead, type WrittenFinding } from '../rule.ts';

interface SkippedKind extends RuleHead {
  /** Those that the rule is about. */
  policies(network: Network): Iterable<Item>;
  /** Between which ends there may be any of them. */
  concerns?(network: Network): Concerns;
  words(policy: Item, network: Network): Pick<WrittenFinding, 'what' | 'primary' | 'cost'>;
}

const kinds: readonly SkippedKind[] = [
  {
    id: 'firewall/fasttrack-hotspot-trafficflow-vrf',
    cost: 'H',
    policies: (network) => [
      ...enabledItemsOf(network.config, '/ip/hotspot'),
      ...[trafficFlow(network)].filter((item) => item !== undefined),
      ...[...network.vrfs.values()].map(({ item }) => item),
    ],
    concerns: (network) => {
      const isCounted = trafficFlow(network) !== undefined;
      const hotspots = enabledItemsOf(network.config, '/ip/hotspot').map((item) => propertyValue(item, 'interface'));
      return (...groups) =>
        isCounted ||
        groups.some(({ ends }) =>
          ends.some(({ name, interface: { vrf } }) => vrf !== 'main' || hotspots.includes(name)),
        );
    },
    words: (item) => {
      const [property, name] = skipping[item.menu] ?? [
        'interfaces',
        `VRF \`${propertyValue(item, 'name') ?? item.key}\``,
      ];
      return {
        ...(property === 'enabled' && { cost: 'M' }),
        what: `${name} does not see FastTrack connections`,
        primary: [property, 'sees the first packets of each connection'],
      };
    },
  },
  {
    id: 'firewall/fasttrack-content-bypass',
    cost: 'M',
    policies: (network) =>
      itemsOf(families.flatMap((family) => firewallOf(network, family).all('filter')).filter(readsContent)),
    words: () => ({
      what: 'rules that read packets hardly see FastTrack connections',
      primary: ['action', 'sees the first packets of each connection, which carry nothing yet'],
    }),
  },
  {
    id: 'firewall/fasttrack-mangle-bypass',
    cost: 'M',
    policies: (network) =>
      itemsOf(families.flatMap((family) => firewallOf(network, family).all('mangle')).filter(rewritesPackets)),
    words: () => ({
      what: 'mangle does not change packets of FastTrack connections',
      primary: ['action', 'on the first packets of each connection alone'],
    }),
  },
  {
    id: 'firewall/fasttrack-queue-bypass',
    cost: 'H',
    policies: (network) => itemsOf(Object.values(queuesOf(network)).flat().filter(skippedBy)),
    // Of what may go between two groups, and of its answers, before anybody follows it.
    concerns: (network) => (from, to) => mayBeShaped(network, from, to) || mayBeShaped(network, to, from),
    words: (item, network) => ({
      what: 'queues do not hold: FastTrack connections skip them',
      primary: [skippingProperty(network).get(item) ?? 'target', 'fast-tracked once a connection is established'],
    }),
  },
];

const skippingProperty = derivedOnce(
  (network: Network) =>
    new Map(
      Object.values(queuesOf(network))
        .flat()
        .map((queue) => [queue.item, skippedBy(queue)]),
    ),
);

function mayBeShaped(network: Network, from: EndGroup, to: EndGroup): boolean {
  return families.some((family) => {
    const source = behindInAnyTable(network, from, family);
    const destination = behindInAnyTable(network, to, family);
    const packets = packetsBetween(family, 'tcp', { source, destination });
    const crossing = { packets, inInterface: from.first.name, outInterface: to.first.name };
    return queuesFor(network, crossing).some(skippedBy);
  });
}

export const skippedPolicies: readonly Rule[] = kinds.map(({ policies, concerns, words, ...rule }) =>
  defineRule({
    ...rule,
    check: ({ network }) =>
      [...pastFasttrack(network, policies(network), concerns?.(network))].map(([item, found]) => ({
        subject: item,
        placement: found.reason.placement,
        ...words(item, network),
        ...(found.from === found.to && { cost: 'i' as const }),
        ...(found.reason.placement === 'unknown' && { what: maySkip }),
        related: [[found.rule, 'action', `takes connections from ${endsOf(found)}`]],
      })),
  }),
);

const maySkip = 'FastTrack may take connections past these policies: nobody can tell what rules on their way match';

function endsOf({ from, to }: Fasttracked): string {
  return to === undefined ? `\`${from}\`` : `\`${from}\` to \`${to}\``;
}

const skipping: Readonly<Record<string, readonly [property: string, name: string]>> = {
  '/ip/hotspot': ['interface', 'Hotspot'],
  '/ip/traffic-flow': ['enabled', 'Traffic-Flow'],
};

const itemsOf = (all: readonly { readonly item: Item }[]) => all.map(({ item }) => item);
