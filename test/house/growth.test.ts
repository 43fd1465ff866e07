// Work grows with the input and not with its square: counted in blocks of the program's source, so that it is the same
// on every machine. Seconds, and what the engine does by itself, are the matter of bench/.

import { describe, expect, test } from 'vitest';
import { aclSite, shapes } from '../../bench/compile-acl.ts';
import { replyChunks } from '../../bench/decode-replies.ts';
import { hostileLines, hostileText } from '../../bench/hostile-text.ts';
import { SentenceDecoder } from '../../src/device/api/codec.ts';
import type { Row } from '../../src/device/device.ts';
import { itemsFromRows } from '../../src/device/read-item.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { addressesOf } from '../../src/import/addresses.ts';
import { routesOf as importedRoutes } from '../../src/import/routing.ts';
import { lower } from '../../src/lower/lower.ts';
import { analyseSource, siteReport } from '../../src/pipeline/analyse/analyse-site.ts';
import { auditSource } from '../../src/pipeline/analyse/audit-source.ts';
import { diff } from '../../src/plan/diff.ts';
import { digestOf } from '../../src/plan/digest.ts';
import { order } from '../../src/plan/order.ts';
import { resetsOf } from '../../src/plan/resets.ts';
import { renderReport } from '../../src/report/render-report.ts';
import { analyseText } from '../../src/web/analysis.ts';
import { viewOf } from '../../src/web/view.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { configOf, type Rows } from '../support/config-of.ts';
import { config, largeChip, target } from '../support/forwarding-fixture.ts';
import { openSite } from '../support/policy-site.ts';
import { readScript } from '../support/rsc-text.ts';
import { targetOf } from '../support/sim-target.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { growthOf } from '../support/work-of.ts';

const [small, large] = [500, 2000] as const;

/** For four times the input: sorting adds a little to four, a square is sixteen. */
const inProportion = 4.5;
/** Where sorting and what is told at most a thousand times are most of the work. */
const nearlySo = 5.5;

const routeRow = (index: number): Row => ({
  '.id': `*${index.toString(16)}`,
  'dst-address': `10.${(index >> 8) & 255}.${index & 255}.0/24`,
  gateway: '192.0.2.1',
  active: 'true',
  'hw-offloaded': 'true',
  disabled: 'false',
});
const origin = { device: 'core', menu: '/ip/route', isSensitive: true } as const;
const routesOf = (count: number) =>
  itemsFromRows(
    Array.from({ length: count }, (_, index) => routeRow(index)),
    origin,
  );

/** Of a target of its own: devices of one target share the scripts that they have parsed. */
const deviceWith = (load: string) =>
  createSimulator({ target: { ...targetOf('CRS326-24G-2S+', '7.18.2') }, clock: createVirtualClock(), load });

test('the measure tells a square from a line', () => {
  const once = (count: number) => routesOf(count);
  const forEach = (count: number) => {
    for (let n = 0; n < count; n++) routesOf(count);
  };
  // What is worked out once for the whole process is little beside this many.
  expect(growthOf(once, 100, 400)).toBeLessThan(inProportion);
  expect(growthOf(forEach, 10, 40)).toBeGreaterThan(15);
});

test.each(Object.entries(hostileLines))('reading a script: %s', (_, line) => {
  const read = (count: number) => readScript('long.rsc', hostileText(line, count));
  expect(growthOf(read, small, large)).toBeLessThan(inProportion);
});

test.each([
  ['rows that are moved', (n: number) => `move [find comment=c${n}] destination=0`],
  ['rows that are moved by number', (n: number, count: number) => `move ${n} destination=${count - n}`],
  ['rows that are removed', () => 'remove 0'],
])('reading a script: %s', (_, line) => {
  const read = (count: number) => {
    const rows = Array.from({ length: count }, (_each, n) => `add chain=forward action=accept comment=c${n}`);
    const lines = rows.map((_each, n) => line(n, count));
    readScript('long.rsc', ['/ip firewall filter', ...rows, ...lines].join('\n'));
  };
  expect(growthOf(read, small, large)).toBeLessThan(inProportion);
});

