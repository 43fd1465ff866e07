// One row of the bridge VLAN table for several VLANs, with untagged ports in it: frames of all of them leave untagged.

import type { Bridge, Network } from '../../forwarding/network/network.ts';
import { type Item, listValues, propertyValue } from '../../model/config.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import { parseVlanIds } from '../../model/vlan-ids.ts';
import { word } from '../fix.ts';
import { defineRule, type Findings, itemsIn, ofEach } from '../rule.ts';
import { picksVlans } from '../vlan-ports.ts';

/** Since then a port with a pvid gets a row of its own. */
const ownRows = '7.15';

export const bvMergedVlanIds = defineRule({
  id: 'l2/bv-merged-vlan-ids',
  cost: 'H',

  check: ofEach(itemsIn('/interface/bridge/vlan'), (row, { network }) => {
    const bridge = network.bridges.get(propertyValue(row, 'bridge') ?? '');
    const vids = parseVlanIds(propertyValue(row, 'vlan-ids'));
    return bridge?.vlanFiltering && vids.length > 1 ? ofRow(network, bridge, row, vids) : [];
  }),
});

function ofRow(network: Network, bridge: Bridge, row: Item, vids: readonly number[]): Findings {
  const written = listValues(propertyValue(row, 'untagged')).filter((name) => !picksVlans(network, name));
  const joined = isAtLeastVersion(network.target.routeros, ownRows) ? [] : portsThatJoin(bridge, row, vids);
  if (written.length === 0 && joined.length === 0) return [];
  return {
    subject: row,
    affects: joined.map(({ item }) => item),
    placement: 'unpredictable',
    what: `frames of ${vids.length} VLANs of \`${bridge.name}\` leave the same ports untagged`,
    primary: [written.length > 0 ? 'untagged' : 'vlan-ids', `one row for ${vids.length} VLANs`],
    related: joined.map(({ item, interface: name }) => [item, 'pvid', `\`${name}\` joins the row`]),
    fix: [
      'write a row for each VLAN',
      `/interface/bridge/vlan add bridge=${word(bridge.name)} vlan-ids=<one VLAN> ` +
        `tagged=${propertyValue(row, 'tagged') ?? ''} untagged=<its access ports>`,
    ],
  };
}

/** Access ports whose pvid is one of the row's VLANs. */
function portsThatJoin(bridge: Bridge, row: Item, vids: readonly number[]) {
  const tagged = new Set(listValues(propertyValue(row, 'tagged')));
  return bridge.ports.filter(
    ({ interface: name, pvid, frameTypes }) =>
      vids.includes(pvid) && frameTypes !== 'admit-only-vlan-tagged' && !tagged.has(name),
  );
}
