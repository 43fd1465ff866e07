// The bridge that becomes the site's, and who is in which of its VLANs: read from the bridge's own table, or, where it
// does not filter, from the table of the switch chip.

import { type Config, enabledItemsOf, type Item, isYes, itemsOf, listValues, propertyValue } from '../model/config.ts';
import { effective } from '../model/menus.ts';
import { parseVlanIds } from '../model/vlan-ids.ts';
import { computeIfAbsent } from '../source/grouping.ts';
import { nameOf } from './names.ts';

export interface Members {
  readonly tagged: Set<string>;
  readonly untagged: Set<string>;
  /** The row of the table that names it, if one does. */
  row?: Item;
}

export interface Bridging {
  readonly bridge: Item;
  /** By interface: what takes it into the bridge. */
  readonly ports: ReadonlyMap<string, Item>;
  readonly vlans: ReadonlyMap<number, Members>;
  /** By VLAN id: the device's own interface in it. */
  readonly interfaces: ReadonlyMap<number, Item>;
}

/** Rows of the VLAN table with more ids than this are no list of networks that somebody named. */
const idsMax = 16;

/** The bridge with the most ports, of those that separate VLANs where some do. */
export function mainBridge(config: Config): Item | undefined {
  const bridges = enabledItemsOf(config, '/interface/bridge');
  const filtering = bridges.filter((bridge) => isYes(propertyValue(bridge, 'vlan-filtering')));
  const candidates = filtering.length > 0 ? filtering : bridges;
  const size = (bridge: Item) => portsOf(config, nameOf(bridge)).size;
  return candidates.reduce<Item | undefined>(
    (best, bridge) => (best && size(best) >= size(bridge) ? best : bridge),
    undefined,
  );
}

/** One that nothing is in or on, as a loopback, is a row of a site. */
export function hasMainBridge(config: Config): boolean {
  const bridge = mainBridge(config);
  if (!bridge) return false;
  const { ports, interfaces, vlans } = bridgingOf(config, bridge);
  return ports.size + interfaces.size + vlans.size > 0;
}

export function bridgingOf(config: Config, bridge: Item): Bridging {
  const name = nameOf(bridge);
  const ports = portsOf(config, name);
  const interfaces = new Map<number, Item>();
  const isService = propertyValue(bridge, 'ether-type') === '0x88a8';
  for (const item of enabledItemsOf(config, '/interface/vlan')) {
    if (propertyValue(item, 'interface') !== name) continue;
    if (isYes(propertyValue(item, 'use-service-tag')) !== isService) continue;
    interfaces.set(Number(effective(item, 'vlan-id').value), item);
  }
  const filters = isYes(propertyValue(bridge, 'vlan-filtering'));
  const vlans = filters ? bridgeTable(config, name, ports) : chipTable(config, ports);
  // A bridge that keeps nothing apart has no VLANs, whatever interfaces stand on it.
  if (!filters && vlans.size === 0) return { bridge, ports, vlans, interfaces: new Map() };
  for (const vid of interfaces.keys()) membersOf(vlans, vid);
  return { bridge, ports, vlans, interfaces };
}

function portsOf(config: Config, bridge: string): ReadonlyMap<string, Item> {
  const own = enabledItemsOf(config, '/interface/bridge/port').filter(
    (item) => propertyValue(item, 'bridge') === bridge,
  );
  return new Map(own.map((item) => [propertyValue(item, 'interface') ?? item.key, item]));
}

function bridgeTable(config: Config, bridge: string, ports: ReadonlyMap<string, Item>): Map<number, Members> {
  const vlans = new Map<number, Members>();
  for (const row of enabledItemsOf(config, '/interface/bridge/vlan')) {
    const ids = parseVlanIds(propertyValue(row, 'vlan-ids') ?? '');
    if (propertyValue(row, 'bridge') === bridge && ids.length <= idsMax) addTagged(vlans, ids, row);
  }
  for (const [port, item] of ports) {
    const vid = Number(effective(item, 'pvid').value);
    if (effective(item, 'frame-types').value === 'admit-only-vlan-tagged') continue;
    // VLAN 1 is where ports are that nobody put anywhere.
    if (vid !== 1 || vlans.has(vid)) membersOf(vlans, vid).untagged.add(port);
  }
  for (const { tagged, untagged } of vlans.values()) for (const port of untagged) tagged.delete(port);
  return vlans;
}

function addTagged(vlans: Map<number, Members>, ids: readonly number[], row: Item): void {
  const tagged = listValues(propertyValue(row, 'tagged'));
  for (const vid of ids) {
    const members = membersOf(vlans, vid);
    members.row ??= row;
    for (const name of tagged) members.tagged.add(name);
  }
}

function chipTable(config: Config, ports: ReadonlyMap<string, Item>): Map<number, Members> {
  const vlans = new Map<number, Members>();
  const own = new Map(itemsOf(config, '/interface/ethernet/switch/port').map((item) => [nameOf(item), item]));
  for (const row of enabledItemsOf(config, '/interface/ethernet/switch/vlan')) {
    const vid = Number(propertyValue(row, 'vlan-id'));
    const members = membersOf(vlans, vid);
    members.row ??= row;
    for (const port of listValues(propertyValue(row, 'ports'))) {
      if (!ports.has(port)) continue;
      const item = own.get(port);
      const isUntagged = item && Number(propertyValue(item, 'default-vlan-id')) === vid;
      (isUntagged ? members.untagged : members.tagged).add(port);
    }
  }
  return vlans;
}

function membersOf(vlans: Map<number, Members>, vid: number): Members {
  return computeIfAbsent(vlans, vid, () => ({ tagged: new Set<string>(), untagged: new Set<string>() }));
}