test.each([
  ['set by number', (n: number) => `set ${n} comment=d${n}`],
  ['moved by number', (n: number, count: number) => `move ${n} ${count - 1 - n}`],
  ['removed', () => 'remove 0'],
])('a simulated device: rows that are %s', (_, line) => {
  const load = (count: number) => {
    const rows = Array.from({ length: count }, (_each, n) => `add chain=forward action=accept comment=c${n}`);
    const text = ['/ip firewall filter', ...rows, ...rows.map((_each, n) => line(n, count))].join('\n');
    expect(deviceWith(text).notLoaded.length).toBeLessThan(2);
  };
  expect(growthOf(load, small / 10, large / 10)).toBeLessThan(inProportion);
});

describe('a plan', () => {
  /** Five items for each of `count`; every twentieth route, address and, by its place, rule moves with `shift`. */
  const rows = (count: number, shift: number): Rows => ({
    '/ip/route': Array.from({ length: 2 * count }, (_, index) => ({
      'dst-address': `10.${(index >> 8) & 255}.${index & 255}.0/24`,
      gateway: `10.0.${index % 7}.${index % 20 === 0 ? shift : index % 250}`,
      comment: `rosc:route/${index}`,
    })),
    '/ip/firewall/filter': Array.from({ length: 2 * count }, (_, index) => ({
      chain: 'forward',
      action: 'accept',
      'src-address': `10.9.${((index + (count * shift) / 10) >> 8) & 255}.${(index + (count * shift) / 10) & 255}`,
    })),
    '/ip/firewall/address-list': Array.from({ length: count }, (_, index) => ({
      list: 'known',
      address: `192.0.${(index >> 8) & 255}.${index & 255}`,
      comment: `rosc:known/${index % 20 === 0 ? index + shift : index}`,
    })),
  });

  test('of which a twentieth is different', () => {
    const plan = (count: number) => {
      const [prior, desired] = [configOf(rows(count, 0)), configOf(rows(count, 1))];
      const { changes } = diff(prior, desired, { exclusive: ['/ip/firewall/filter'] });
      digestOf(prior, ['/ip/route', '/ip/firewall/filter', '/ip/firewall/address-list']);
      expect(order(changes, { prior }).length).toBeGreaterThan(count / 4);
    };
    expect(growthOf(plan, small, large)).toBeLessThan(inProportion);
  });

  test('that gives up the VLANs of switch ports', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `switch${index}-cpu`);
    const resets = (count: number) => {
      const rows = names(count).map((name) => ({ name, 'vlan-mode': 'secure' }));
      const vlans = names(count).map((_, index) => ({ 'vlan-id': `${index}`, comment: `rosc:vlan/${index}` }));
      const prior = configOf({ '/interface/ethernet/switch/port': rows, '/interface/ethernet/switch/vlan': vlans });
      const desired = configOf({ '/interface/ethernet/switch/port': names(count / 2).map((name) => ({ name })) });
      expect(resetsOf(prior, desired).changes.size).toBe(count);
    };
    expect(growthOf(resets, small, large)).toBeLessThan(inProportion);
  });
});

test('an audit of bridges over VLANs of a bridge, which no chip routes', () => {
  const audit = (count: number) => {
    const all = Array.from({ length: count }, (_, n) => n);
    const text = [
      '# model = CRS326-24G-2S+',
      '/interface bridge add name=br vlan-filtering=yes',
      ...all.map((n) => `/interface bridge add name=b${n}`),
      ...all.map((n) => `/interface vlan add name=v${n} interface=br vlan-id=${n + 2}`),
      ...all.map((n) => `/interface bridge port add bridge=b${n} interface=v${n}`),
      ...all.map((n) => `/ip address add address=10.${n >> 8}.${n & 255}.1/24 interface=b${n}`),
      '/interface ethernet switch set switch1 l3-hw-offloading=yes',
    ].join('\n');
    const { report } = auditSource({ path: 'a.rsc', text }, { value: builtInProfiles(), diagnostics: [] }, {});
    expect(report.devices).toHaveLength(1);
  };
  expect(growthOf(audit, small / 4, large / 4)).toBeLessThan(inProportion);
});

