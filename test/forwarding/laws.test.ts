// Laws that hold for every config and every flow.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { decideFlow } from '../../src/forwarding/decide.ts';
import { allAddresses, intersect, split, subtract, unionOf } from '../../src/forwarding/packets/space.ts';
import { partition } from '../../src/forwarding/routing/fib.ts';
import { routesAround } from '../../src/forwarding/routing/route-table.ts';
import { parsePrefix, printPrefix } from '../../src/model/prefix.ts';
import type { ChipFactKey } from '../../src/profile/fact.ts';
import { examples } from '../support/examples.ts';
import { config, type Facts, flow, largeChip, smallChip, target } from '../support/forwarding-fixture.ts';

const base = [
  '/interface/ethernet/switch switch1 l3-hw-offloading=yes',
  '/interface/bridge name=bridge vlan-filtering=yes',
  '/interface/bridge/vlan bridge=bridge tagged=bridge,ether3 vlan-ids=10',
  '/interface/bridge/vlan bridge=bridge tagged=bridge,ether3 vlan-ids=20',
  '/interface/vlan name=v10 interface=bridge vlan-id=10',
  '/interface/vlan name=v20 interface=bridge vlan-id=20',
  '/ip/address address=10.0.10.1/24 interface=v10',
  '/ip/address address=10.0.20.1/24 interface=v20',
  '/ip/address address=203.0.113.2/30 interface=ether4',
  '/ip/route gateway=203.0.113.1',
  '/interface/bonding name=bond1 mode=802.3ad slaves=ether6,ether7',
  '/ip/address address=10.0.30.1/24 interface=bond1',
];

const bridgePorts = [
  '/interface/bridge/port bridge=bridge interface=ether1 pvid=10',
  '/interface/bridge/port bridge=bridge interface=ether2 pvid=20',
  '/interface/bridge/port bridge=bridge interface=ether3 frame-types=admit-only-vlan-tagged',
  '/interface/bridge/port bridge=bridge interface=ether5 pvid=10',
];

/** Lines of which every subset is a config. */
const twists = [
  '/interface/ethernet/switch/port ether4 l3-hw-offloading=no',
  '/interface/ethernet/switch/port ether5 l3-hw-offloading=no',
  '/interface/ethernet/switch/rule switch=switch1 mac-protocol=ip protocol=tcp dst-port=80 redirect-to-cpu=yes',
  '/interface/ethernet/switch/rule switch=switch1 ports=ether1 dst-address=10.0.20.128/25 new-dst-ports=',
  '/interface/ethernet/switch/rule switch=switch1 mac-protocol=ip new-vrf=blue',
  '/interface/ethernet/switch/l3hw-settings x ipv6-hw=yes',
  '/ip/vrf name=blue interfaces=bond1',
  '/ip/route dst-address=198.51.100.0/24 gateway=203.0.113.1,10.0.30.2',
  '/ip/firewall/nat chain=srcnat action=masquerade out-interface=ether4',
  '/ip/firewall/filter chain=forward action=fasttrack-connection connection-state=established,related',
  '/ip/firewall/filter chain=forward action=drop in-interface=ether4 connection-state=new',
  '/ipv6/address address=2001:db8:10::1/64 interface=v10',
  '/ipv6/address address=2001:db8:20::1/64 interface=v20',
  '/interface/bridge/port bridge=bridge interface=ether9 pvid=20',
  '/interface/vlan name=v40 interface=ether6 vlan-id=40',
];

const flows = [
  'v10 -> v20',
  'v10 -> internet',
  'v20 -> internet tcp 80',
  'v10 -> bond1 udp 53 one-way',
  'internet -> v10',
  'v20 -> 198.51.100.0/24',
];

const scenario = fc.record({
  facts: fc.constantFrom<Facts>(smallChip, largeChip),
  routeros: fc.constantFrom('7.14.3', '7.21.5'),
  twists: fc.subarray(twists),
  flow: fc.constantFrom(...flows),
});

function place(lines: readonly string[], facts: Facts, routeros: string, text: string) {
  const network = buildNetwork(config(lines.join('\n')), target({ chips: [facts], routeros }));
  const { placement, cpuPath } = decideFlow(network, flow(network, text));
  return cpuPath ? `${placement} ${cpuPath}` : placement;
}

