// VLANs by MAC address or protocol: packets that reach the CPU are in the port's VLAN all the same.

import type { Network } from '../../forwarding/network/network.ts';
import { type Item, listValues, propertyValue } from '../../model/config.ts';
import { defineRule, type Findings, ofEach } from '../rule.ts';
import { rulesOfChips } from '../switch-rules.ts';

export const macOrProtocolVlanCpu = defineRule({
  id: 'l2/mac-or-protocol-vlan-cpu',
  cost: 'H',

  check: ofEach(rulesOfChips, ({ item, chip }, { network }) =>
    // The limit is that of the chips that route; the others are described in another way.
    chip.fact('l3.offload')?.value === false ? [] : ofRule(network, item),
  ),
});

function ofRule(network: Network, rule: Item): Findings {
  const matcher = ['src-mac-address', 'mac-protocol'].find((name) => rule.properties.has(name));
  const vid = Number(propertyValue(rule, 'new-vlan-id'));
  if (!matcher || rule.properties.has('vlan-id') || !Number.isInteger(vid)) return [];
  const member = listValues(propertyValue(rule, 'ports'))
    .flatMap((name) => network.bridgePorts.get(name) ?? [])
    .find(({ pvid }) => pvid !== vid);
  const served = [...network.vlanInterfaces.values()].find(
    (vlan) => vlan.vid === vid && vlan.parent === member?.bridge && network.isUp(vlan.name),
  );
  if (!member || !served) return [];
  return {
    subject: rule,
    affects: [served.item],
    placement: 'unpredictable',
    what: `hosts that switch rules put into VLAN ${vid} do not reach the device in it`,
    primary: ['new-vlan-id', `VLAN ${member.pvid} for packets to the CPU`],
    related: [[served.item, 'vlan-id', `served by \`${served.name}\``]],
  };
}
