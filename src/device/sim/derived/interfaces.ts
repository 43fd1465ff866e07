// Interfaces of all kinds with what a device knows of them: whether they run, who owns them, their MAC address.

import { isYes, listValues, type MenuPath } from '../../../model/config.ts';
import type { RouterState } from '../router-state.ts';
import type { StoredRow } from '../store/store.ts';
import type { Findings } from './findings.ts';

export interface Interface {
  readonly name: string;
  /** `ethernet`, `bridge`, `vlan`, `bonding`: the last word of its menu. */
  readonly kind: string;
  readonly row: StoredRow;
  readonly enabled: boolean;
  readonly running: boolean;
  readonly mac: string;
  /** The bridge or bond that it is a member of. */
  readonly master: string | undefined;
  /** Members of a bond, by name. */
  readonly slaves: readonly string[];
  /** What a VLAN interface sits on. */
  readonly parent: string | undefined;
}

export type Interfaces = ReadonlyMap<string, Interface>;

export function deriveInterfaces(router: RouterState, findings: Findings): Interfaces {
  const interfaces = new Map<string, Interface>();
  const masters = mastersOf(router);
  const rows = new Map(router.store.interfaces().map((row) => [row.values.get('name') ?? '', row]));
  const build = (name: string, depth: number): Interface | undefined => {
    const known = interfaces.get(name);
    const row = rows.get(name);
    if (known || !row || depth > 8) return known;
    const built = describe(router, row, masters.get(name), (other) => build(other, depth + 1));
    interfaces.set(name, built);
    return built;
  };
  for (const name of rows.keys()) build(name, 0);
  for (const found of interfaces.values()) findings.state(found.row, stateOf(router, found));
  return interfaces;
}

function describe(
  router: RouterState,
  row: StoredRow,
  master: string | undefined,
  other: (name: string) => Interface | undefined,
): Interface {
  const kind = row.menu.slice('/interface/'.length);
  const name = row.values.get('name') ?? '';
  const enabled = !isYes(row.values.get('disabled'));
  const slaves = kind === 'bonding' ? listValues(row.values.get('slaves')) : [];
  const parent = kind === 'vlan' ? row.values.get('interface') : undefined;
  const below = parent === undefined ? undefined : other(parent);
  const carriers = slaves.map((slave) => other(slave));
  const isUp =
    kind === 'ethernet'
      ? hasLink(router, row)
      : kind === 'bonding'
        ? carriers.some((slave) => slave?.running)
        : parent === undefined || below?.running === true;
  const inherited = below?.mac ?? carriers[0]?.mac;
  return {
    name,
    kind,
    row,
    enabled,
    running: enabled && isUp,
    mac: macOf(router, row, inherited),
    master,
    slaves,
    parent,
  };
}

function hasLink(router: RouterState, row: StoredRow): boolean {
  const port = row.values.get('default-name') ?? '';
  const isDown = router.target.switchOf(port) !== undefined && router.device.portsDownUntil > router.now;
  return !isDown && !router.device.unplugged.has(port);
}

function mastersOf({ store }: RouterState): ReadonlyMap<string, string> {
  const masters = new Map<string, string>();
  for (const row of store.rows('/interface/bridge/port')) {
    if (!isYes(row.values.get('disabled')))
      masters.set(row.values.get('interface') ?? '', row.values.get('bridge') ?? '');
  }
  for (const row of store.rows('/interface/bonding')) {
    for (const slave of listValues(row.values.get('slaves'))) masters.set(slave, row.values.get('name') ?? '');
  }
  return masters;
}

function macOf(router: RouterState, row: StoredRow, inherited: string | undefined): string {
  const written = writtenMac(row);
  if (written !== undefined && written !== '') return written;
  if (inherited !== undefined) return inherited;
  if (row.menu === '/interface/bridge') return bridgeMac(router, row);
  return router.device.factoryMac(row.id);
}

/** `admin-mac` has an effect with `auto-mac=no` only. */
function writtenMac({ menu, values }: StoredRow): string | undefined {
  if (menu === '/interface/bonding') return values.get('forced-mac-address');
  if (menu !== '/interface/bridge') return values.get('mac-address');
  return values.get('auto-mac') === 'no' ? values.get('admin-mac') : undefined;
}

/** Without `admin-mac` a bridge takes the address of a port: here the lowest one, of Ethernet ports before bonds. */
function bridgeMac(router: RouterState, bridge: StoredRow): string {
  const { store, device } = router;
  const name = bridge.values.get('name');
  const ports = store.rows('/interface/bridge/port').filter((port) => port.values.get('bridge') === name);
  const rowsOf = (menu: MenuPath) =>
    ports.flatMap((port) => store.byName(menu, port.values.get('interface') ?? '') ?? []);
  const ethernetMac = (row: StoredRow) => writtenMac(row) ?? device.factoryMac(row.id);
  const bondMac = (row: StoredRow) => {
    const [first = ''] = listValues(row.values.get('slaves'));
    const slave = store.byName('/interface/ethernet', first);
    return writtenMac(row) ?? (slave ? ethernetMac(slave) : device.factoryMac(row.id));
  };
  const [lowest] = rowsOf('/interface/ethernet').map(ethernetMac).sort();
  return lowest ?? rowsOf('/interface/bonding').map(bondMac).sort()[0] ?? device.factoryMac(bridge.id);
}

function stateOf(router: RouterState, { kind, row, running, mac, master }: Interface): Record<string, string> {
  const port = row.values.get('default-name') ?? '';
  const chip = kind === 'ethernet' ? router.target.switchOf(port) : undefined;
  const l2mtu = { bridge: '1592', vlan: '1588' }[kind];
  return {
    'mac-address': mac,
    ...(kind === 'ethernet' && { 'orig-mac-address': router.device.factoryMac(row.id) }),
    ...(chip && { switch: chip.name }),
    ...(kind === 'bridge' && { 'actual-mtu': bridgeMtu(router, row) }),
    ...(l2mtu !== undefined && { l2mtu }),
    running: String(running),
    ...((kind === 'ethernet' || master !== undefined) && { slave: String(master !== undefined) }),
  };
}

/** What a bridge really uses: its own MTU or the smallest of its ports. */
export function bridgeMtu({ store }: RouterState, bridge: StoredRow): string {
  const written = bridge.values.get('mtu') ?? 'auto';
  if (written !== 'auto') return written;
  const name = bridge.values.get('name');
  const ports = store.rows('/interface/bridge/port').filter((port) => port.values.get('bridge') === name);
  const mtus = ports.map((port) =>
    Number(store.interface(port.values.get('interface') ?? '')?.values.get('mtu') ?? 1500),
  );
  return String(Math.min(...mtus, mtus.length > 0 ? Number.POSITIVE_INFINITY : 1500));
}
