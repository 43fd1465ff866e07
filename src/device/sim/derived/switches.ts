// Switch chips, their ports and rules as the device shows them.

import { isYes } from '../../../model/config.ts';
import { type RoutingPlane, routability } from '../chip/routability.ts';
import type { RuleTable } from '../chip/switch-rules.ts';
import type { RouterState } from '../router-state.ts';
import type { Findings } from './findings.ts';
import type { Interfaces } from './interfaces.ts';

export function deriveSwitches(
  router: RouterState,
  interfaces: Interfaces,
  rules: ReadonlyMap<string, RuleTable>,
  findings: Findings,
): void {
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
  const fasttrack = target.offloadSwitch?.fact('l3.fasttrack');
  for (const row of fasttrack ? store.rows('/interface/ethernet/switch/l3hw-settings') : []) {
    findings.state(row, { 'hw-supports-fasttrack': String(fasttrack?.value) });
  }
  const tables = [...rules.values()];
  for (const row of store.rows('/interface/ethernet/switch/rule')) {
    findings.state(row, { invalid: String(tables.some(({ invalid }) => invalid.has(row))), dynamic: 'false' });
  }
  for (const row of tables.flatMap(({ made }) => made)) findings.dynamic('/interface/ethernet/switch/rule', row);
}

/** Since 7.21 VLAN interfaces tell whether the chip routes for them. */
export function deriveVlanFlags(
  router: RouterState,
  interfaces: Interfaces,
  plane: RoutingPlane | undefined,
  findings: Findings,
): void {
  if (!router.menus.menu('/interface/vlan')?.properties.has('l3-hw-offloading')) return;
  for (const row of router.store.rows('/interface/vlan')) {
    const vlan = interfaces.get(row.values.get('name') ?? '');
    const isHardware = plane !== undefined && vlan !== undefined && routability(plane, vlan).by === 'chip';
    findings.state(row, { 'hw-offloaded': String(isHardware && !isYes(row.values.get('disabled'))) });
  }
}
