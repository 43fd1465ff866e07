// What a stored change sets off: history, schedulers, ports that drop, the chip that is switched on or refuses.

import type { MenuPath } from '../../model/config.ts';
import { refusalKey } from './device-state.ts';
import { faultOccurs } from './fault-injection.ts';
import type { Login, Request } from './request.ts';
import type { Router } from './router.ts';
import type { StoredRow } from './store/store.ts';
import type { Change } from './store/verbs.ts';
import { atOnce } from './task.ts';

/**
 * Bridge properties whose change takes all ports down for a moment. Source: manual, bridging, "Bridge interface
 * setup".
 */
const resettingBridgeProperties = ['vlan-filtering', 'protocol-mode', 'igmp-snooping', 'fast-forward'];
const portsDownMs = 1000;

export function noteChange(router: Router, request: Request, changes: readonly Change[], login: Login): void {
  for (const change of changes) {
    const done = { add: 'added', set: 'changed', remove: 'removed', move: 'moved' }[change.verb];
    router.journal.note(router.deviceTime, login.name, `${request.menu.slice(1).replaceAll('/', ' ')} ${done}`);
    effects[change.row.menu]?.(router, change);
  }
}

const effects: Readonly<Record<MenuPath, (router: Router, change: Change) => void>> = {
  '/system/scheduler': replan,
  '/interface/ethernet/switch': (router, change) => {
    if (hasChanged(change, 'l3-hw-offloading')) switchL3(router, change.row);
  },
  '/interface/ethernet/switch/rule': (router, change) => mayRefuse(router, change, 'tableFull'),
  '/interface/bridge/port': (router, change) => mayRefuse(router, change, 'offloadRefused'),
  '/interface/bridge': (router, change) => {
    if (change.verb !== 'set' || router.isQuiet) return;
    if (resettingBridgeProperties.some((name) => hasChanged(change, name))) dropPorts(router);
  },
};

function replan(router: Router, change: Change): void {
  const { row, verb } = change;
  if (verb === 'remove') router.schedulers.forget(row);
  if (verb !== 'set') return;
  if (hasChanged(change, 'start-date') || hasChanged(change, 'start-time')) {
    router.store.assign(row, { '.default-start': undefined });
  }
  router.schedulers.plan(row);
}

/** The chip may have no place for what is added. */
function mayRefuse(router: Router, { row, verb }: Change, fault: 'tableFull' | 'offloadRefused'): void {
  if (verb === 'add' && faultOccurs(router, fault)) router.device.refusedByChip.add(refusalKey(row));
}

function hasChanged({ row, before, verb }: Change, name: string): boolean {
  if (verb === 'add') return row.values.has(name);
  return row.values.get(name) !== before.get(name);
}

/**
 * The driver may fail: it then puts the property back to `no` and tells why. Source: manual, l3-hardware-offloading.
 */
function switchL3(router: Router, row: StoredRow): void {
  router.device.l3hwState = 'ok';
  if (row.values.get('l3-hw-offloading') !== 'yes' || !faultOccurs(router, 'offloadRefused')) return;
  router.store.assign(row, { 'l3-hw-offloading': 'no' });
  router.device.l3hwState = 'switch-failure';
  router.journal.write(router.deviceTime, 'l3hw,error', 'l3hw: failed to initialize the switch, offloading disabled');
  router.store.touch();
}

function dropPorts(router: Router): void {
  const until = router.now + portsDownMs;
  router.device.portsDownUntil = until;
  router.store.touch();
  router.start(
    atOnce(() => router.store.touch()),
    portsDownMs,
  );
}
