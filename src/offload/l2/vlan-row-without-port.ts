// A row of the VLAN table that names what is no port of its bridge, such as a member of a bond.

import { bondOf } from '../../forwarding/network/masters.ts';
import type { Bridge, Network } from '../../forwarding/network/network.ts';
import { type Item, itemsOf, listValues, propertyValue } from '../../model/config.ts';
import { groupBy } from '../../source/grouping.ts';
import { bridges, defineRule, type Findings, ofEach, type WrittenFinding } from '../rule.ts';

export const vlanRowWithoutPort = defineRule({
  id: 'l2/vlan-row-without-port',
  cost: 'M',

  check: ofEach(bridges, (bridge, { network }) => (bridge.vlanFiltering ? ofBridge(network, bridge) : [])),
});

function ofBridge(network: Network, bridge: Bridge): readonly WrittenFinding[] {
  // A port that is switched off is still meant.
  const known = new Set([
    bridge.name,
    ...bridge.ports.map((port) => port.interface),
    ...itemsOf(network.config, '/interface/bridge/port').flatMap((item) => propertyValue(item, 'interface') ?? []),
  ]);
  const rows = new Set(network.vidsOf(bridge.name).flatMap((vid) => network.members(bridge.name, vid).items));
  return [...rows].flatMap((row) =>
    ['tagged', 'untagged'].flatMap((property) => noPortsIn(network, row, property, known)),
  );
}

/** Sessions and radios join bridges as they come. */
function noPortsIn(network: Network, row: Item, property: string, known: ReadonlySet<string>): Findings {
  const wired = listValues(propertyValue(row, property)).filter(
    (name) => !known.has(name) && ['port', 'bond', 'vlan'].includes(network.kindOf(name) ?? ''),
  );
  if (wired.length === 0) return [];
  const alike = groupBy(wired, (name) => {
    const bond = bondOf(network, name);
    return bond ? `a member of \`${bond.name}\`` : 'no port of it';
  });
  const said = [...alike].map(([as, names]) => `\`${names.join('`, `')}\` ${names.length > 1 ? 'are' : 'is'} ${as}`);
  return {
    subject: row,
    placement: 'hardware',
    what: `frames of VLANs do not get to what is no port of \`${propertyValue(row, 'bridge') ?? ''}\``,
    primary: [property, said.join(', ')],
  };
}
