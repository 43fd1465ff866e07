// VLAN filtering that looks at frames only when they leave.

import { type Item, isYes, propertyValue } from '../../model/config.ts';
import { bridges, defineRule, ofEach, type WrittenFinding } from '../rule.ts';

export const ingressFilteringOff = defineRule({
  id: 'l2/ingress-filtering-off',
  cost: 'M',

  check: ofEach(bridges, ({ item, name, vlanFiltering, ports }) => {
    if (!vlanFiltering) return [];
    // A port that admits no tag cannot be sent frames of another VLAN.
    const open = ports.filter(
      (port) => !port.ingressFiltering && port.frameTypes !== 'admit-only-untagged-and-priority-tagged',
    );
    const ofPorts = open.map((port) => ({
      ...finding(port.item, `any VLAN can be sent into by \`${port.interface}\``),
      what: `ports of \`${name}\` take frames of VLANs that they are not in`,
    }));
    if (isYes(propertyValue(item, 'ingress-filtering') ?? 'yes')) return ofPorts;
    const what = `\`${name}\` itself takes frames of VLANs that it is not in`;
    // The other end of this port is the device itself.
    return [...ofPorts, { ...finding(item, 'off for the bridge itself'), cost: 'L', what }];
  }),
});

function finding(subject: Item, text: string): Omit<WrittenFinding, 'what'> {
  const fix = { set: 'ingress-filtering', to: 'yes', title: 'filter when frames enter' };
  return { subject, placement: 'hardware', primary: ['ingress-filtering', text], fix };
}
