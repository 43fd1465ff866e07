// Menus that only print: rows made when asked for.

import type { MenuPath } from '../../model/config.ts';
import { printDuration } from '../../model/duration.ts';
import type { Row } from '../device.ts';
import { architecture } from './releases.ts';
import type { Router } from './router.ts';
import { textOfValue } from './script/values.ts';
import { isInterfaceMenu, printId } from './store/store.ts';
import { printDate, printMoment, printTime } from './system/device-clock.ts';
import { packageRows, updateRow } from './system/software-commands.ts';

type Compute = (router: Router) => readonly Row[];

export const computedRows: Readonly<Record<MenuPath, Compute>> = {
  '/system/resource': (router) => [resource(router)],
  '/system/routerboard': (router) => [routerboard(router)],
  '/system/package': (router) => packageRows(router, buildTime),
  '/system/package/update': (router) => [updateRow(router)],
  '/system/device-mode': (router) => [
    {
      mode: router.device.allowsScheduler ? 'advanced' : 'home',
      scheduler: String(router.device.allowsScheduler),
      fetch: 'true',
      flagged: 'false',
      'flagging-enabled': 'true',
      'attempt-count': '0',
    },
  ],
  '/system/clock': (router) => [clock(router)],
  '/system/health': (router) =>
    [...router.sensors].map(([name, { value, type }], index) => ({ '.id': printId(index), name, value, type })),
  '/system/script/job': (router) =>
    router.jobs.all().map(({ id, owner, script, type, startedAt }) => ({
      '.id': printId(id),
      ...(script !== '' && { script }),
      owner,
      type,
      started: printMoment(startedAt),
    })),
  '/system/script/environment': (router) =>
    [...router.globals].map(([name, { value, owner }], index) => ({
      '.id': printId(index + 1),
      name,
      value: textOfValue(value),
      user: owner,
    })),
  '/system/history': ({ journal }) =>
    journal.history.map(({ id, at, action, by }) => ({
      '.id': printId(id),
      action,
      by,
      policy: 'write',
      time: printMoment(at),
      undoable: 'true',
      redoable: 'false',
      'floating-undo': 'false',
    })),
  '/log': ({ journal }) =>
    journal.log.map(({ id, at, topics, message }) => ({ '.id': printId(id), time: printMoment(at), topics, message })),
  '/user/active': (router) =>
    [...router.device.sessions.values()].map(({ id, since, user, address, via, group }) => ({
      '.id': printId(id),
      when: printMoment(since + router.device.clockOffsetMs),
      name: user,
      address,
      via,
      group,
      radius: 'false',
    })),
  '/interface': interfaces,
  '/ip/firewall/filter': (router) => fasttrackDummy(router, 'forward'),
  '/ip/firewall/mangle': (router) => fasttrackDummy(router, 'prerouting'),
  '/ip/firewall/raw': (router) => fasttrackDummy(router, 'prerouting'),
  '/ip/firewall/connection': (router) =>
    router.forwarding.connections.all().map((connection, index) => ({
      '.id': printId(index + 1),
      protocol: connection.original.protocol,
      'src-address': `${connection.original.source}:${connection.original.sourcePort}`,
      'dst-address': `${connection.original.destination}:${connection.original.destinationPort}`,
      'reply-src-address': `${connection.reply.source}:${connection.reply.sourcePort}`,
      'reply-dst-address': `${connection.reply.destination}:${connection.reply.destinationPort}`,
      ...(connection.mark !== undefined && { 'connection-mark': connection.mark }),
      'seen-reply': String(connection.seenReply),
      fasttrack: String(connection.isFasttracked),
      'hw-offload': String(connection.isInHardware),
      srcnat: String(connection.isSourceTranslated),
      dstnat: String(connection.isDestinationTranslated),
    })),
  '/ip/arp': (router) => neighbourRows(router, 4).map((row) => ({ ...row, complete: 'true' })),
  '/ipv6/neighbor': (router) => neighbourRows(router, 6),
  '/interface/bridge/host': (router) =>
    router.forwarding.fdb.rows().map(({ bridge, vlan, mac, port }, index) => ({
      '.id': printId(index + 1),
      'mac-address': mac,
      ...(vlan > 0 && { vid: String(vlan) }),
      'on-interface': port,
      bridge,
      dynamic: 'true',
      external: String(router.derived().hardware.has(port)),
      local: 'false',
    })),
  '/routing/route': (router) => [...router.rows('/ip/route'), ...router.rows('/ipv6/route')],
};

