// Bridged packets through the IP firewall: the slow path for all that the CPU bridges, and nothing for what the chip
// does.

import { metOnBridge } from '../../forwarding/bypass.ts';
import { protocolsIn } from '../../forwarding/entering-tables.ts';
import type { Bridge, Network } from '../../forwarding/network.ts';
import { packetsBetween } from '../../forwarding/space.ts';
import type { Item } from '../../model/config.ts';
import { defineBridgeStopRule, slowOverBridges } from '../bridge-fastpath.ts';

export const bridgeUseIpFirewall = defineBridgeStopRule({
  id: 'l2/bridge-use-ip-firewall',
  cost: 'H',
  summary: '`use-ip-firewall` switches bridge FastPath off, and FastTrack over bridges with it',
  why: 'What the CPU forwards over a bridge takes the slow path, and FastTrack connections over a bridge are no longer fast. Frames that the switch chip forwards still do not meet the firewall.',
  remedy:
    'Set `use-ip-firewall=no` and filter with switch rules; keep it only where the CPU has to filter bridged packets.',

  isMeant: ({ property }) => property === 'use-ip-firewall',
  words: ({ property }, use, network) => ({
    // On a bridge of the CPU alone, without FastTrack, a firewall is what somebody wanted.
    ...(!use.fasttrack && use.offloaded.length === 0 && { cost: 'M' }),
    what: `${slowOverBridges(use)}: bridged packets go through the IP firewall`,
    related: use.offloaded.flatMap((bridge) => [
      [bridge.item, 'name', `what the chip switches of \`${bridge.name}\` does not meet the firewall`],
      ...missedOn(network, bridge).map(
        (item) => [item, 'action', `the chip switches past it in \`${bridge.name}\``] as const,
      ),
    ]),
    fix: { set: property, to: 'no', title: 'leave bridged packets out of the IP firewall' },
  }),
});

/** The first policies that are meant for what stays in a bridge. */
function missedOn(network: Network, bridge: Bridge): readonly Item[] {
  const missed = ([4, 6] as const).flatMap((family) =>
    protocolsIn(network, family).flatMap((protocol) => {
      const packets = packetsBetween(family, protocol, {});
      return metOnBridge(network, bridge, { packets, opens: true, oneWay: false });
    }),
  );
  return [...new Set(missed.map(({ item }) => item))].slice(0, toldMax);
}

const toldMax = 8;
