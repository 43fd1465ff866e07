// The third witness: compiled ACLs run on the simulated switch, whose chip and kernel are written from the manual. It
// drops exactly what the site denies, in the chip, and in the firewall while no switch rule is in force.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Packet as Frame } from '../../../src/device/sim/chip/packet.ts';
import { createSimulator, type Simulator } from '../../../src/device/sim/simulator.ts';
import { planFromNothing } from '../../../src/plan/make-plan.ts';
import { renderScript } from '../../../src/report/script.ts';
import { examples } from '../../support/examples.ts';
import { lowerSite, switchRulesOf, switchSite } from '../../support/policy-site.ts';
import {
  acls,
  anyPacket,
  isIn,
  own,
  type Packet,
  print,
  siteDrops,
  tableDrops,
  unrouted,
} from '../../support/random-acl.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

/** Hosts that answer, one in each VLAN, and the router beyond the last. */
const hosts = [
  { address: '10.0.2.9', mac: '02:00:00:00:02:09', port: 'ether1' },
  { address: '10.0.3.7', mac: '02:00:00:00:03:07', port: 'ether2' },
  { address: '10.0.4.4', mac: '02:00:00:00:04:04', port: 'ether4', vlan: 4 },
  { address: '2001:db8:2::9', mac: '02:00:00:00:02:09', port: 'ether1' },
  { address: '2001:db8:3::7', mac: '02:00:00:00:03:07', port: 'ether2' },
];
const routes = `    routes:
      - { to: 0.0.0.0/0, via: 10.0.4.4 }
      - { to: "::/0", via: "2001:db8:3::7" }
`;

const [model, routeros] = ['CRS326-24G-2S+', '7.20.8'];

function switchWith(
  site: string,
  more = '',
): { readonly simulator: Simulator; readonly site: ReturnType<typeof lowerSite> } {
  const lowered = lowerSite(site);
  const script = renderScript(planFromNothing(lowered.value.config), { title: [model, routeros] }) + more;
  const simulator = createSimulator({ target: lowered.value.target, clock: createVirtualClock(), script });
  for (const host of hosts) simulator.attach(host);
  simulator.settle();
  return { simulator, site: lowered };
}

function frameOf({ port, tag, source, destination, protocol, service }: Packet): Frame {
  const hasPorts = protocol === 'tcp' || protocol === 'udp';
  return {
    port,
    sourceMac: '02:00:00:00:99:99',
    tags: tag === undefined ? [] : [{ vlan: tag }],
    length: 100,
    ip: {
      source,
      destination,
      protocol: protocol === 'gre' ? '47' : protocol,
      ...(hasPorts && { sourcePort: 50_000, destinationPort: service }),
      ...(protocol === 'tcp' && { syn: true, ack: false }),
    },
  };
}

/** Who dropped a packet for policy's sake; undefined = nobody. */
function droppedBy(simulator: Simulator, packet: Packet): 'chip' | 'firewall' | undefined {
  const { placement, stages } = simulator.inject(frameOf(packet));
  const last = stages.at(-1);
  if (placement !== 'dropped' || !last) return undefined;
  if (last.where === 'chip') return last.text.startsWith('rule ') ? 'chip' : undefined;
  return last.name === 'raw' ? 'firewall' : undefined;
}

test('the chip drops what the site denies, and nothing else', () => {
  let drops = 0;
  fc.assert(
    fc.property(acls, fc.array(anyPacket, { minLength: 25, maxLength: 25 }), ([lists, last], packets) => {
      const { simulator, site } = switchWith(switchSite(print(lists, last), routes));
      const table = switchRulesOf(site);
      for (const packet of packets) {
        const denied = siteDrops(lists, last, packet);
        if (denied) drops++;
        const by = droppedBy(simulator, packet);
        // A link-local address that nobody has is no router's business, whoever drops it.
        if (denied || !isIn(packet.destination, 'fe80::/10')) {
          expect({ packet, by }).toEqual({ packet, by: denied ? 'chip' : undefined });
        }
        expect({ packet, denied: tableDrops(table, packet) }).toEqual({ packet, denied });
      }
    }),
    { numRuns: examples(12, 24) },
  );
  expect(drops).toBeGreaterThan(40);
});

// Packets of the VRF go to the CPU behind the denies that are left in the chip; multicast never meets the CPU's rules.
test('with a VLAN in a VRF the CPU and the chip together drop what the site denies, and the proof agrees', () => {
  const drops = new Set<string | undefined>();
  fc.assert(
    fc.property(acls, fc.array(anyPacket, { minLength: 25, maxLength: 25 }), ([lists, last], packets) => {
      const inVrf = '    vrfs: { apart: { interfaces: left } }\n';
      const { simulator, site } = switchWith(switchSite(print(lists, last), inVrf + routes));
      expect(site.diagnostics.filter(({ code }) => code.startsWith('lower/policy'))).toEqual([]);
      for (const packet of packets) {
        const denied = siteDrops(lists, last, packet);
        const by = droppedBy(simulator, packet);
        if (denied) drops.add(by);
        if (denied || !isIn(packet.destination, 'fe80::/10')) {
          expect({ packet, dropped: by !== undefined }).toEqual({ packet, dropped: denied });
        }
      }
    }),
    { numRuns: examples(12, 24) },
  );
  expect(drops).toContain('chip');
});

describe('while no switch rule is in force and the CPU routes', () => {
  const open =
    '\n/interface/ethernet/switch/rule/remove [find]\n/interface/ethernet/switch/set 0 l3-hw-offloading=no\n';
  /** What a router forwards: not what is for itself, and nothing that turns round within a subnet. */
  const isRouted = ({ destination }: Packet) => ![...own, ...unrouted].some((each) => isIn(destination, each));

  test('the firewall drops what the site denies, and nothing else', () => {
    let drops = 0;
    fc.assert(
      fc.property(acls, fc.array(anyPacket, { minLength: 25, maxLength: 25 }), ([lists, last], packets) => {
        const { simulator } = switchWith(switchSite(print(lists, last), routes), open);
        for (const packet of packets.filter(isRouted)) {
          const denied = siteDrops(lists, last, packet);
          if (denied) drops++;
          expect({ packet, by: droppedBy(simulator, packet) }).toEqual({ packet, by: denied ? 'firewall' : undefined });
        }
      }),
      { numRuns: examples(12, 24) },
    );
    expect(drops).toBeGreaterThan(40);
  });
});