describe('verdicts', () => {
  it('are never better for knowing less', () => {
    const keys = fc.subarray(Object.keys(largeChip) as ChipFactKey[], { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(scenario, keys, ({ facts, routeros, twists: extra, flow: text }, forgotten) => {
        const lines = [...base, ...bridgePorts, ...extra];
        const fewer = Object.fromEntries(
          Object.entries(facts).filter(([key]) => !forgotten.some((each) => each === key)),
        );
        const known = place(lines, facts, routeros, text);
        const unsure = place(lines, fewer, routeros, text);
        if (unsure === 'hardware' || unsure === 'fasttrack') expect(known).toBe(unsure);
      }),
      { numRuns: examples(80, 200) },
    );
  });

  it('do not depend on the order of bridge ports', () => {
    fc.assert(
      fc.property(scenario, fc.shuffledSubarray(bridgePorts, { minLength: 4 }), (each, shuffled) => {
        const { facts, routeros, twists: extra, flow: text } = each;
        const ordered = place([...base, ...bridgePorts, ...extra], facts, routeros, text);
        expect(place([...base, ...shuffled, ...extra], facts, routeros, text)).toBe(ordered);
      }),
      { numRuns: examples(40, 100) },
    );
  });

  it('do not change when a disabled item is added', () => {
    fc.assert(
      fc.property(scenario, fc.constantFrom(...twists), ({ facts, routeros, twists: extra, flow: text }, more) => {
        const lines = [...base, ...bridgePorts, ...extra];
        expect(place([...lines, `${more} disabled=yes`], facts, routeros, text)).toBe(
          place(lines, facts, routeros, text),
        );
      }),
      { numRuns: examples(40, 100) },
    );
  });
});

describe('sets of packets', () => {
  const interval = fc.tuple(fc.nat(60), fc.nat(60)).map(([from, size]) => ({ from, to: from + size }));
  const set = fc.array(interval, { maxLength: 6 }).map(unionOf);
  const has = (of: ReturnType<typeof unionOf>, point: number) => of.some(({ from, to }) => from <= point && point < to);

  it('are intersected and subtracted point by point', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        for (let point = 0; point < 125; point++) {
          expect(has(intersect(a, b), point)).toBe(has(a, point) && has(b, point));
          expect(has(subtract(a, b), point)).toBe(has(a, point) && !has(b, point));
        }
      }),
    );
  });

  it('are split without loss or overlap', () => {
    const ends = fc.record({ source: set, destination: set, sourcePort: set, destinationPort: set });
    const nonEmpty = ends.filter((packets) => Object.values(packets).every((each) => each.length > 0));
    const point = fc.tuple(fc.nat(124), fc.nat(124), fc.nat(124), fc.nat(124));
    fc.assert(
      fc.property(nonEmpty, nonEmpty, fc.array(point, { minLength: 20 }), (sets, match, points) => {
        const packets = { family: 4 as const, protocol: 'tcp', ...sets };
        const { inside, outside } = split(packets, match);
        const holds = (of: typeof sets, [a, b, c, d]: readonly [number, number, number, number]) =>
          has(of.source, a) && has(of.destination, b) && has(of.sourcePort, c) && has(of.destinationPort, d);
        for (const each of points) {
          const matches = holds(packets, each) && holds(match, each);
          expect(inside !== undefined && holds(inside, each)).toBe(matches);
          expect(outside.filter((part) => holds(part, each)).length).toBe(holds(packets, each) && !matches ? 1 : 0);
        }
      }),
    );
  });
});

it('the table as intervals says what a lookup says', () => {
  const prefix = fc
    .tuple(fc.constantFrom(10, 11, 192), fc.nat(3), fc.nat(255), fc.integer({ min: 0, max: 32 }))
    .map(([a, b, c, length]) =>
      printPrefix(parsePrefix(`${a}.${b}.${c}.7/${length}`) ?? { family: 4, base: 0n, length: 0 }),
    );
  const address = fc
    .tuple(fc.constantFrom(10, 11, 192), fc.nat(3), fc.nat(255), fc.nat(255))
    .map((octets) => octets.join('.'));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(prefix, fc.constantFrom('ether1', 'ether2'))),
      fc.array(address),
      (routes, addresses) => {
        const lines = routes.map(([to, gateway]) => `/ip/route dst-address=${to} gateway=${gateway}`);
        const network = buildNetwork(config(lines.join('\n')), target());
        const { routed } = partition(network, 'main', 4, allAddresses(4));
        const usable = network.routes.filter((route) => route.usable && !route.shadowed);
        for (const text of addresses) {
          const host = parsePrefix(text);
          if (!host) continue;
          const point = Number(host.base);
          const group = routed.find(({ set }) => set.some(({ from, to }) => from <= point && point < to));
          const ways = (hops: readonly { readonly kind: string }[] | undefined) =>
            JSON.stringify(hops?.map((hop) => hop) ?? []);
          const [longest = []] = routesAround(usable, 'main', host);
          expect(ways(group?.nextHops)).toBe(ways(longest.flatMap((route) => route.nextHops)));
        }
      },
    ),
    { numRuns: examples(80, 200) },
  );
});
