// VLAN 1 in use as if it were one VLAN among others.

import { enabledItemsOf, type Item, listValues, propertyValue } from '../../model/config.ts';
import { parseVlanIds } from '../../model/vlan-ids.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const vlan1Usage = defineRule({
  id: 'l2/vlan1-usage',
  cost: 'L',

  check({ config, network }) {
    const findings: WrittenFinding[] = [];
    for (const { item, vid, name, parent } of network.vlanInterfaces.values()) {
      if (vid !== 1 || network.bridges.get(parent)?.vlanFiltering === false) continue;
      findings.push(finding(item, item.properties.has('vlan-id') ? 'vlan-id' : 'name', `\`${name}\` is in VLAN 1`));
    }
    for (const row of enabledItemsOf(config, '/interface/bridge/vlan')) {
      const bridge = network.bridges.get(propertyValue(row, 'bridge') ?? '');
      const tagged = listValues(propertyValue(row, 'tagged')).filter((name) => name !== bridge?.name);
      if (!bridge?.vlanFiltering || tagged.length === 0) continue;
      if (!parseVlanIds(propertyValue(row, 'vlan-ids')).includes(1)) continue;
      findings.push(finding(row, 'vlan-ids', 'VLAN 1 with a tag'));
    }
    return findings;
  },
});

function finding(subject: Item, property: string, text: string): WrittenFinding {
  return {
    subject,
    placement: 'hardware',
    what: 'VLAN 1 is used as a VLAN of its own',
    primary: [property, text],
  };
}
