// Which bridge ports the switch chips switch. One chip takes one bridge: the first with a port that can be offloaded.
// Source: manual, bridging, "Bridge hardware offloading"; l3-hardware-offloading, "Creating multiple bridges".

import { isYes } from '../../../model/config.ts';
import type { Interface, Interfaces } from '../derived/interfaces.ts';
import { refusalKey } from '../device-state.ts';
import type { RouterState } from '../router-state.ts';
import type { StoredRow } from '../store/store.ts';
import { capabilitiesOf } from './capabilities.ts';

/** Interface name → chip, for every bridge port in hardware. */
export function hardwarePorts(router: RouterState, interfaces: Interfaces): ReadonlyMap<string, string> {
  const hardware = new Map<string, string>();
  const bridgeOfChip = new Map<string, string>();
  for (const bridge of router.store.rows('/interface/bridge')) {
    const name = bridge.values.get('name') ?? '';
    if (isYes(bridge.values.get('disabled'))) continue;
    for (const row of portsOf(router, name)) {
      const port = row.values.get('interface') ?? '';
      const chip = chipFor(router, interfaces, bridge, row);
      if (chip === undefined || (bridgeOfChip.get(chip) ?? name) !== name) continue;
      bridgeOfChip.set(chip, name);
      hardware.set(port, chip);
    }
  }
  return hardware;
}

/** The chip that could switch a port of the bridge. */
function chipFor(router: RouterState, interfaces: Interfaces, bridge: StoredRow, row: StoredRow): string | undefined {
  const port = interfaces.get(row.values.get('interface') ?? '');
  const chip = port && chipOf(router, interfaces, port);
  return chip && isWanted(router, row) && switchesBridge(router, chip, bridge) ? chip : undefined;
}

function portsOf({ store }: RouterState, bridge: string): readonly StoredRow[] {
  return store.rows('/interface/bridge/port').filter((row) => row.values.get('bridge') === bridge);
}

/** Horizon is software's; `hw=no` keeps a port out; the chip may have refused. */
export function isWanted(router: RouterState, row: StoredRow): boolean {
  const values = row.values;
  if (isYes(values.get('disabled')) || values.get('hw') === 'no') return false;
  const horizon = values.get('horizon') ?? 'none';
  return horizon === 'none' && !router.device.refusedByChip.has(refusalKey(row));
}

/** The chip of a port, or of all slaves of a bond in a mode that the chip knows. */
export function chipOf(router: RouterState, interfaces: Interfaces, port: Interface): string | undefined {
  if (port.kind === 'ethernet') return router.target.switchOf(port.row.values.get('default-name') ?? '')?.name;
  if (port.kind !== 'bonding') return undefined;
  const chips = new Set(port.slaves.map((name) => chipOfSlave(router, interfaces, name)));
  const [chip] = chips;
  if (chips.size !== 1 || chip === undefined) return undefined;
  const mode = port.row.values.get('mode') ?? 'balance-rr';
  const { bonding, slavesMax } = capabilitiesOf(router.target, chip);
  const since = bonding[mode];
  return since !== undefined && router.knows(since) && port.slaves.length <= slavesMax ? chip : undefined;
}

function chipOfSlave(router: RouterState, interfaces: Interfaces, name: string): string | undefined {
  const slave = interfaces.get(name);
  return slave?.kind === 'ethernet' ? chipOf(router, interfaces, slave) : undefined;
}

function switchesBridge(router: RouterState, chip: string, bridge: StoredRow): boolean {
  const can = capabilitiesOf(router.target, chip);
  const on = (name: string): boolean => isYes(bridge.values.get(name));
  const protocol = bridge.values.get('protocol-mode') ?? 'rstp';
  if (!can.bridging) return false;
  if (protocol === 'mstp' ? !can.mstp : protocol !== 'none' && !can.rstp) return false;
  if (on('igmp-snooping') && !can.igmpSnooping) return false;
  if (on('dhcp-snooping') && !can.dhcpSnooping) return false;
  if (!can.tagStacking && (bridge.values.get('ether-type') ?? '0x8100') !== '0x8100') return false;
  return !on('vlan-filtering') || can.vlanFiltering;
}
