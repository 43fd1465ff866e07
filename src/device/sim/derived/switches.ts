// Switch chips, their ports and rules as the device shows them.

import { isYes } from '../../../model/config.ts';
import { refusalKey } from '../effects.ts';
import type { Router } from '../router.ts';
import type { Bridges } from './bridges.ts';
import type { Findings } from './derive.ts';
import type { Interfaces } from './interfaces.ts';

export function deriveSwitches(router: Router, interfaces: Interfaces, bridges: Bridges, findings: Findings): void {
  const { store, target } = router;
  for (const row of store.rows('/interface/ethernet/switch')) {
    const chip = target.switches.find(({ name }) => name === row.values.get('.factory-name'));
    findings.state(row, { ...(chip && { type: chip.type }), invalid: 'false' });
  }
  for (const row of store.rows('/interface/ethernet/switch/port')) {
    const name = row.values.get('name') ?? '';
    const isCpu = name.endsWith('-cpu');
    findings.state(row, { running: String(isCpu || interfaces.get(name)?.running === true), invalid: 'false' });
  }
  for (const row of store.rows('/interface/ethernet/switch/rule')) {
    findings.state(row, { invalid: String(router.device.refusedByChip.has(refusalKey(row))), dynamic: 'false' });
  }
  for (const row of store.rows('/interface/vlan')) {
    if (!router.menus.menu('/interface/vlan')?.properties.has('l3-hw-offloading')) break;
    const isHardware =
      router.routesInHardware() &&
      !isNo(row.values.get('l3-hw-offloading')) &&
      isHardwareBridge(router, bridges, row.values.get('interface'));
    findings.state(row, { 'hw-offloaded': String(isHardware && !isYes(row.values.get('disabled'))) });
  }
}

function isNo(value: string | undefined): boolean {
  return value === 'no';
}

function isHardwareBridge({ store }: Router, { hardware }: Bridges, bridge: string | undefined): boolean {
  return store
    .rows('/interface/bridge/port')
    .some((row) => row.values.get('bridge') === bridge && hardware.has(row.values.get('interface') ?? ''));
}
