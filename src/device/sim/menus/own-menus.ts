// Menus that rosc uses on a device without compiling them: scripts, schedulers, files, users. The shared menu table
// holds the rest. Source: manual, system-information-and-utilities, management tools; public command trees.

import type { MenuPath } from '../../../model/config.ts';
import type { Menu, MenuProperty, ValueType } from '../../../model/menu.ts';

type Details = Omit<MenuProperty, 'type' | 'offload'>;

function property(type: ValueType, details: Details = {}): MenuProperty {
  return { type, offload: 'neutral', ...details };
}

function list(properties: Menu['properties'], key: readonly string[] = ['name']): Menu {
  return { kind: 'list', key, properties };
}

function settings(properties: Menu['properties']): Menu {
  return { kind: 'settings', key: [], properties };
}

const everyPolicy = 'ftp,reboot,read,write,policy,test,password,sniff,sensitive,romon';
const text = property('text');
const flag = (value: 'yes' | 'no') => property('bool', { default: value });

export const ownMenus: ReadonlyMap<MenuPath, Menu> = new Map<MenuPath, Menu>([
  ['/system/identity', settings({ name: property('text', { default: 'MikroTik' }) })],
  [
    '/system/clock',
    settings({
      date: text,
      time: text,
      'time-zone-autodetect': flag('yes'),
      'time-zone-name': property('text', { default: 'manual' }),
    }),
  ],
  [
    '/system/package/update',
    settings({
      channel: property('text', { default: 'stable' }),
      'check-certificate': property('text', { default: 'yes', since: '7.23' }),
    }),
  ],
  ['/system/note', settings({ note: property('text', { default: '' }), 'show-at-login': flag('yes') })],
  [
    '/system/script',
    list({
      name: text,
      source: property('script', { default: '' }),
      policy: property('set', { default: everyPolicy }),
      'dont-require-permissions': flag('no'),
    }),
  ],
  [
    '/system/scheduler',
    list({
      name: text,
      'start-date': text,
      'start-time': text,
      interval: property('duration', { default: '0s' }),
      'on-event': property('script', { default: '' }),
      policy: property('set', { default: everyPolicy }),
      days: property('text', { since: '7.24' }),
    }),
  ],
  [
    '/file',
    list({ name: text, contents: property('text', { default: '' }), type: property('text', { since: '7.13' }) }),
  ],
  [
    '/user',
    list({
      name: text,
      group: property('text', { refersTo: ['/user/group'] }),
      password: property('text', { secret: true }),
      address: property('text', { default: '' }),
    }),
  ],
  [
    '/user/group',
    list({ name: text, policy: property('set', { default: '' }), skin: property('text', { default: 'default' }) }),
  ],
  [
    '/interface/list',
    list({ name: text, include: property('set', { default: '' }), exclude: property('set', { default: '' }) }),
  ],
  [
    '/interface/list/member',
    list(
      {
        list: property('text', { refersTo: ['/interface/list'] }),
        interface: property('text', { refersTo: ['/interface'] }),
      },
      ['list', 'interface'],
    ),
  ],
  [
    '/ip/arp',
    list(
      {
        address: property('address'),
        'mac-address': property('mac'),
        interface: property('text', { refersTo: ['/interface'] }),
      },
      [],
    ),
  ],
  [
    '/ip/neighbor/discovery-settings',
    settings({
      'discover-interface-list': property('text', { default: 'static' }),
      protocol: property('set', { default: 'cdp,lldp,mndp' }),
    }),
  ],
  ['/tool/mac-server', settings({ 'allowed-interface-list': property('text', { default: 'all' }) })],
  ['/tool/mac-server/mac-winbox', settings({ 'allowed-interface-list': property('text', { default: 'all' }) })],
  [
    '/system/routerboard/settings',
    settings({
      'auto-upgrade': flag('no'),
      'boot-device': property('text', { default: 'nand-if-fail-then-ethernet' }),
      'enter-setup-on': property('text', { default: 'any-key' }),
    }),
  ],
]);

/** Menus that only print: their rows are made when they are asked for. */
export const computedMenus: ReadonlyMap<MenuPath, Menu['kind']> = new Map([
  ['/interface', 'list'],
  ['/interface/bridge/host', 'list'],
  ['/ip/firewall/connection', 'list'],
  ['/log', 'list'],
  ['/routing/route', 'list'],
  ['/system/device-mode', 'settings'],
  ['/system/history', 'list'],
  ['/system/package', 'list'],
  ['/system/resource', 'settings'],
  ['/system/routerboard', 'settings'],
  ['/system/script/environment', 'list'],
  ['/system/script/job', 'list'],
  ['/user/active', 'list'],
]);
