// DHCP service of the device on networks that the chip routes: its packets need the CPU, and no switch rule in the way.

import { hardwareEnds } from '../../forwarding/ends.ts';
import { enabledItemsOf, type Item, listValues, type MenuPath, propertyValue } from '../../model/config.ts';
import { defineRule, type RuleContext } from '../rule.ts';
import { breadthOf, effectOf, endsSeenBy, rulesOfRoutingChip, tellingProperty } from '../switch-rules.ts';

const menus: readonly MenuPath[] = ['/ip/dhcp-server', '/ip/dhcp-relay'];

export const dhcpLocalServices = defineRule({
  id: 'ops/dhcp-local-services',
  cost: 'M',
  datapath: 'input',
  summary: 'DHCP packets for the device have to pass the switch rules',
  why: 'Requests of clients are broadcasts to the CPU. A switch rule that denies all IP of a port takes them too, so clients get no address.',
  remedy: 'Permit UDP ports 67 and 68 before the deny.',

  check(context) {
    const ends = new Map(hardwareEnds(context.network, 4).map((end) => [end.name, end]));
    return menus.flatMap((menu) =>
      enabledItemsOf(context.config, menu).flatMap((item) => {
        const name = propertyValue(item, 'interface') ?? '';
        if (!ends.has(name)) return [];
        const deny = denyOf(context, name);
        return {
          subject: item,
          placement: deny ? ('dropped' as const) : ('hardware' as const),
          ...(!deny && { cost: 'i' as const }),
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
    );
  },
});

/** The first deny of all IP at the network's ports, if no rule before it permits DHCP. */
function denyOf({ network }: RuleContext, name: string): Item | undefined {
  for (const rule of rulesOfRoutingChip(network)) {
    if (!endsSeenBy(network, rule, 4).some((end) => end.name === name)) continue;
    const effect = effectOf(rule);
    if (effect === 'permit' && permitsDhcp(rule)) return undefined;
    const isForBroadcasts = !rule.properties.has('dst-address') && propertyValue(rule, 'mac-protocol') !== 'ipv6';
    const isBroad = breadthOf(rule) === 'all-ip' || breadthOf(rule) === 'every-frame';
    if (effect === 'drop' && isBroad && isForBroadcasts) return rule;
  }
  return undefined;
}

function permitsDhcp(rule: Item): boolean {
  const port = propertyValue(rule, 'dst-port');
  const isUdp =
    propertyValue(rule, 'protocol') === 'udp' && (port === undefined || /^(67|67-68)$/.test(listValues(port)[0] ?? ''));
  return (
    isUdp ||
    (!rule.properties.has('protocol') && !rule.properties.has('dst-address') && !rule.properties.has('dst-address6'))
  );
}
