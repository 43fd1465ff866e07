// Ports that VLANs leave untagged by, while what comes in untagged belongs to another VLAN.

import type { Bridge, BridgePort, Network, VlanMembers } from '../../forwarding/network/network.ts';
import { vlansOf } from '../../forwarding/network/vlans.ts';
import { enabledItemsOf, type Item, listValues, propertyValue } from '../../model/config.ts';
import { parseVlanIds } from '../../model/vlan-ids.ts';
import { bridges, defineRule, ofEach, type WrittenFinding } from '../rule.ts';
import { picksVlans } from '../vlan-ports.ts';

export const untaggedOtherPvid = defineRule({
  id: 'l2/untagged-other-pvid',
  cost: 'M',

  check: ofEach(bridges, (bridge, { network }) => (bridge.vlanFiltering ? ofBridge(network, bridge) : [])),
});

function ofBridge(network: Network, bridge: Bridge): readonly WrittenFinding[] {
  const vlans = vlansOf(network, bridge.name);
  return bridge.ports.filter((port) => isPlain(network, port)).flatMap((port) => ofPort(port, vlans) ?? []);
}

/** By `pvid` alone a frame without a tag gets its VLAN. */
function isPlain(network: Network, { interface: name, frameTypes }: BridgePort): boolean {
  const byLogin = enabledItemsOf(network.config, '/interface/dot1x/server').some(
    (item) => propertyValue(item, 'interface') === name,
  );
  return frameTypes !== 'admit-only-vlan-tagged' && !byLogin && !picksVlans(network, name);
}

function ofPort(port: BridgePort, vlans: readonly VlanMembers[]): WrittenFinding | undefined {
  const { item, bridge, interface: name, pvid } = port;
  const rows = vlans.flatMap(({ vid, untagged, items }) => (vid !== pvid && untagged.has(name) ? items : []));
  // Rows of several VLANs have a rule of their own.
  const [row] = rows.filter((each) => parseVlanIds(propertyValue(each, 'vlan-ids')).length === 1);
  if (!row) return taggedInOwn(port, vlans);
  const own = propertyValue(row, 'vlan-ids') ?? '';
  const isOnce = vlans.filter(({ items }) => items.some((each) => names(each, 'untagged', name))).length === 1;
  return {
    subject: item,
    placement: 'hardware',
    what: `hosts at ports of \`${bridge}\` send into another VLAN than they hear`,
    primary: [item.properties.has('pvid') ? 'pvid' : 'interface', `into VLAN ${pvid}`],
    related: [[row, 'untagged', `VLAN ${own} leaves \`${name}\` untagged`]],
    fix: isOnce
      ? { set: 'pvid', to: own, title: `put what enters into VLAN ${own}` }
      : `take \`${name}\` out of \`untagged=\` of all VLANs but one, and give it that one as its pvid`,
  };
}

/** A trunk may do without untagged hosts, and VLAN 1 is where ports are that nobody put anywhere. */
function taggedInOwn({ item, bridge, interface: name, pvid }: BridgePort, vlans: readonly VlanMembers[]) {
  const own = vlans.find(({ vid }) => vid === pvid);
  const row = own?.items.find((each) => names(each, 'tagged', name));
  if (pvid === 1 || !row || own?.untagged.has(name)) return undefined;
  return {
    subject: item,
    placement: 'hardware' as const,
    cost: 'L' as const,
    what: `ports of \`${bridge}\` take frames without a tag into a VLAN that leaves by them with one`,
    why: 'Hosts without tags are heard, and do not understand the answers.',
    primary: ['pvid', `into VLAN ${pvid}`] as const,
    related: [[row, 'tagged', 'leaves with a tag']] as const,
    fix: 'write the port into `untagged=` for hosts without tags, or give it `frame-types=admit-only-vlan-tagged`',
  };
}

function names(row: Item, property: 'tagged' | 'untagged', port: string): boolean {
  return listValues(propertyValue(row, property)).includes(port);
}
