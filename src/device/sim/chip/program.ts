// What the driver has written into the chip: ports, the one bridge that it switches, its VLAN table. Made from the
// configuration as the manual describes it (bridging, "Bridge hardware offloading", "Bridge VLAN filtering").

import { isYes, listValues, type MenuPath } from '../../../model/config.ts';
import { expandInterfaces } from '../derived/interface-lists.ts';
import type { Interfaces } from '../derived/interfaces.ts';
import type { RouterState } from '../router-state.ts';
import type { StoredRow } from '../store/store.ts';
import { expandVlanIds } from '../store/unique.ts';

/** One member of the bridge: a port, a bond, a software interface, or the bridge itself. */
export interface Member {
  readonly name: string;
  readonly pvid: number;
  readonly frameTypes: string;
  readonly ingressFiltering: boolean;
  readonly tagStacking: boolean;
  readonly learns: boolean;
  readonly floods: { readonly unicast: boolean; readonly multicast: boolean; readonly broadcast: boolean };
  /** Split horizon: ports of one number never talk to each other. */
  readonly horizon: string;
  /** Switched by the chip. */
  readonly isHardware: boolean;
}

export interface BridgeProgram {
  readonly name: string;
  readonly row: StoredRow;
  readonly filtering: boolean;
  readonly tpid: string;
  readonly members: ReadonlyMap<string, Member>;
  /** The bridge as a port of itself: untagged side and tagged memberships. */
  readonly self: Member;
  /** By VLAN: who sends it tagged and who untagged, the bridge's own name included. */
  readonly vlans: ReadonlyMap<number, { readonly tagged: ReadonlySet<string>; readonly untagged: ReadonlySet<string> }>;
}

/** Interfaces, and which of them the chips switch: name → chip. */
export interface Topology {
  readonly interfaces: Interfaces;
  readonly hardware: ReadonlyMap<string, string>;
}

/** Every bridge, hardware or not, as its rows and the device's own rows make it. */
export function bridgePrograms(router: RouterState, topology: Topology): ReadonlyMap<string, BridgeProgram> {
  const programs = new Map<string, BridgeProgram>();
  for (const row of router.store.rows('/interface/bridge')) {
    const name = row.values.get('name') ?? '';
    if (!isYes(row.values.get('disabled'))) programs.set(name, bridgeProgram(router, topology, row));
  }
  return programs;
}

function bridgeProgram(router: RouterState, { hardware }: Topology, row: StoredRow): BridgeProgram {
  const name = row.values.get('name') ?? '';
  const members = new Map<string, Member>();
  for (const port of enabledRowsOf(router, '/interface/bridge/port', 'bridge', name)) {
    const member = port.values.get('interface') ?? '';
    members.set(member, memberOf(port, member, hardware.has(member)));
  }
  const self = memberOf(row, name, false);
  return {
    name,
    row,
    filtering: isYes(row.values.get('vlan-filtering')),
    tpid: row.values.get('ether-type') ?? '0x8100',
    members,
    self,
    vlans: vlanTable(router, name, [...members.values(), self]),
  };
}

/** The enabled rows of a menu that name the bridge. */
function enabledRowsOf(router: RouterState, menu: MenuPath, property: string, bridge: string): readonly StoredRow[] {
  const isOf = ({ values }: StoredRow) => values.get(property) === bridge && !isYes(values.get('disabled'));
  return router.store.rows(menu).filter(isOf);
}

function memberOf(row: StoredRow, name: string, isHardware: boolean): Member {
  const { values } = row;
  return {
    name,
    pvid: Number(values.get('pvid') ?? 1),
    frameTypes: values.get('frame-types') ?? 'admit-all',
    ingressFiltering: values.get('ingress-filtering') !== 'no',
    tagStacking: isYes(values.get('tag-stacking')),
    learns: values.get('learn') !== 'no',
    floods: {
      unicast: values.get('unknown-unicast-flood') !== 'no',
      multicast: values.get('unknown-multicast-flood') !== 'no',
      broadcast: values.get('broadcast-flood') !== 'no',
    },
    horizon: values.get('horizon') ?? 'none',
    isHardware,
  };
}

type VlanTable = Map<number, { tagged: Set<string>; untagged: Set<string> }>;

/**
 * Static rows; then every member that admits untagged frames joins its PVID untagged; then, since 7.16, a VLAN
 * interface on the bridge makes the bridge a tagged member.
 */
function vlanTable(router: RouterState, bridge: string, members: readonly Member[]): VlanTable {
  const table: VlanTable = new Map();
  const entry = (vlan: number) => entryOf(table, vlan);
  for (const { values } of enabledRowsOf(router, '/interface/bridge/vlan', 'bridge', bridge)) {
    const listed = (side: string) => expandInterfaces(router, listValues(values.get(side)));
    for (const vlan of expandVlanIds(values.get('vlan-ids'))) {
      for (const name of listed('tagged')) entry(vlan).tagged.add(name);
      for (const name of listed('untagged')) entry(vlan).untagged.add(name);
    }
  }
  for (const { name, pvid } of members.filter(({ frameTypes }) => frameTypes !== 'admit-only-vlan-tagged')) {
    if (!table.get(pvid)?.tagged.has(name)) entry(pvid).untagged.add(name);
  }
  for (const vlan of vlansOfInterfaces(router, bridge)) {
    if (!entry(vlan).untagged.has(bridge)) entry(vlan).tagged.add(bridge);
  }
  return table;
}

function vlansOfInterfaces(router: RouterState, bridge: string): readonly number[] {
  if (!router.knows('7.16')) return [];
  return enabledRowsOf(router, '/interface/vlan', 'interface', bridge).map(({ values }) =>
    Number(values.get('vlan-id')),
  );
}

function entryOf(table: VlanTable, vlan: number): { tagged: Set<string>; untagged: Set<string> } {
  const entry = table.get(vlan) ?? { tagged: new Set<string>(), untagged: new Set<string>() };
  table.set(vlan, entry);
  return entry;
}

/** Whether a member belongs to a VLAN, tagged or not. */
export function isMember({ vlans }: BridgeProgram, vlan: number, name: string): boolean {
  const entry = vlans.get(vlan);
  return entry !== undefined && (entry.tagged.has(name) || entry.untagged.has(name));
}
