// DHCP snooping: harmless to what the chip forwards, but it switches the bridge's FastPath off.

import type { Network } from '../../forwarding/network/network.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { defineBridgeStopRule } from '../bridge-fastpath.ts';

export const dhcpSnooping = defineBridgeStopRule({
  id: 'l2/dhcp-snooping',
  cost: 'M',
  facts: ['l2.dhcp-snooping'],
  summary: 'DHCP snooping switches bridge FastPath off, and with it FastTrack over the bridge',
  why: 'Frames that the chip switches or routes are not affected. What the CPU forwards over this bridge takes the slow path, and FastTrack connections over it are impaired.',
  remedy:
    'Accept it where the chip forwards the traffic; otherwise switch snooping off, or keep DHCP apart with switch rules.',

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
});

/** Every chip below the bridge goes on switching it. */
function isKept(network: Network, item: Item): boolean {
  const bridge = network.bridges.get(propertyValue(item, 'name') ?? item.key);
  const below = bridge?.ports.flatMap((port) => network.portsBelow(port.interface)) ?? [];
  return below.every(({ switch: chip }) => !chip || chip.fact('l2.dhcp-snooping')?.value === true);
}