test('the routes of a network', () => {
  const build = (count: number) => {
    const lines = ['/ip/address address=10.0.0.1/8 interface=ether1'];
    for (let n = 0; n < count; n++) {
      const to = `${100 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.0/24`;
      lines.push(`/ip/route dst-address=${to} gateway=10.0.${n & 255}.2`);
    }
    const network = buildNetwork(config(lines.join('\n')), target({ chips: [largeChip] }));
    expect(network.routes).toHaveLength(count + 1);
  };
  expect(growthOf(build, small, large)).toBeLessThan(inProportion);
});

describe('mistakes of which each line has one', () => {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const head = '# 2025-01-01 00:00:00 by RouterOS 7.18.2\n# model = CRS326-24G-2S+\n';
  const lines = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, i) => line(i));

  test.each([
    ['interfaces that are not there', '/ip address\n', (n: number) => `add address=10.0.0.1/24 interface=no${n}`],
    ['lines that cannot be read', '/ip address\n', (n: number) => `add address=10.0.0.1/24)${n}`],
    ['menus that nobody knows', '', (n: number) => `/made up${n} add a=b`],
    ['properties that nobody knows', '/ip address\n', (n: number) => `add address=10.0.0.1/24 made-up${n}=1`],
  ])('in an export: %s', (_, menu, line) => {
    const audit = (count: number) => {
      const source = { path: 'x.rsc', text: `${head}${menu}${lines(count, line).join('\n')}\n` };
      renderReport(auditSource(source, profiles, {}).report, { verbose: true });
    };
    expect(growthOf(audit, 150, 600)).toBeLessThan(nearlySo);
  });

  test.each([
    ['keys that nobody knows', (n: number) => `k${n}: 1`],
    ['equal keys', () => 'site: a'],
    ['values of a wrong type', (n: number) => `${n === 0 ? 'vlans:\n' : ''}  v${n}: 1`],
    ['tags', (n: number) => `${n === 0 ? 'hosts:\n' : ''}  h${n}: !made up`],
    [
      'names that nothing has',
      (n: number) => `${n === 0 ? 'flows:\n' : ''}  - { from: no${n}, to: such${n}, path: hardware }`,
    ],
  ])('in a site: %s', (_, line) => {
    const check = (count: number) => {
      const text = `version: 1\nsite: a\ndevices: {}\n${lines(count, line).join('\n')}\n`;
      renderReport(siteReport(analyseSource({ path: 'x.yaml', text }, profiles, {})), { verbose: true });
    };
    expect(growthOf(check, 150, 600)).toBeLessThan(nearlySo);
  });
});

describe('an export with routes that the chip could take', () => {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const sourceOf = (count: number) => {
    const routes = Array.from(
      { length: count },
      (_, n) => `add dst-address=10.${n >> 8}.${n & 255}.0/24 gateway=192.0.2.2`,
    );
    const text = [
      '# 2025-01-01 00:00:00 by RouterOS 7.18.2',
      '# model = CRS326-24G-2S+',
      '/ip address add address=192.0.2.1/24 interface=ether1',
      '/ip route',
      ...routes,
    ].join('\n');
    return { path: 'x.rsc', text };
  };

  test('its audit at a glance', () => {
    const audit = (count: number) =>
      expect(renderReport(auditSource(sourceOf(count), profiles, {}).report)).toContain(`${count + 1} routes: `);
    expect(growthOf(audit, small, large)).toBeLessThan(inProportion);
  });

  test('its page', () => {
    const view = (count: number) =>
      expect(viewOf(analyseText(sourceOf(count), { profiles })).devices[0]?.verdictTouches).toHaveLength(count + 1);
    expect(growthOf(view, small, large)).toBeLessThan(inProportion);
  });
});

