// Bridged packets through the IP firewall: the slow path for all that the CPU bridges, and nothing for what the chip
// does.

import { protocolsIn } from '../../forwarding/acl/entering-tables.ts';
import { metOnBridge } from '../../forwarding/bypass/bypass.ts';
import type { Bypassed } from '../../forwarding/legs/bypassed.ts';
import type { Bridge, Network } from '../../forwarding/network/network.ts';
import { packetsBetween } from '../../forwarding/packets/space.ts';
import { families } from '../../model/prefix.ts';
import { firstOfEach } from '../../source/grouping.ts';
import { defineBridgeStopRule, slowOverBridges } from '../bridge-fastpath.ts';

export const bridgeUseIpFirewall = defineBridgeStopRule({
  id: 'l2/bridge-use-ip-firewall',
  cost: 'H',
  facts: ['acl.rules'],
  summary: '`use-ip-firewall` switches bridge FastPath off, and FastTrack over bridges with it',
  why: 'What the CPU forwards over a bridge takes the slow path, and FastTrack connections over a bridge are no longer fast. Frames that the switch chip forwards still do not meet the firewall.',
  remedy:
    'Set `use-ip-firewall=no` and filter with switch rules; keep it only where the CPU has to filter bridged packets.',

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
});

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
