// What stops bridge FastPath, and FastTrack over bridges: the engine finds it, and each rule has the words for one
// cause.

import { protocolsIn } from '../../forwarding/acl/entering-tables.ts';
import { metOnBridge } from '../../forwarding/bypass/bypass.ts';
import type { Stop } from '../../forwarding/firewall/cpu-path.ts';
import type { Bypassed } from '../../forwarding/legs/bypassed.ts';
import type { Bridge, Network } from '../../forwarding/network/network.ts';
import { packetsBetween } from '../../forwarding/packets/space.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { firstOfEach } from '../../source/grouping.ts';
import {
  type BridgeCpuUse,
  bridgeStopImplies,
  explainBridgeStops,
  filtersBridged,
  isBridgeRule,
  type StopWords,
  slowOverBridges,
} from '../bridge-fastpath.ts';
import { defineRule, type Rule, type RuleHead } from '../rule.ts';

interface BridgeStop extends RuleHead {
  isMeant(stop: Stop): boolean;
  words(stop: Stop, use: BridgeCpuUse, network: Network): StopWords;
}

const stops: readonly BridgeStop[] = [
  {
    id: 'l2/bridge-fast-path-off',
    cost: 'H',
    isMeant: ({ property }) => property === 'allow-fast-path',
    words: ({ property }, use, network) => ({
      // Where the chip does all the switching, or a firewall stops it too, there is little that could be slower.
      ...(!use.fasttrack && (use.switching.length === 0 || filtersBridged(network)) && { cost: 'i' }),
      what: `${slowOverBridges(use)}: bridge FastPath is switched off`,
      fix: { set: property, to: 'yes', title: 'allow bridge FastPath' },
    }),
  },
  {
    id: 'l2/bridge-filter-nat-rules',
    cost: 'H',
    isMeant: ({ item }) => isBridgeRule(item),
    words: (_, use) => ({
      ...(!use.fasttrack && use.offloaded.length === 0 && { cost: 'M' }),
      what: `${slowOverBridges(use)}, because the bridge firewall has rules`,
      fix: `${insteadOfRules(use)}; disable those that are not needed`,
      related: use.offloaded.map((bridge) => [
        bridge.item,
        'name',
        `what the chip switches of \`${bridge.name}\` does not meet the rule`,
      ]),
    }),
  },
  {
    id: 'l2/bridge-use-ip-firewall',
    cost: 'H',
    isMeant: ({ property }) => property === 'use-ip-firewall',
    words: ({ property }, use, network) => {
      const missed = use.offloaded.flatMap((bridge) => missedOn(network, bridge).map((each) => ({ ...each, bridge })));
      const past = missed.filter(({ reason }) => reason.placement === 'unpredictable');
      return {
        // On a bridge of the CPU alone, without FastTrack, a firewall is what somebody wanted.
        ...(!use.fasttrack && use.offloaded.length === 0 && { cost: 'M' }),
        ...(past.length > 0 && { cost: 'C', placement: 'unpredictable' }),
        what:
          past.length > 0
            ? 'what the chip switches is not filtered: these firewall rules never see it'
            : `${slowOverBridges(use)}: bridged packets go through the IP firewall`,
        related: [
          ...use.offloaded.map(
            ({ item, name }) =>
              [item, 'name', `what the chip switches of \`${name}\` does not meet the firewall`] as const,
          ),
          ...firstOfEach(past.length > 0 ? past : missed, ({ item }) => item).map(({ item, bridge, reason }) => {
            const switches = reason.placement === 'unpredictable' ? 'switches' : 'may switch';
            return { at: reason.cause.at ?? item.origin, text: `the chip ${switches} past it in \`${bridge.name}\`` };
          }),
        ].slice(0, toldMax),
        fix:
          past.length > 0
            ? `${use.offloaded.every(hasRules) ? 'say the same with switch rules, or ' : ''}set \`hw=no\` on ports whose frames the CPU has to filter`
            : { set: property, to: 'no', title: 'leave bridged packets out of the IP firewall' },
      };
    },
  },
  {
    id: 'l2/dhcp-snooping',
    cost: 'M',
    isMeant: ({ property }) => property === 'dhcp-snooping',
    words: ({ item, property }, { fasttrack }, network) =>
      fasttrack
        ? {
            cost: 'H',
            what: 'FastTrack over the bridge is impaired: DHCP snooping switches bridge FastPath off',
            fix: { set: property, to: 'no', title: 'switch snooping off' },
          }
        : {
            // Then there is nothing on the CPU that the bridge could speed up.
            placement: 'hardware',
            cost: isKept(network, item) ? 'i' : 'M',
            what: 'bridge FastPath is off because of DHCP snooping; what the chip forwards is not affected',
          },
  },
];

export const bridgeStops: readonly Rule[] = stops.map(({ isMeant, words, ...rule }) =>
  defineRule({
    ...rule,
    datapath: 'fasttrack',
    implies: bridgeStopImplies,
    check: ({ network }) => explainBridgeStops(network, isMeant, (stop, use) => words(stop, use, network)),
  }),
);

function insteadOfRules({ offloaded }: BridgeCpuUse): string {
  const isOnChips = offloaded.length > 0 && offloaded.every(hasRules);
  return isOnChips ? 'write the rules as switch rules' : 'give those that the rules keep apart a bridge each';
}

function hasRules({ switches }: Bridge): boolean {
  return switches.every((chip) => chip.fact('acl.rules')?.value !== 0);
}

/** The policies that are meant for what stays in a bridge. */
function missedOn(network: Network, bridge: Bridge): readonly Bypassed[] {
  return families.flatMap((family) =>
    protocolsIn(network, family).flatMap((protocol) => {
      const packets = packetsBetween(family, protocol, {});
      return metOnBridge(network, bridge, { packets, opens: true, oneWay: false });
    }),
  );
}

const toldMax = 12;

/** Every chip below the bridge goes on switching it. */
function isKept(network: Network, item: Item): boolean {
  const bridge = network.bridges.get(propertyValue(item, 'name') ?? item.key);
  const below = bridge?.ports.flatMap((port) => network.portsBelow(port.interface)) ?? [];
  return below.every(({ switch: chip }) => !chip || chip.fact('l2.dhcp-snooping')?.value === true);
}
