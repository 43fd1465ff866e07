// Bridge ports and VLAN rows: what is effective, which rows the device adds, which ports the chip switches.

import { isYes, listValues } from '../../../model/config.ts';
import type { Row } from '../../device.ts';
import type { Topology } from '../chip/program.ts';
import type { RouterState } from '../router-state.ts';
import { printId, type StoredRow } from '../store/store.ts';
import { expandVlanIds } from '../store/unique.ts';
import type { Findings } from './findings.ts';
import type { Interfaces } from './interfaces.ts';

export function deriveBridges(router: RouterState, { interfaces, hardware }: Topology, findings: Findings): void {
  for (const row of router.store.rows('/interface/bridge/port')) {
    findings.state(row, portState(router, row, interfaces, hardware.get(row.values.get('interface') ?? '')));
  }
  for (const bridge of router.store.rows('/interface/bridge')) {
    if (isYes(bridge.values.get('vlan-filtering'))) deriveVlans(router, bridge, interfaces, findings);
  }
}

function portState(router: RouterState, row: StoredRow, interfaces: Interfaces, chip: string | undefined): Row {
  const name = row.values.get('interface') ?? '';
  const port = interfaces.get(name);
  const isUp = port?.running === true && !isYes(row.values.get('disabled'));
  const protocol = router.store
    .byName('/interface/bridge', row.values.get('bridge') ?? '')
    ?.values.get('protocol-mode');
  return {
    status: isUp ? 'in-bridge' : 'inactive',
    'port-id': `0x80.${(row.id + 1).toString(16)}`,
    role: isUp ? 'designated-port' : 'disabled-port',
    'edge-port': String(isUp),
    'point-to-point-port': String(isUp),
    'external-fdb-status': 'false',
    ...(protocol !== 'none' && { 'sending-rstp': 'true' }),
    learning: String(isUp),
    forwarding: String(isUp),
    'hw-offload': String(isUp && chip !== undefined),
    ...(isUp && chip !== undefined && { 'hw-offload-group': chip }),
    inactive: String(!isUp),
    dynamic: 'false',
  };
}

interface Membership {
  readonly tagged: string[];
  readonly untagged: string[];
}

function deriveVlans(router: RouterState, bridge: StoredRow, interfaces: Interfaces, findings: Findings): void {
  const name = bridge.values.get('name') ?? '';
  const stated = router.store
    .rows('/interface/bridge/vlan')
    .filter((row) => row.values.get('bridge') === name && !isYes(row.values.get('disabled')));
  const isUp = (port: string): boolean => port === name || interfaces.get(port)?.running === true;
  const covered = new Set<number>();
  for (const row of stated) {
    const ids = expandVlanIds(row.values.get('vlan-ids'));
    for (const id of ids) covered.add(id);
    const untagged = listValues(row.values.get('untagged'));
    const tagged = listValues(row.values.get('tagged'));
    const byPvid = pvidMembers(router, bridge, ids).filter(
      (port) => !untagged.includes(port) && !tagged.includes(port),
    );
    findings.state(row, {
      'current-tagged': tagged.filter(isUp).join(','),
      'current-untagged': [...untagged, ...byPvid].filter(isUp).join(','),
      dynamic: 'false',
    });
  }
  let id = 0x80000001 + bridge.id * 0x10000;
  for (const [vlan, { tagged, untagged, why }] of madeVlans(router, bridge, covered)) {
    findings.dynamic('/interface/bridge/vlan', {
      '.id': printId(id++),
      bridge: name,
      'vlan-ids': String(vlan),
      tagged: '',
      untagged: '',
      'current-tagged': tagged.filter(isUp).join(','),
      'current-untagged': untagged.filter(isUp).join(','),
      dynamic: 'true',
      disabled: 'false',
      comment: why,
    });
  }
}

/** Ports, and the bridge itself, whose PVID is one of the ids and that admit untagged frames. */
function pvidMembers({ store }: RouterState, bridge: StoredRow, ids: ReadonlySet<number>): readonly string[] {
  const name = bridge.values.get('name') ?? '';
  const ports = store
    .rows('/interface/bridge/port')
    .filter((row) => row.values.get('bridge') === name && !isYes(row.values.get('disabled')));
  const member = (row: StoredRow, as: string): readonly string[] => {
    const isTaggedOnly = row.values.get('frame-types') === 'admit-only-vlan-tagged';
    return !isTaggedOnly && ids.has(Number(row.values.get('pvid') ?? 1)) ? [as] : [];
  };
  return [...member(bridge, name), ...ports.flatMap((row) => member(row, row.values.get('interface') ?? ''))];
}

/** Rows for PVIDs, and since 7.16 for VLAN interfaces on the bridge, that no static row covers. */
function madeVlans(
  router: RouterState,
  bridge: StoredRow,
  covered: ReadonlySet<number>,
): ReadonlyMap<number, Membership & { readonly why: string }> {
  const made = new Map<number, Membership & { readonly why: string }>();
  const name = bridge.values.get('name') ?? '';
  for (const vlan of [...pvidUsers(router, bridge)].sort((a, b) => a - b)) {
    if (covered.has(vlan)) continue;
    const untagged = pvidMembers(router, bridge, new Set([vlan]));
    if (untagged.length > 0) made.set(vlan, { tagged: [], untagged: [...untagged], why: 'added by pvid' });
  }
  if (!router.knows('7.16')) return made;
  for (const row of router.store.rows('/interface/vlan')) {
    const vlan = Number(row.values.get('vlan-id'));
    if (row.values.get('interface') !== name || covered.has(vlan) || isYes(row.values.get('disabled'))) continue;
    const known = made.get(vlan);
    if (known) known.tagged.push(name);
    else made.set(vlan, { tagged: [name], untagged: [], why: 'added by vlan on bridge' });
  }
  return made;
}

function pvidUsers({ store }: RouterState, bridge: StoredRow): ReadonlySet<number> {
  const name = bridge.values.get('name');
  const ports = store.rows('/interface/bridge/port').filter((row) => row.values.get('bridge') === name);
  return new Set([bridge, ...ports].map((row) => Number(row.values.get('pvid') ?? 1)));
}
