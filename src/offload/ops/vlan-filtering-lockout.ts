// Switching VLAN filtering on before the VLAN table is ready: the device cuts itself off.

import type { Network } from '../../forwarding/network/network.ts';
import { addsBridgeItself } from '../../forwarding/network/vlans.ts';
import { enabledItemsOf, isYes, listValues, propertyValue } from '../../model/config.ts';
import { parseVlanIds } from '../../model/vlan-ids.ts';
import { definePlanRule, valueSet } from '../planned.ts';
import type { PlannedChange } from '../rule.ts';

export const vlanFilteringLockout = definePlanRule({
  id: 'ops/vlan-filtering-lockout',
  cost: 'C',
  datapath: 'input',

  judge(changes, { network, target }) {
    const bySelf = addsBridgeItself(target);
    return changes.flatMap((change, index) => {
      const isOn = change.menu === '/interface/bridge' && isYes(valueSet(change, 'vlan-filtering'));
      const bridge = isOn ? network.bridges.get(valueSet(change, 'name') ?? change.key) : undefined;
      if (!bridge || bridge.vlanFiltering) return [];
      const earlier = changes.slice(0, index);
      const vlans = [...network.vlanInterfaces.values()].filter(
        ({ parent, name }) => parent === bridge.name && hasAddress(network, name),
      );
      if (vlans.length === 0 || hasAddress(network, bridge.name) || bySelf) return [];
      if (vlans.some(({ vid }) => isMemberAfter(network, earlier, bridge.name, vid))) return [];
      return {
        changes: [index],
        what: `\`${bridge.name}\` stops reaching its own addresses: it is not yet a member of their VLANs`,
      };
    });
  },
});

function hasAddress(network: Network, name: string): boolean {
  return (network.l3Interfaces.get(name)?.addresses.length ?? 0) > 0;
}

/** Rows as they are, and as the earlier changes leave them. */
function isMemberAfter(network: Network, earlier: readonly PlannedChange[], bridge: string, vid: number): boolean {
  const changed = earlier.filter(({ menu }) => menu === '/interface/bridge/vlan');
  const touched = new Set(changed.map(({ item }) => item));
  const kept = enabledItemsOf(network.config, '/interface/bridge/vlan').filter((item) => !touched.has(item));
  const rows = [
    ...kept.map((item) => (name: string) => propertyValue(item, name)),
    ...changed.filter(({ action }) => action !== 'remove').map((change) => (name: string) => valueAfter(change, name)),
  ];
  return rows.some((value) => {
    const members = [...listValues(value('tagged')), ...listValues(value('untagged'))];
    return parseVlanIds(value('vlan-ids')).includes(vid) && members.includes(bridge);
  });
}

function valueAfter(change: PlannedChange, name: string): string | undefined {
  const changed = change.properties.find((property) => property.name === name);
  return changed ? changed.after : change.item && propertyValue(change.item, name);
}
