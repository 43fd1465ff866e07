// Which routes find room in a small table: what is certain, what is split, what nobody can know, and what the simulated
// chip makes of the same routes.

import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../../src/device/sim/simulator.ts';
import { buildNetwork } from '../../../src/forwarding/build.ts';
import { decideFlow } from '../../../src/forwarding/decide.ts';
import { tableUse } from '../../../src/forwarding/legs/capacity.ts';
import type { LearntRoutes } from '../../../src/forwarding/network/network.ts';
import { routeFit } from '../../../src/forwarding/routing/route-fit.ts';
import { parsePrefix, printPrefix } from '../../../src/model/prefix.ts';
import { capacityOf } from '../../../src/offload/capacity.ts';
import { bgpFeedWithoutSuppress } from '../../../src/offload/route/bgp-feed-without-suppress.ts';
import { routeOverflow } from '../../../src/offload/route-overflow.ts';
import { rules } from '../../../src/offload/rules.ts';
import { factoryConfig } from '../../../src/profile/factory.ts';
import { evaluateScript } from '../../../src/rsc/evaluate.ts';
import { parseRsc } from '../../../src/rsc/parser.ts';
import { span } from '../../../src/source/location.ts';
import { config, type Facts, flow, largeChip, smallChip, target } from '../../support/forwarding-fixture.ts';
import { watchedTarget } from '../../support/targets.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

const base = `
  /interface/ethernet/switch switch1 l3-hw-offloading=yes
  /ip/address address=10.0.1.1/24 interface=ether1
  /ip/address address=10.0.2.1/24 interface=ether2
`;

interface Given {
  readonly routes?: readonly string[];
  /** Entries of the table, in IPv4 ones. */
  readonly size: number;
  readonly chip?: Facts;
  readonly learnt?: readonly LearntRoutes[];
  readonly more?: string;
  readonly routeros?: string;
}

function networkOf({ routes = [], size, chip = smallChip, learnt = [], more = '', routeros = '7.20.8' }: Given) {
  const lines = routes.map(
    (route) => `/ip/route dst-address=${route}${route.includes('gateway') ? '' : ' gateway=10.0.2.9'}`,
  );
  const facts = { ...chip, 'l3.routes.ipv4': size, 'l3.routes.ipv6': size / 4 };
  const text = [base, more, ...lines].join('\n');
  return buildNetwork(config(text), target({ chips: [facts], routeros }), { learntRoutes: learnt });
}

function placements(given: Given): readonly string[] {
  return (routeFit(networkOf(given))?.left ?? []).map(
    ({ route, placement }) => `${printPrefix(route.prefix)} ${placement}`,
  );
}

function learns(routes: number, { from = '10.0.1.9', family = 4 as 4 | 6 } = {}): LearntRoutes {
  const at = span({ path: 'site.yaml', text: String(routes) }, 0, String(routes).length);
  const peer = parsePrefix(from);
  return { by: 'BGP peer transit', family, routes, table: 'main', ...(peer && { from: peer }), at };
}

/** Two connected networks and the gateway take three entries. */
const three = ['0.0.0.0/0', '10.9.0.0/16', '10.8.1.0/24'];

