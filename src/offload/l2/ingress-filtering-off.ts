// VLAN filtering that looks at frames only when they leave.

import { type Item, isYes, propertyValue } from '../../model/config.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const ingressFilteringOff = defineRule({
  id: 'l2/ingress-filtering-off',
  cost: 'M',
  summary: 'Without ingress filtering a port takes frames of VLANs that it is not in',
  why: 'A host can send into any VLAN by tagging its frames. Answers do not come back to it, which is enough for an attack.',
  remedy: 'Leave `ingress-filtering` at its default, yes.',

  check({ network }) {
    const findings: WrittenFinding[] = [];
    for (const bridge of network.bridges.values()) {
      if (!bridge.vlanFiltering) continue;
      for (const { item, interface: name, ingressFiltering, frameTypes } of bridge.ports) {
        // A port that admits no tag cannot be sent frames of another VLAN.
        if (ingressFiltering || frameTypes === 'admit-only-untagged-and-priority-tagged') continue;
        findings.push({
          ...finding(item, `any VLAN can be sent into by \`${name}\``),
          what: `ports of \`${bridge.name}\` take frames of VLANs that they are not in`,
        });
      }
      const own = propertyValue(bridge.item, 'ingress-filtering');
      if (own === undefined || isYes(own)) continue;
      findings.push({
        ...finding(bridge.item, 'off for the bridge itself'),
        // The other end of this port is the device itself.
        cost: 'L',
        what: `\`${bridge.name}\` itself takes frames of VLANs that it is not in`,
      });
    }
    return findings;
  },
});

function finding(subject: Item, text: string): Omit<WrittenFinding, 'what'> {
  const fix = { set: 'ingress-filtering', to: 'yes', title: 'filter when frames enter' };
  return { subject, placement: 'hardware', primary: ['ingress-filtering', text], fix };
}
