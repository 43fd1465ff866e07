// Who is a member of which VLAN of a bridge, and the VLAN interfaces above.

import { type Config, enabledItemsOf, type Item, isYes, listValues, propertyValue } from '../../model/config.ts';
import { unreadableOf } from '../../model/unreadable.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import { parseVlanIds, refusedVlanRows } from '../../model/vlan-ids.ts';
import type { Target } from '../../profile/target.ts';
import { append } from '../../source/append.ts';
import { computeIfAbsent, derivedOnce, derivedPer, groupBy } from '../../source/grouping.ts';
import type { NamedInterface, Naming } from './interfaces.ts';
import type { Bridge, BridgePort, Network, VlanInterface, VlanMembers } from './network.ts';

/** Since 7.16 a VLAN interface on a filtering bridge makes the bridge a tagged member by itself (manual, Bridging). */
export function addsBridgeItself({ routeros }: Target): boolean {
  return isAtLeastVersion(routeros, '7.16');
}

export function vlanInterfacesOf({ config, named }: Naming): Network['vlanInterfaces'] {
  const interfaces = new Map<string, VlanInterface>();
  for (const item of enabledItemsOf(config, '/interface/vlan')) {
    // Which VLAN it is in only the device knows.
    if (unreadableOf(item).includes('vlan-id')) continue;
    const name = propertyValue(item, 'name') ?? item.key;
    const parent = propertyValue(item, 'interface') ?? '';
    interfaces.set(name, {
      name,
      item,
      vid: Number(propertyValue(item, 'vlan-id') ?? 1),
      parent,
      parentKind: parentKind(named.get(parent)),
      l3Offload: isYes(propertyValue(item, 'l3-hw-offloading') ?? 'yes'),
    });
  }
  return interfaces;
}

function parentKind(parent: NamedInterface | undefined): VlanInterface['parentKind'] {
  if (!parent) return 'missing';
  const { kind } = parent;
  return kind === 'bridge' || kind === 'port' || kind === 'bond' || kind === 'vlan' ? kind : 'other';
}

type Membership = Pick<Network, 'members' | 'vidsOf'>;
type Bridging = Pick<Network, 'bridges' | 'vlanInterfaces'>;

interface BridgeIndex {
  readonly bridge: Bridge;
  /** Its name alone. */
  readonly itself: ReadonlySet<string>;
  readonly rows: ReadonlyMap<number, readonly Item[]>;
  readonly byPvid: ReadonlyMap<number, readonly BridgePort[]>;
  readonly routed: ReadonlySet<number>;
}

export function membershipOf({ config, target, interfaceListMembers }: Naming, bridging: Bridging): Membership {
  const indexes = indexBridges(config, bridging);
  const addsBridge = addsBridgeItself(target);
  const names = sharedNames(interfaceListMembers);
  const known = new Map<string, VlanMembers>();
  return {
    members(bridge, vid) {
      const index = indexes.get(bridge);
      return computeIfAbsent(known, `${vid} ${bridge}`, () =>
        index
          ? membersIn(index, vid, addsBridge, names)
          : { bridge, vid, tagged: nobodyElse, untagged: nobodyElse, items: [] },
      );
    },
    vidsOf(bridge) {
      const index = indexes.get(bridge);
      if (!index) return [];
      const vids = new Set([...index.rows.keys(), ...index.byPvid.keys(), ...index.routed, index.bridge.pvid]);
      return [...vids].sort((a, b) => a - b);
    },
  };
}

