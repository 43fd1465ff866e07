// What a device has before anybody configures it: ports, chips, users, services.

import type { MenuPath } from '../../../model/config.ts';
import type { Port } from '../../../profile/target.ts';
import type { Credentials } from '../../api/login.ts';
import type { Router } from '../router.ts';
import type { Store, StoredRow } from '../store/store.ts';
import { builtinGroups } from './users.ts';

/** The state after `reset-configuration no-defaults=yes`. */
export function seedRouter(router: Router, { user, password }: Credentials): void {
  const { store, target } = router;
  const fixed = (menu: MenuPath, values: Readonly<Record<string, string>>) => addFixed(store, menu, values);
  for (const port of target.ports.values()) {
    fixed(portMenu(port), { 'default-name': port.name, name: port.name });
  }
  if (target.switches.length > 0) seedSwitches(router);
  for (const name of ['all', 'none', 'dynamic', 'static']) fixed('/interface/list', { name });
  fixed('/ip/vrf', { name: 'main', interfaces: 'all' });
  fixed('/routing/table', { name: 'main' });
  for (const { name, policies } of builtinGroups) fixed('/user/group', { name, policy: policies.join(',') });
  store.add(
    '/user',
    new Map([
      ['name', user],
      ['group', 'full'],
      ['password', password],
    ]),
  );
  seedServices(router);
  if (router.device.hasFlashFolder) fixed('/file', { name: 'flash', type: 'disk' });
  fixed('/routing/bgp/template', { name: 'default' });
  for (const name of ['memory', 'disk', 'echo', 'remote']) fixed('/system/logging/action', { name, target: name });
  fixed('/port', { name: 'serial0' });
}

/** Radios of the older drivers are called `wlan1`, those of the newer `wifi1`. Source: manual, wireless interface and Wi-Fi. */
function portMenu({ medium, name }: Port): MenuPath {
  if (medium !== 'wifi') return '/interface/ethernet';
  return name.startsWith('wlan') ? '/interface/wireless' : '/interface/wifi';
}

/** A row that every device has; it remembers how it was made, so that an export can leave it out. */
function addFixed(store: Store, menu: MenuPath, values: Readonly<Record<string, string>>): void {
  store.add(menu, new Map([...Object.entries(values), ['.seeded', JSON.stringify(values)]]), { fixed: true });
}

/** What a fixed row was when the device was new. */
export function seededValues(row: StoredRow): Readonly<Record<string, string>> {
  return JSON.parse(row.values.get('.seeded') ?? '{}');
}

/** On Prestera the switch ports' ids start at `*2` with ether1; the CPU's port is last. */
function seedSwitches({ store, target }: Router): void {
  for (const { name } of target.switches) {
    addFixed(store, '/interface/ethernet/switch', { name, '.factory-name': name });
  }
  const add = (name: string, chip: string) =>
    addFixed(store, '/interface/ethernet/switch/port', { name, switch: chip });
  for (const port of target.ports.values()) if (port.switch) add(port.name, port.switch.name);
  for (const { name } of target.switches) add(`${name}-cpu`, name);
  for (const port of target.ports.values()) {
    if (!port.switch || port.switch !== target.offloadSwitch) continue;
    addFixed(store, '/interface/ethernet/switch/port-isolation', { name: port.name });
    addFixed(store, '/interface/ethernet/switch/qos/port', { name: port.name });
  }
}

/** Ports of the services that every device listens on. Source: manual, services. */
const services: Readonly<Record<string, { readonly port: number; readonly disabled?: 'yes' }>> = {
  telnet: { port: 23 },
  ftp: { port: 21 },
  www: { port: 80 },
  ssh: { port: 22 },
  'www-ssl': { port: 443, disabled: 'yes' },
  api: { port: 8728 },
  winbox: { port: 8291 },
  'api-ssl': { port: 8729 },
};

/** Helpers for protocols that open connections. Source: manual, NAT helpers; their ports: public exports. */
const helpers: Readonly<Record<string, string>> = {
  ftp: '21',
  tftp: '69',
  irc: '6667',
  h323: '',
  sip: '5060,5061',
  pptp: '',
  rtsp: '554',
  udplite: '',
  dccp: '',
  sctp: '',
};

function seedServices({ store }: Router): void {
  for (const [name, ports] of Object.entries(helpers)) {
    addFixed(store, '/ip/firewall/service-port', { name, ...(ports !== '' && { ports }) });
  }
  for (const [name, { port, disabled }] of Object.entries(services)) {
    addFixed(store, '/ip/service', { name, port: String(port), ...(disabled && { disabled }) });
  }
}