function clock({ store, deviceTime }: Router): Row {
  const { values } = store.settings('/system/clock');
  return {
    time: printTime(deviceTime),
    date: printDate(deviceTime),
    'time-zone-autodetect': values.get('time-zone-autodetect') === 'no' ? 'false' : 'true',
    'time-zone-name': values.get('time-zone-name') ?? 'manual',
    'gmt-offset': '+00:00',
    'dst-active': 'false',
  };
}

/** Tables whose made rows stand ahead of the written ones. */
export const dummyMenus: ReadonlySet<MenuPath> = new Set([
  '/ip/firewall/filter',
  '/ip/firewall/mangle',
  '/ip/firewall/raw',
]);

/** Not a rule: it shows, once there is one, that fast-tracked connections pass all others by. */
function fasttrackDummy(router: Router, chain: string): readonly Row[] {
  if (!router.forwarding.connections.all().some(({ isFasttracked }) => isFasttracked)) return [];
  const comment = 'special dummy rule to show fasttrack counters';
  return [{ '.id': '*FFFFFF', chain, action: 'passthrough', dynamic: 'true', invalid: 'false', comment }];
}

const buildTime = '2025-03-11 11:59:04';

function resource(router: Router): Row {
  const { target } = router;
  const memory = (target.fact('ram.mb')?.value ?? 256) * 1_048_576;
  return {
    uptime: printDuration(Math.floor(Math.max(0, router.now - router.bootedAt) / 1000) * 1000),
    version: `${target.routeros.text} (stable)`,
    'build-time': buildTime,
    'free-memory': String(Math.floor(memory * 0.4)),
    'total-memory': String(memory),
    'cpu-count': String(target.fact('cpu.cores')?.value ?? 1),
    'cpu-frequency': String(target.fact('cpu.mhz')?.value ?? 800),
    'cpu-load': '3',
    'free-hdd-space': String(router.device.freeBytes),
    'total-hdd-space': '16777216',
    'architecture-name': architecture,
    'board-name': target.model,
    platform: 'MikroTik',
  };
}

function neighbourRows({ forwarding }: Router, family: 4 | 6): readonly Row[] {
  return forwarding.neighbours.rows(family).map(({ name, address, mac }, index) => ({
    '.id': printId(0x80000001 + index),
    address,
    'mac-address': mac,
    interface: name,
    dynamic: 'true',
    status: 'reachable',
  }));
}

function routerboard({ target, device }: Router): Row {
  return {
    routerboard: 'true',
    'board-name': target.model,
    model: target.model,
    'serial-number': device.serial,
    'factory-firmware': target.routeros.text,
    'current-firmware': device.firmware,
    'upgrade-firmware': target.routeros.text,
  };
}

const interfaceTypes: Readonly<Record<string, string>> = {
  ethernet: 'ether',
  bonding: 'bond',
};

function l2mtuMaxOf({ target }: Router, port: string): number | undefined {
  return (target.ports.get(port)?.l2mtuMax ?? target.fact('l2mtu.max'))?.value;
}

/** All interface menus side by side, with the same ids. */
function interfaces(router: Router): readonly Row[] {
  return [...router.store.menus].filter(isInterfaceMenu).flatMap((menu) => {
    const kind = menu.slice('/interface/'.length);
    return router.rows(menu).map((row) => {
      const kept = [
        '.id',
        'name',
        'default-name',
        'mtu',
        'actual-mtu',
        'l2mtu',
        'mac-address',
        'running',
        'slave',
        'dynamic',
        'disabled',
        'comment',
      ];
      const printed = Object.fromEntries(kept.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
      const l2mtuMax = menu === '/interface/ethernet' ? l2mtuMaxOf(router, row['default-name'] ?? '') : undefined;
      return {
        ...printed,
        ...(l2mtuMax !== undefined && { 'max-l2mtu': String(l2mtuMax) }),
        type: interfaceTypes[kind] ?? kind,
      };
    });
  });
}