function indexBridges(config: Config, { bridges, vlanInterfaces }: Bridging): ReadonlyMap<string, BridgeIndex> {
  const items = enabledItemsOf(config, '/interface/bridge/vlan');
  const refused = refusedVlanRows(items);
  const held = items.filter((item) => !refused.has(item));
  const rowsOf = groupBy(held, (item) => propertyValue(item, 'bridge') ?? '');
  const above = groupBy(vlanInterfaces.values(), ({ parent }) => parent);
  const indexes = new Map<string, BridgeIndex>();
  for (const bridge of bridges.values()) {
    const { name, ports } = bridge;
    const native = ports.filter((port) => port.frameTypes !== 'admit-only-vlan-tagged' && !Number.isNaN(port.pvid));
    indexes.set(name, {
      bridge,
      itself: new Set([name]),
      rows: rowsByVid(rowsOf.get(name) ?? []),
      byPvid: groupBy(native, ({ pvid }) => pvid),
      routed: new Set(above.get(name)?.map(({ vid }) => vid)),
    });
  }
  return indexes;
}

function rowsByVid(items: readonly Item[]): ReadonlyMap<number, readonly Item[]> {
  const rows = new Map<number, Item[]>();
  for (const item of items) {
    const usual = unreadableOf(item).includes('vlan-ids') ? '' : '1';
    for (const vid of parseVlanIds(propertyValue(item, 'vlan-ids') ?? usual)) append(rows, vid, item);
  }
  return rows;
}

/** Sets that many VLANs have in common are made once: a row may be of all VLANs, and name thousands of ports. */
function sharedNames(interfaceListMembers: Network['interfaceListMembers']) {
  const known = { tagged: new Map<Item, ReadonlySet<string>>(), untagged: new Map<Item, ReadonlySet<string>>() };
  const union = derivedPer(
    (left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> => new Set([...left, ...right]),
  );
  const both = (left: ReadonlySet<string>, right: ReadonlySet<string>) => {
    if (left.size === 0 || right.size === 0) return left.size === 0 ? right : left;
    return union(left, right);
  };
  // Rows name interfaces and interface lists alike.
  const read = (row: Item, property: 'tagged' | 'untagged') =>
    new Set(listValues(propertyValue(row, property)).flatMap((name) => [name, ...interfaceListMembers(name)]));
  return {
    of: (rows: readonly Item[], property: 'tagged' | 'untagged') =>
      rows.map((row) => computeIfAbsent(known[property], row, () => read(row, property))).reduce(both, nobodyElse),
    /** The ports of a bridge. */
    among: derivedOnce((bridge: Bridge) => new Set(bridge.ports.map((port) => port.interface))),
    both,
  };
}

const nobodyElse: ReadonlySet<string> = new Set();

function membersIn(
  { bridge, itself, rows, byPvid, routed }: BridgeIndex,
  vid: number,
  addsBridge: boolean,
  names: ReturnType<typeof sharedNames>,
): VlanMembers {
  // Without VLAN filtering a bridge passes tagged frames as they are, between all its ports and itself.
  if (!bridge.vlanFiltering) {
    return {
      bridge: bridge.name,
      vid,
      tagged: names.both(itself, names.among(bridge)),
      untagged: nobodyElse,
      items: [],
    };
  }
  const items = rows.get(vid) ?? [];
  const written = names.of(items, 'tagged');
  const own = (byPvid.get(vid) ?? []).map(({ interface: name }) => name).filter((name) => !written.has(name));
  const ports = names.both(names.of(items, 'untagged'), new Set(own));
  const admitsUntagged = propertyValue(bridge.item, 'frame-types') !== 'admit-only-vlan-tagged';
  const isNative = bridge.pvid === vid && admitsUntagged && !written.has(bridge.name);
  const untagged = isNative ? names.both(ports, itself) : ports;
  const isAdded = addsBridge && routed.has(vid) && !written.has(bridge.name) && !untagged.has(bridge.name);
  return { bridge: bridge.name, vid, tagged: isAdded ? names.both(written, itself) : written, untagged, items };
}

/** Whether frames of the VLAN get to a port, or to the bridge itself. */
export function isMember({ tagged, untagged }: VlanMembers, name: string): boolean {
  return tagged.has(name) || untagged.has(name);
}

/** Each VLAN that a bridge says something about. */
export function vlansOf(network: Membership, bridge: string): readonly VlanMembers[] {
  return network.vidsOf(bridge).map((vid) => network.members(bridge, vid));
}
