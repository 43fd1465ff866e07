// DHCP service of the device on networks that the chip routes: its packets need the CPU, and no switch rule in the way.

import { applySwitchRules } from '../../forwarding/acl/switch-rule-walk.ts';
import { hardwareEnds } from '../../forwarding/legs/ends.ts';
import { entriesInto } from '../../forwarding/network/attachments.ts';
import type { Network } from '../../forwarding/network/network.ts';
import type { PacketSet } from '../../forwarding/packets/space.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { derivedOnce } from '../../source/grouping.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';
import { tellingProperty } from '../switch-rules.ts';

export const dhcpLocalServices = defineRule({
  id: 'ops/dhcp-local-services',
  cost: 'M',
  datapath: 'input',

  check: aboutEach(itemsIn('/ip/dhcp-server', '/ip/dhcp-relay'), (item, { network }) => {
    const name = propertyValue(item, 'interface') ?? '';
    if (!namesInHardware(network).has(name)) return [];
    const deny = denyOf(network, name);
    return {
      placement: deny ? 'dropped' : 'hardware',
      ...(!deny && { cost: 'i' }),
      what: deny
        ? 'clients get no address: a switch rule drops their DHCP requests'
        : 'DHCP packets for the device reach its CPU',
      primary: ['interface', `serves \`${name}\``],
      ...(deny && {
        related: [[deny, tellingProperty(deny), 'drops DHCP requests']],
        fix: [
          'permit DHCP before the deny',
          `/interface/ethernet/switch/rule add place-before=0 switch=${propertyValue(deny, 'switch') ?? 'switch1'} mac-protocol=ip protocol=udp dst-port=67`,
        ],
      }),
    };
  }),
});

const namesInHardware = derivedOnce((network: Network) => new Set(hardwareEnds(network, 4).map(({ name }) => name)));

const everywhere = 0xffff_ffff;

/** What a client sends that has no address yet. Source: RFC 2131, section 4.1. */
const request: PacketSet = {
  family: 4,
  protocol: 'udp',
  source: [{ from: 0, to: 1 }],
  destination: [{ from: everywhere, to: everywhere + 1 }],
  sourcePort: [{ from: 68, to: 69 }],
  destinationPort: [{ from: 67, to: 68 }],
};

/** The switch rule that drops requests of some port of the network for certain. */
function denyOf(network: Network, name: string): Item | undefined {
  const met = entriesInto(network, name).flatMap((ingress) => applySwitchRules(network, ingress, request));
  return met.find(({ rule, uncertainty }) => rule?.action.kind === 'drop' && !uncertainty)?.rule?.item;
}
