// The simulated chip as a switch with rules, packet by packet.

import { describe, expect, it } from 'vitest';
import { device, left, packet, right } from '../../support/sim-rig.ts';

describe('switching', () => {
  const neighbour = { address: '10.0.2.3', mac: '02:00:00:00:02:03', port: 'ether5' };

  it('forwards within a VLAN in hardware, floods what it has not learned, and filters VLANs', () => {
    const simulator = device('/interface/bridge/port/add bridge=bridge interface=ether5 pvid=2');
    simulator.attach(neighbour);
    const unknown = simulator.inject(packet(left, neighbour));
    expect(unknown).toMatchObject({ placement: 'hardware', exits: [{ port: 'ether5', by: 'chip' }] });
    simulator.inject(packet(neighbour, left));
    expect(simulator.print('/interface/bridge/host').map((row) => [row['mac-address'], row.vid])).toEqual([
      [left.mac, '2'],
      [neighbour.mac, '2'],
    ]);
    const foreign = packet(left, neighbour, {}, { tags: [{ vlan: 3 }], destinationMac: neighbour.mac });
    expect(simulator.inject(foreign)).toMatchObject({ placement: 'dropped', exits: [] });
  });

  it('tags and untags as the VLAN table says', () => {
    const simulator =
      device(`/interface/bridge/port/add bridge=bridge interface=ether5 frame-types=admit-only-vlan-tagged
/interface/bridge/vlan/set [find vlan-ids=2] tagged=bridge,ether5`);
    const trunk = packet(left, { ...neighbour, port: 'ether5' }, {}, { destinationMac: neighbour.mac });
    expect(simulator.inject(trunk).exits).toEqual([{ port: 'ether5', tags: [{ vlan: 2 }], by: 'chip' }]);
    const untagged = packet({ ...neighbour, port: 'ether5' }, left, {}, { destinationMac: left.mac });
    expect(simulator.inject(untagged).placement).toBe('dropped');
    expect(simulator.inject({ ...untagged, tags: [{ vlan: 2 }] })).toMatchObject({ placement: 'hardware' });
  });

  it('bridges in the kernel between a port of the chip and one that is not in hardware', () => {
    const simulator = device('/interface/bridge/port/add bridge=bridge interface=ether5 pvid=2 hw=no');
    simulator.attach(neighbour);
    simulator.inject(packet(neighbour, left));
    expect(simulator.inject(packet(left, neighbour))).toMatchObject({
      placement: 'cpu',
      exits: [{ port: 'ether5', by: 'cpu' }],
    });
  });

  it('gives a second bridge to the CPU', () => {
    const simulator = device(`/interface/bridge/add name=other
/interface/bridge/port/add bridge=other interface=ether5
/interface/bridge/port/add bridge=other interface=ether6`);
    const [a, b] = [
      { ...neighbour, port: 'ether5' },
      { address: '10.0.2.9', mac: '02:00:00:00:02:09', port: 'ether6' },
    ];
    for (const host of [a, b]) simulator.attach(host);
    expect(simulator.inject(packet(a, b))).toMatchObject({ placement: 'cpu', cpuPath: 'fastpath' });
  });
});

describe('switch rules', () => {
  it('act on the first match and drop in hardware', () => {
    const simulator = device(`/interface/ethernet/switch/rule
add switch=switch1 ports=sfp-sfpplus1 mac-protocol=ip protocol=udp dst-port=53
add switch=switch1 ports=sfp-sfpplus1 mac-protocol=ip protocol=udp new-dst-ports=""`);
    expect(simulator.inject(packet(left, right)).placement).toBe('dropped');
    expect(simulator.inject(packet(left, right, { destinationPort: 53 })).placement).not.toBe('dropped');
    expect(simulator.inject(packet(right, left)).placement).not.toBe('dropped');
  });

  it('bypass the device when they name a port', () => {
    const simulator = device(
      '/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 new-dst-ports=ether9',
    );
    expect(simulator.inject(packet(left, right))).toMatchObject({ placement: 'hardware', exits: [{ port: 'ether9' }] });
  });

  it('beyond the table are invalid and match nothing', () => {
    const many = Array.from(
      { length: 130 },
      (_, index) =>
        `add switch=switch1 ports=sfp-sfpplus1 mac-protocol=ip protocol=udp dst-port=${index === 129 ? 514 : index + 1} new-dst-ports=""`,
    );
    const simulator = device(`/interface ethernet switch rule\n${many.join('\n')}`);
    expect(simulator.print('/interface/ethernet/switch/rule').filter((row) => row.invalid === 'true')).toHaveLength(2);
    expect(simulator.inject(packet(left, right)).placement).not.toBe('dropped');
    expect(simulator.inject(packet(left, right, { destinationPort: 9 })).placement).toBe('dropped');
  });

  it("are joined by one of the device's own for DHCP snooping", () => {
    const simulator = device('/interface/bridge/set bridge dhcp-snooping=yes');
    const [first] = simulator.print('/interface/ethernet/switch/rule');
    expect(first).toMatchObject({ dynamic: 'true', 'redirect-to-cpu': 'yes', protocol: 'udp' });
    const discover = packet(left, right, { sourcePort: 68, destinationPort: 67 });
    expect(simulator.inject(discover).stages[0]).toMatchObject({ where: 'chip', name: 'acl' });
  });
});
