// Laws of the simulated forwarding plane.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PacketTrace } from '../../../../src/device/sim/chip/packet.ts';
import { device, left, packet, right } from '../../../support/sim-rig.ts';

describe('laws', () => {
  const scripts = [
    '',
    '/interface/ethernet/switch/set 0 l3-hw-offloading=no\n',
    '/interface/bridge/port/set [find interface=sfp-sfpplus1] ingress-filtering=no\n',
    '/interface/bridge/port/add bridge=bridge interface=ether5 pvid=2\n',
    '/ip/firewall/filter/add chain=forward action=drop protocol=icmp\n',
    '/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus2 redirect-to-cpu=yes\n',
  ];
  const packets = fc.record({
    from: fc.constantFrom(left, right, { address: '10.0.2.9', mac: '02:00:00:00:02:09', port: 'ether5' }),
    to: fc.constantFrom(left, right, { ...right, address: '10.0.3.77' }),
    tags: fc.constantFrom([], [{ vlan: 2 }], [{ vlan: 3 }], [{ vlan: 0 }]),
    protocol: fc.constantFrom('udp', 'tcp', 'icmp'),
  });

  it('what the chip forwards meets no chain, and nothing is switched back out of the port that it came by', () => {
    fc.assert(
      fc.property(fc.subarray(scripts), fc.array(packets, { maxLength: 12 }), (more, sent) => {
        const simulator = device(more.join(''));
        for (const { from, to, tags, protocol } of sent) {
          const { placement, judgedBy, exits } = simulator.inject(packet(from, to, { protocol }, { tags }));
          if (placement === 'hardware') expect(judgedBy).toEqual([]);
          if (placement === 'dropped') expect(exits).toEqual([]);
          // The kernel and the chip may route a packet back into the VLAN that it came from; switching never does.
          const isSwitched = from.address.split('.')[2] === to.address.split('.')[2];
          if (isSwitched) expect(exits.map(({ port }) => port)).not.toContain(from.port);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the same packets make the same journeys', () => {
    fc.assert(
      fc.property(fc.subarray(scripts), fc.array(packets, { maxLength: 8 }), (more, sent) => {
        const run = (): PacketTrace[] => {
          const simulator = device(more.join(''));
          return sent.map(({ from, to, tags, protocol }) => simulator.inject(packet(from, to, { protocol }, { tags })));
        };
        expect(run()).toEqual(run());
      }),
      { numRuns: 30 },
    );
  });
});