describe('what is well written and misses the chip', () => {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const site = (devices: string, rest: string) => `version: 1
site: a
vlans: { left: { id: 10, ipv4: 10.0.0.0/24 }, right: { id: 20, ipv4: 10.0.1.0/24 } }
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    ports: { ether1: { vlan: left }, ether2: { vlan: right } }
    gateways: { left: 10.0.0.1, right: 10.0.1.1 }
${devices}${rest}`;
  const many = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, i) => line(i));
  const raw = (n: number) => `      /ip route add dst-address=100.${n >> 8}.${n & 255}.0/24 gateway=10.9.9.9\n`;
  const flow = (n: number) => `  - { from: left, to: 100.${n >> 8}.${n & 255}.1, path: hardware }\n`;

  test.each([
    ['raw lines', (count: number) => site(`    raw: |\n${many(count, raw).join('')}`, '')],
    ['flows', (count: number) => site('', `flows:\n${many(count, flow).join('')}`)],
  ])('%s', (_, text) => {
    const check = (count: number) => {
      const { devices, ...report } = siteReport(analyseSource({ path: 'x.yaml', text: text(count) }, profiles, {}));
      expect(devices).toHaveLength(1);
      renderReport({ ...report, devices });
    };
    expect(growthOf(check, 100, 400)).toBeLessThan(nearlySo);
  });
});

test('rows of a device, from bytes to items', () => {
  const decode = (count: number) => {
    const decoder = new SentenceDecoder();
    expect(replyChunks(count).flatMap((chunk) => decoder.push(chunk))).toHaveLength(count);
    expect(routesOf(count)).toHaveLength(count);
  };
  expect(growthOf(decode, small, large)).toBeLessThan(inProportion);
});

test('an import of routes, each over a neighbour of its own', () => {
  const net = (n: number) => `${n >> 8}.${n & 255}`;
  const draft = (count: number) => {
    const addresses = Array.from({ length: count }, (_, n) => ({ address: `10.${net(n)}.1/24`, interface: 'ether1' }));
    const routes = Array.from({ length: count }, (_, n) => ({
      'dst-address': `11.${net(n)}.0/24`,
      gateway: `10.${net(n)}.2`,
    }));
    const given = configOf({ '/ip/address': addresses, '/ip/route': routes });
    expect(importedRoutes(given, {}, [...addressesOf(given, []).values()].flat())).toHaveLength(count);
  };
  expect(growthOf(draft, small / 2, large / 2)).toBeLessThan(inProportion);
});

test.each(Object.entries(shapes))('lowering an ACL and proving it: %s', (_, rule) => {
  const [from, to] = [small / 2, large / 2];
  const sites = new Map([from, to].map((count) => [count, openSite(aclSite(count, rule))]));
  const compile = (count: number) => {
    const site = sites.get(count);
    if (site) lower(site.intent, 'core', site.target);
  };
  expect(growthOf(compile, from, to)).toBeLessThan(inProportion);
});

test.each([
  ['addresses', '/ip address', (n: number) => `add address=10.${n >> 8}.${n & 255}.1/24 interface=ether1`],
  ['names of interfaces', '/interface vlan', (n: number) => `add interface=ether1 vlan-id=${(n % 4000) + 2}`],
  ['VLANs of a bridge', '/interface bridge vlan', (n: number) => `add bridge=b tagged=b vlan-ids=${n % 4000}`],
  ['scripts', '/system script', () => 'add source=":put 1"'],
  ['lines of one string', '', (n: number) => (n === 0 ? ':put "' : 'and so on')],
])('what the simulated device loads: %s', (_, menu, line) => {
  const load = (count: number) => {
    const lines = Array.from({ length: count }, (_, n) => line(n));
    const text = `/interface bridge add name=b\n${menu}\n${lines.join('\n')}\n`;
    deviceWith(text);
  };
  expect(growthOf(load, 200, 800)).toBeLessThan(nearlySo);
});
