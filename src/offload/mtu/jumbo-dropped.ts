// Ports of one VLAN that carry large frames, and others of it that do not.

import type { Bridge, BridgePort, Network } from '../../forwarding/network/network.ts';
import { factoryL2mtuMax, l2mtuOf } from '../../forwarding/network/stack.ts';
import { isMember } from '../../forwarding/network/vlans.ts';
import { setNamed } from '../fix.ts';
import { labelOfSmall } from '../locations.ts';
import { bridges, defineRule, ofEach, type WrittenFinding } from '../rule.ts';

/** What people call jumbo frames begins well above the room for tags and labels. */
const jumbo = 4000;

export const jumboDropped = defineRule({
  id: 'mtu/jumbo-dropped',
  cost: 'H',
  datapath: 'l2-switching',

  check: ofEach(bridges, (bridge, { network }) => {
    const domains = bridge.vlanFiltering
      ? network.vidsOf(bridge.name).map((vid) => ({ vid, ports: membersOf(network, bridge, vid) }))
      : [{ vid: undefined, ports: bridge.ports }];
    const seen = new Set<BridgePort>();
    return domains.flatMap(({ vid, ports }) => ofDomain(network, bridge, vid, ports, seen));
  }),
});

function membersOf(network: Network, bridge: Bridge, vid: number): readonly BridgePort[] {
  const members = network.members(bridge.name, vid);
  // VLAN 1 is where ports are that nobody thought of.
  if (vid === 1 && members.items.length === 0) return [];
  return bridge.ports.filter((port) => isMember(members, port.interface));
}

function ofDomain(
  network: Network,
  bridge: Bridge,
  vid: number | undefined,
  members: readonly BridgePort[],
  seen: Set<BridgePort>,
): readonly WrittenFinding[] {
  const sized = members.flatMap((member) =>
    network
      .portsBelow(member.interface)
      .flatMap((port) => l2mtuOf(port) ?? [])
      .map((each) => ({ ...each, member })),
  );
  const large = sized.find(({ set }) => set !== undefined && set >= jumbo);
  if (!large) return [];
  const where = vid === undefined ? `\`${bridge.name}\`` : `VLAN ${vid} of \`${bridge.name}\``;
  return sized
    .filter(({ most, member }) => most < (large.set ?? 0) && !seen.has(member))
    .map((each): WrittenFinding => {
      seen.add(each.member);
      return {
        subject: each.member.item,
        placement: 'hardware',
        // A port that nobody touched may lead to hosts that have no large frames; an odd value was chosen.
        cost: each.set === undefined || each.set <= factoryL2mtuMax ? 'L' : 'M',
        what: `large frames in ${where} are dropped on their way to some of its ports`,
        primary: labelOfSmall(each),
        related: large.port.item ? [[large.port.item, 'l2mtu', `\`${large.port.name}\` takes large frames`]] : [],
        fix: [
          'raise the L2MTU where hosts have large frames',
          setNamed('/interface/ethernet', each.port.name, `l2mtu=${large.set}`),
        ],
      };
    });
}
