// Bridged packets through the IP firewall: the slow path for all that the CPU bridges, and nothing for what the chip
// does.

import { defineBridgeStopRule, slowOverBridges } from '../bridge-fastpath.ts';

export const bridgeUseIpFirewall = defineBridgeStopRule({
  id: 'l2/bridge-use-ip-firewall',
  cost: 'H',
  summary: '`use-ip-firewall` switches bridge FastPath off, and FastTrack over bridges with it',
  why: 'What the CPU forwards over a bridge takes the slow path, and FastTrack connections over a bridge are no longer fast. Frames that the switch chip forwards still do not meet the firewall.',
  remedy:
    'Set `use-ip-firewall=no` and filter with switch rules; keep it only where the CPU has to filter bridged packets.',

  isMeant: ({ property }) => property === 'use-ip-firewall',
  words: ({ property }, use) => ({
    // On a bridge of the CPU alone, without FastTrack, a firewall is what somebody wanted.
    ...(!use.fasttrack && use.offloaded.length === 0 && { cost: 'M' }),
    what: `${slowOverBridges(use)}: bridged packets go through the IP firewall`,
    related: use.offloaded.map((bridge) => [
      bridge.item,
      'name',
      `what the chip switches of \`${bridge.name}\` does not meet the firewall`,
    ]),
    fix: { set: property, to: 'no', title: 'leave bridged packets out of the IP firewall' },
  }),
});