describe('a table with one entry for each prefix', () => {
  it('has room for routes and for the hosts that the configuration names', () => {
    expect(placements({ routes: three, size: 6 })).toEqual([]);
    expect(placements({ routes: three, size: 5 })).toEqual(['0.0.0.0/0 unknown']);
  });

  it('leaves the shortest prefixes to the CPU', () => {
    expect(placements({ routes: three, size: 4 })).toEqual(['0.0.0.0/0 cpu', '10.9.0.0/16 unknown']);
    expect(placements({ routes: three, size: 3 })).toEqual(['0.0.0.0/0 cpu', '10.9.0.0/16 cpu', '10.8.1.0/24 unknown']);
  });

  it('takes some of the prefixes of the length at which it ends', () => {
    const routes = ['10.9.0.0/16', '10.10.0.0/16', '10.11.0.0/16', '10.128.0.0/9'];
    expect(placements({ routes, size: 4 })).toEqual([
      '10.128.0.0/9 cpu',
      '10.9.0.0/16 partial',
      '10.10.0.0/16 partial',
      '10.11.0.0/16 partial',
    ]);
    expect(routeFit(networkOf({ routes, size: 4 }))?.splits).toEqual([{ length: 16, routes: 3, fitting: 2 }]);
  });

  it('shares its memory between the families, and nobody knows which comes first', () => {
    const more = `
      /interface/ethernet/switch/l3hw-settings - ipv6-hw=yes
      /ipv6/address address=2001:db8::1/64 interface=ether1
      /ipv6/route dst-address=2001:db8:9::/48 gateway=2001:db8::9
    `;
    expect(placements({ routes: three, size: 40, more })).toEqual([]);
    expect(placements({ routes: three, size: 12, more })).toEqual([
      '0.0.0.0/0 unknown',
      '10.9.0.0/16 unknown',
      '10.8.1.0/24 unknown',
      '2001:db8:9::/48 unknown',
    ]);
    expect(routeFit(networkOf({ routes: three, size: 12, more }))?.excess).toBe(1);
    const uses = tableUse(networkOf({ routes: three, size: 40, more }));
    expect(uses.filter(({ resource }) => resource.startsWith('routes'))).toMatchObject([
      // Two IPv6 prefixes and one host at four entries, and one IPv4 host.
      { resource: 'routes-ipv4', used: 5, shared: 13, size: 40 },
      { resource: 'routes-ipv6', used: 2, shared: 3, size: 10 },
    ]);
  });
});

describe('declared numbers of learnt routes', () => {
  it('change nothing where all of them fit', () => {
    const given = { routes: three, size: 100, learnt: [learns(94)] };
    expect(placements(given)).toEqual([]);
    expect(capacityOf(networkOf(given)).find(({ resource }) => resource === 'routes-ipv4')).toEqual({
      resource: 'routes-ipv4',
      used: 5,
      dynamic: 94,
      shared: 1,
      size: 100,
      bound: 'exact',
      headroom: 0,
    });
  });

  it('push out the default route, and perhaps others: their length is not known', () => {
    expect(placements({ routes: three, size: 100, learnt: [learns(96)] })).toEqual([
      '0.0.0.0/0 cpu',
      '10.9.0.0/16 unknown',
    ]);
    expect(placements({ routes: three, size: 100, learnt: [learns(5000)] })).toEqual([
      '0.0.0.0/0 cpu',
      '10.9.0.0/16 unknown',
      '10.8.1.0/24 unknown',
    ]);
  });

  it('are told with their number and their place', () => {
    const network = networkOf({ routes: three, size: 100, learnt: [learns(5000)] });
    const rule = rules.find(({ id }) => id === 'route/route-capacity-f2k');
    const [finding] = rule?.check({ network, config: network.config, target: network.target }) ?? [];
    expect(finding?.what).toBe(
      '5005 entries of routes (5000 of them learnt) do not fit the 100 of the chip, hosts not counted; ' +
        'at least 4905 stay on the CPU, `0.0.0.0/0` among them; `10.9.0.0/16` and `10.8.1.0/24` may stay on the CPU too',
    );
    expect([finding?.primary, ...(finding?.related ?? [])].map((label) => label?.text)).toEqual([
      '5000 routes are expected from BGP peer transit',
      'stays on the CPU',
      'may stay on the CPU',
      'may stay on the CPU',
    ]);
    expect(capacityOf(network).find(({ resource }) => resource === 'routes-ipv4')?.overflow).toEqual({
      entries: 4905,
      cpu: ['0.0.0.0/0'],
      partial: [],
      unknown: ['10.9.0.0/16', '10.8.1.0/24'],
    });
  });

  it('answer what a feed without a filter only makes one wonder about', () => {
    const more = '/routing/bgp/connection name=transit as=65001 remote.address=10.0.1.9 remote.as=3356';
    const ask = (learnt: readonly LearntRoutes[]) => {
      const network = networkOf({ routes: three, size: 100, chip: largeChip, more, learnt });
      return bgpFeedWithoutSuppress.check({ config: network.config, target: network.target, network }).length;
    };
    expect([ask([]), ask([learns(50)]), ask([learns(50, { from: '10.0.1.8' })])]).toEqual([1, 0, 1]);
  });

  it('are no matter for flows between connected hosts, which have entries of their own', () => {
    const network = networkOf({ routes: three, size: 100, learnt: [learns(5000)] });
    expect(decideFlow(network, flow(network, 'ether1 -> ether2 udp 53')).placement).toBe('hardware');
    const out = decideFlow(network, flow(network, 'ether1 -> internet udp 53'));
    expect([out.placement, out.because[0]?.code]).toEqual(['cpu', 'route/route-capacity-f2k']);
  });
});

