// Switching VLAN filtering on before the VLAN table is ready: the device cuts itself off.

import type { Network } from '../../forwarding/network.ts';
import { isYes, listValues } from '../../model/config.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import { documented } from '../evidence.ts';
import { valueSet } from '../planned.ts';
import { defineRule, type PlannedChange } from '../rule.ts';

/** From here on a VLAN interface makes the bridge a member of its VLAN by itself. */
const memberBySelf = '7.16';

export const vlanFilteringLockout = defineRule({
  id: 'ops/vlan-filtering-lockout',
  cost: 'C',
  datapath: 'input',
  needs: 'plan',
  facts: [],
  summary: 'The VLAN table comes before `vlan-filtering=yes`',
  why: 'From that change on only VLANs of which the bridge is a member reach the device. None of the addresses on this bridge is in such a VLAN at that moment, so whoever manages it through the bridge loses it.',
  remedy: 'Add the VLANs with the bridge as a member first, and keep a way in that does not use this bridge.',
  evidence: [
    documented('routeros/prestera#vlan', 'the manual warns of losing management when filtering is switched on'),
    documented('routeros/bridge#bridge-vlan-filtering', 'the same warning for bridges'),
  ],

  check: () => [],

  judge(changes, { network, target }) {
    const bySelf = isAtLeastVersion(target.routeros, memberBySelf);
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
      return [
        {
          changes: [index],
          what: `\`${bridge.name}\` stops reaching its own addresses: it is not yet a member of their VLANs`,
        },
      ];
    });
  },
});

function hasAddress(network: Network, name: string): boolean {
  return (network.l3Interfaces.get(name)?.addresses.length ?? 0) > 0;
}

/** Rows that exist already or that an earlier change adds. */
function isMemberAfter(network: Network, earlier: readonly PlannedChange[], bridge: string, vid: number): boolean {
  const existing = network.config.items
    .filter(({ menu }) => menu === '/interface/bridge/vlan')
    .map((item) => ({
      tagged: item.properties.get('tagged')?.value,
      untagged: item.properties.get('untagged')?.value,
      vids: item.properties.get('vlan-ids')?.value,
    }));
  const planned = earlier
    .filter(({ menu }) => menu === '/interface/bridge/vlan')
    .map((change) => ({
      tagged: valueSet(change, 'tagged'),
      untagged: valueSet(change, 'untagged'),
      vids: valueSet(change, 'vlan-ids') ?? change.key,
    }));
  return [...existing, ...planned].some(
    ({ tagged, untagged, vids }) =>
      includesVid(vids, vid) && [...listValues(tagged), ...listValues(untagged)].includes(bridge),
  );
}

/** `bridge1 10`, `10,20` or `10-20`. */
function includesVid(text: string | undefined, vid: number): boolean {
  return (text ?? '').split(/[\s,]/).some((part) => {
    const [from, to] = part.split('-').map(Number);
    return from !== undefined && vid >= from && vid <= (to ?? from);
  });
}
