// Who is a member of which VLAN of a bridge, and the VLAN interfaces above.

import { type Config, enabledItemsOf, type Item, isYes, listValues, propertyValue } from '../model/config.ts';
import { unreadableOf } from '../model/unreadable.ts';
import { isAtLeastVersion } from '../model/version.ts';
import type { Target } from '../profile/target.ts';
import { computeIfAbsent, groupBy } from './grouping.ts';
import type { NamedInterface } from './interfaces.ts';
import type { Bridge, BridgePort, VlanInterface, VlanMembers } from './network.ts';

/**
 * From here on a VLAN interface on a filtering bridge makes the bridge a tagged member by itself (manual, Bridging).
 */
const dynamicBridgeMember = '7.16';

export function vlanInterfacesOf(
  config: Config,
  named: ReadonlyMap<string, NamedInterface>,
): ReadonlyMap<string, VlanInterface> {
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

const vidMax = 4095;

/** `10,20-30` as numbers, each once; what is not a VLAN id is left out. */
export function parseVlanIds(text: string | undefined): readonly number[] {
  const vids: number[] = [];
  const ranges = listValues(text);
  const seen = new Uint8Array(ranges.length > 1 ? vidMax + 1 : 0);
  for (const range of ranges) {
    const match = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(range);
    if (!match) continue;
    const last = Math.min(Number(match[2] ?? match[1]), vidMax);
    for (let vid = Number(match[1]); vid <= last; vid++) {
      if (seen[vid] === 1) continue;
      seen[vid] = 1;
      vids.push(vid);
    }
  }
  return vids;
}

export interface Membership {
  members(bridge: string, vid: number): VlanMembers;
  vidsOf(bridge: string): readonly number[];
}

interface BridgeIndex {
  readonly bridge: Bridge;
  readonly rows: ReadonlyMap<number, readonly Item[]>;
  readonly byPvid: ReadonlyMap<number, readonly BridgePort[]>;
  readonly routed: ReadonlySet<number>;
}

export function membershipOf(
  config: Config,
  target: Target,
  bridges: ReadonlyMap<string, Bridge>,
  vlanInterfaces: ReadonlyMap<string, VlanInterface>,
  interfaceListMembers: (list: string) => ReadonlySet<string>,
): Membership {
  const indexes = indexBridges(config, bridges, vlanInterfaces);
  const addsBridge = isAtLeastVersion(target.routeros, dynamicBridgeMember);
  const known = new Map<string, VlanMembers>();
  return {
    members(bridge, vid) {
      const key = `${vid} ${bridge}`;
      const cached = known.get(key);
      if (cached) return cached;
      const index = indexes.get(bridge);
      const members = index ? membersIn(index, vid, addsBridge, interfaceListMembers) : nobody(bridge, vid);
      known.set(key, members);
      return members;
    },
    vidsOf(bridge) {
      const index = indexes.get(bridge);
      if (!index) return [];
      const vids = new Set([...index.rows.keys(), ...index.byPvid.keys(), ...index.routed, index.bridge.pvid]);
      return [...vids].sort((a, b) => a - b);
    },
  };
}

function indexBridges(
  config: Config,
  bridges: ReadonlyMap<string, Bridge>,
  vlanInterfaces: ReadonlyMap<string, VlanInterface>,
): ReadonlyMap<string, BridgeIndex> {
  const rowsOf = new Map<string, ReadonlyMap<number, readonly Item[]>>();
  const items = enabledItemsOf(config, '/interface/bridge/vlan');
  for (const [bridge, own] of groupBy(items, (item) => propertyValue(item, 'bridge') ?? '')) {
    rowsOf.set(bridge, rowsByVid(own.slice(0, rowsMax)));
  }
  const routedOf = new Map<string, Set<number>>();
  for (const { parent, vid } of vlanInterfaces.values()) computeIfAbsent(routedOf, parent, () => new Set()).add(vid);
  const indexes = new Map<string, BridgeIndex>();
  for (const bridge of bridges.values()) {
    const byPvid = new Map<number, BridgePort[]>();
    for (const port of bridge.ports) {
      if (port.frameTypes !== 'admit-only-vlan-tagged' && !Number.isNaN(port.pvid))
        computeIfAbsent(byPvid, port.pvid, () => []).push(port);
    }
    const rows = rowsOf.get(bridge.name) ?? new Map<number, Item[]>();
    indexes.set(bridge.name, { bridge, rows, byPvid, routed: routedOf.get(bridge.name) ?? new Set() });
  }
  return indexes;
}

/** A VLAN is in one row of its bridge: the device refuses a further one. A few more are read, so that they are told. */
const [rowsPerVidMax, rowsMax] = [8, 2 * vidMax];

function rowsByVid(items: readonly Item[]): ReadonlyMap<number, readonly Item[]> {
  const rows = new Map<number, Item[]>();
  for (const item of items) {
    const usual = unreadableOf(item).includes('vlan-ids') ? '' : '1';
    for (const vid of parseVlanIds(propertyValue(item, 'vlan-ids') ?? usual)) {
      const own = computeIfAbsent(rows, vid, () => []);
      if (own.length < rowsPerVidMax) own.push(item);
    }
  }
  return rows;
}

function membersIn(
  { bridge, rows, byPvid, routed }: BridgeIndex,
  vid: number,
  addsBridge: boolean,
  interfaceListMembers: (list: string) => ReadonlySet<string>,
): VlanMembers {
  if (!bridge.vlanFiltering) return everybody(bridge, vid);
  const items = rows.get(vid) ?? [];
  // Rows name interfaces and interface lists alike.
  const namesIn = (property: string) =>
    items
      .flatMap((item) => listValues(propertyValue(item, property)))
      .flatMap((name) => [name, ...interfaceListMembers(name)]);
  const tagged = new Set(namesIn('tagged'));
  const untagged = new Set(namesIn('untagged'));
  for (const { interface: name } of byPvid.get(vid) ?? []) if (!tagged.has(name)) untagged.add(name);
  if (bridge.pvid === vid && admitsUntagged(bridge) && !tagged.has(bridge.name)) untagged.add(bridge.name);
  const bridgeIsDynamic = addsBridge && routed.has(vid) && !tagged.has(bridge.name) && !untagged.has(bridge.name);
  if (bridgeIsDynamic) tagged.add(bridge.name);
  return { bridge: bridge.name, vid, tagged, untagged, items, bridgeIsDynamic };
}

function admitsUntagged(bridge: Bridge): boolean {
  return propertyValue(bridge.item, 'frame-types') !== 'admit-only-vlan-tagged';
}

/** Without VLAN filtering a bridge passes tagged frames as they are, between all its ports and itself. */
function everybody(bridge: Bridge, vid: number): VlanMembers {
  const tagged = new Set([bridge.name, ...bridge.ports.map((port) => port.interface)]);
  return { bridge: bridge.name, vid, tagged, untagged: new Set(), items: [], bridgeIsDynamic: false };
}

function nobody(bridge: string, vid: number): VlanMembers {
  return { bridge, vid, tagged: new Set(), untagged: new Set(), items: [], bridgeIsDynamic: false };
}