describe('an indexed table', () => {
  const chip = largeChip;

  it('may hold any number of routes that lead where the default route leads', () => {
    const routes = ['0.0.0.0/0', ...Array.from({ length: 20 }, (_, i) => `10.9.${i}.0/24`)];
    expect(placements({ routes, size: 10, chip })).toContain('0.0.0.0/0 unknown');
    const elsewhere = ['0.0.0.0/0 gateway=10.0.1.9', ...routes.slice(1)];
    expect(placements({ routes: elsewhere, size: 10, chip })).toEqual([
      '0.0.0.0/0 cpu',
      ...routes.slice(1).map((route) => `${route} partial`),
    ]);
    expect(placements({ routes: elsewhere, size: 10, chip, learnt: [learns(900_000)] })).toContain('0.0.0.0/0 cpu');
    expect(placements({ routes: ['0.0.0.0/0'], size: 10, chip, learnt: [learns(900, { from: '10.0.2.9' })] })).toEqual([
      '0.0.0.0/0 unknown',
    ]);
  });

  it('keeps single hosts elsewhere', () => {
    const routes = Array.from({ length: 20 }, (_, i) => `10.9.${i}.1/32`);
    const network = networkOf({ routes, size: 10, chip });
    expect(routeFit(network)?.left).toEqual([]);
    expect(tableUse(network)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ resource: 'routes-ipv4', used: 2 }),
        expect.objectContaining({ resource: 'hosts-ipv4', used: 21 }),
      ]),
    );
  });
});

it('before 7.3 nobody knows what happens to routes that do not fit', () => {
  const network = networkOf({ routes: three, size: 4, routeros: '7.2.3' });
  const out = decideFlow(network, flow(network, 'ether1 -> internet udp 53'));
  expect([out.placement, out.because[0]?.code]).toEqual(['unpredictable', 'route/route-overflow-old']);
  expect(routeOverflow(network, { kind: 'shared', smallest: 3 })).toEqual([]);
});

describe('the simulated chip', () => {
  const lengths = [16, 20, 22, 24, 28];
  const more = Array.from({ length: 13_497 }, (_, i) => `${20 + (i >> 8)}.${i & 255}.0.0/${lengths[i % 5]}`);
  const routes = ['0.0.0.0/0', '20.0.0.0/8', '20.0.0.0/12', ...more];

  it.each([13_311, 13_500])('takes what surely fits of %i routes, and leaves what surely does not', (count) => {
    const text = exportOf(routes.slice(0, count));
    const { target: device } = watchedTarget('CRS326-24G-2S+', '7.20.8');
    const simulator = createSimulator({ target: device, clock: createVirtualClock(), load: text });
    const { 'ipv4-routes-hw': taken, 'ipv4-shortest-hw-prefix': shortest } = simulator.monitor();
    const parsed = evaluateScript(parseRsc({ path: 'routes.rsc', text }).value, factoryConfig(device)).value;
    const network = buildNetwork(parsed, device);
    const left = routeFit(network)?.left ?? [];
    const certain = left.filter(({ placement }) => placement === 'cpu');
    expect(Number(taken)).toBe(Math.min(count + 2, 13_312));
    expect(left.length > 0).toBe(count + 2 >= 13_312);
    expect(Number(taken)).toBeLessThanOrEqual(count + 2 - certain.length);
    for (const { route } of certain) expect(route.prefix.length).toBeLessThan(Number(shortest));
  });
});

function exportOf(routes: readonly string[]): string {
  return [
    '/interface/ethernet/switch',
    'set 0 l3-hw-offloading=yes',
    '/ip/address',
    'add address=10.0.1.1/24 interface=ether1',
    'add address=10.0.2.1/24 interface=ether2',
    '/ip/route',
    ...routes.map((route) => `add dst-address=${route} gateway=10.0.2.9`),
  ].join('\n');
}
