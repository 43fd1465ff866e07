// 802.1X on switch ports: switch rules and VLANs that RADIUS hands out.

import { bridgeOf } from '../../forwarding/network/masters.ts';
import { propertyValue } from '../../model/config.ts';
import { setValue } from '../fix.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

const vlanProperties = ['guest-vlan-id', 'reject-vlan-id', 'server-fail-vlan-id'];

export const dot1xAcl = defineRule({
  id: 'l2/dot1x-acl',
  cost: 'M',
  datapath: 'acl',

  check: aboutEach(itemsIn('/interface/dot1x/server'), (item, { network }) => {
    const wanted = propertyValue(item, 'interface') ?? '';
    const names = network.kindOf(wanted) ? [wanted] : [...network.interfaceListMembers(wanted)];
    const onChip = names.filter((name) => network.portsBelow(name).some((port) => port.switch !== undefined));
    if (onChip.length === 0) return [];
    const bridges = onChip.flatMap((name) => bridgeOf(network, name) ?? []);
    const deaf = bridges.find((bridge) => propertyValue(bridge.item, 'protocol-mode') === 'none');
    if (deaf) {
      return {
        placement: 'dropped',
        what: 'clients of 802.1X cannot log in: a bridge without spanning tree does not take their packets',
        why: 'A port with 802.1X passes nothing before the login.',
        primary: ['interface', 'no login, no traffic'],
        related: [[deaf.item, 'protocol-mode', 'no spanning tree']],
        fix: setValue(deaf.item, 'protocol-mode', 'rstp', 'run spanning tree, with `edge=yes` where it is not wanted'),
      };
    }
    const inert = vlanProperties.find((name) => item.properties.has(name));
    const plain = onChip.find((name) => bridgeOf(network, name)?.vlanFiltering !== true);
    const isInert = inert !== undefined && plain !== undefined;
    return {
      placement: isInert ? 'unpredictable' : 'hardware',
      ...(!isInert && { cost: 'i' as const }),
      what: isInert
        ? 'VLANs that 802.1X assigns have no effect: the bridge does not filter VLANs'
        : 'clients of 802.1X can take entries of the switch rule table',
      primary: [isInert ? inert : 'interface', isInert ? `\`${plain}\` stays where it is` : '802.1X here'],
    };
  }),
});
