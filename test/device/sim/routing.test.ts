// The simulated chip as a router, packet by packet: each test is one statement of the manual about who forwards.

import { describe, expect, it } from 'vitest';
import { device, left, packet, rig, right, settled } from '../../support/sim-rig.ts';

describe('routing in the chip', () => {
  it('sends the first packet through the CPU, which asks for the neighbour, and the rest through hardware', () => {
    const simulator = device();
    expect(simulator.inject(packet(left, right))).toMatchObject({ placement: 'cpu', cpuPath: 'fastpath' });
    expect(simulator.inject(packet(left, right))).toMatchObject({
      placement: 'hardware',
      exits: [{ port: 'sfp-sfpplus2', tags: [], by: 'chip' }],
      judgedBy: [],
    });
    const known = simulator.print('/ip/arp').map((row) => `${row.address} ${row.interface}`);
    expect(known.sort()).toEqual(['10.0.2.2 left', '10.0.3.2 right']);
  });

  it.each([
    ['the switch is off', '/interface/ethernet/switch/set 0 l3-hw-offloading=no'],
    ['the egress port is off', '/interface/ethernet/switch/port/set sfp-sfpplus2 l3-hw-offloading=no'],
    ['both ports are off', '/interface/ethernet/switch/port/set sfp-sfpplus1,sfp-sfpplus2 l3-hw-offloading=no'],
    ['a rule redirects', '/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 redirect-to-cpu=yes'],
    ['the bridge does not filter VLANs', '/interface/bridge/set bridge vlan-filtering=no'],
    ['the port is kept out of hardware', '/interface/bridge/port/set [find interface=sfp-sfpplus2] hw=no'],
    ['the port has a horizon', '/interface/bridge/port/set [find interface=sfp-sfpplus1] horizon=1'],
  ])('leaves it to the CPU when %s', (_, script) => {
    const simulator = device(script);
    const tagged = script.includes('vlan-filtering=no');
    const [from, to] = tagged
      ? [
          { ...left, vlan: 2 },
          { ...right, vlan: 3 },
        ]
      : [left, right];
    if (tagged) for (const host of [from, to]) simulator.attach(host);
    expect(settled(simulator, from, to)).toMatchObject({ placement: 'cpu' });
  });

  it('calls the result unpredictable when only the ingress port is off', () => {
    const simulator = device('/interface/ethernet/switch/port/set sfp-sfpplus1 l3-hw-offloading=no');
    expect(settled(simulator, left, right).placement).toBe('unpredictable');
    expect(settled(simulator, right, left).placement).toBe('cpu');
  });

  it('takes a whole VLAN to the CPU since 7.21 when one of its ports is off', () => {
    const script = `/interface/bridge/port/add bridge=bridge interface=ether5 pvid=2
/interface/ethernet/switch/port/set ether5 l3-hw-offloading=no`;
    expect(settled(device(script, { routeros: '7.21.5' }), left, right).placement).toBe('cpu');
    expect(settled(device(script, { routeros: '7.20.8' }), left, right).placement).toBe('hardware');
  });

  it('does not route a VLAN that is switched off since 7.21', () => {
    const simulator = device('/interface/vlan/set right l3-hw-offloading=no', { routeros: '7.21.5' });
    expect(settled(simulator, left, right).placement).toBe('cpu');
    const flags = simulator.print('/interface/vlan').map((row) => [row.name, row['hw-offloaded']]);
    expect(flags).toEqual([
      ['left', 'true'],
      ['right', 'false'],
    ]);
  });

  it.each([
    ['CRS326-24G-2S+', 'cpu'],
    ['CRS309-1G-8S+', 'hardware'],
  ])('wants the same five octets in all MAC addresses on DX3000 and not on DX8000: %s', (model, placement) => {
    const odd = `/interface/ethernet/set ether1 mac-address=02:AA:00:00:00:01
/ip/address/add address=10.0.9.1/24 interface=ether1`;
    const other = { address: '10.0.9.2', mac: '02:00:00:00:09:02', port: 'ether1' };
    const simulator = device(odd, { model });
    simulator.attach(other);
    expect(settled(simulator, left, other).placement).toBe(placement);
  });

  it('drops what a blackhole route covers, in hardware', () => {
    const simulator = device('/ip/route/add dst-address=198.51.100.0/24 blackhole');
    const far = { ...right, address: '198.51.100.9' };
    expect(simulator.inject(packet(left, far))).toMatchObject({ placement: 'dropped', stages: [{ where: 'chip' }] });
  });

  it('follows the longest prefix, and leaves suppressed ones to the CPU', () => {
    const script = `/ip/route/add dst-address=198.51.0.0/16 gateway=10.0.3.2
/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2 suppress-hw-offload=yes`;
    const simulator = device(script);
    expect(settled(simulator, left, { ...right, address: '198.51.7.1' }).placement).toBe('hardware');
    expect(settled(simulator, left, { ...right, address: '198.51.100.1' }).placement).toBe('cpu');
  });

  it('keeps the longest prefixes when not all fit', () => {
    const simulator = device();
    const lines = Array.from({ length: 13_320 }, (_, index) => {
      const [a, b, c] = [20 + (index >> 16), (index >> 8) & 255, index & 255];
      return `add dst-address=${a}.${b}.${c}.0/${index < 100 ? 24 : 25} gateway=10.0.3.2`;
    });
    simulator.run(`/ip route\n${lines.join('\n')}`);
    expect(settled(simulator, left, { ...right, address: '20.0.200.9' }).placement).toBe('hardware');
    expect(settled(simulator, left, { ...right, address: '20.0.3.9' }).placement).toBe('hardware');
    const [monitor] = simulator.print('/interface/ethernet/switch').map(() => simulator.monitor());
    expect(monitor).toMatchObject({ 'ipv4-routes-total': '13322', 'ipv4-shortest-hw-prefix': '24', state: 'ok' });
    expect(Number(monitor?.['ipv4-routes-cpu'])).toBeGreaterThan(0);
    // With still more of /25 no /24 is left, the connected ones among them; hosts have entries of their own.
    simulator.run(
      `/ip route\n${lines.map((line) => line.replace('/24', '/25').replace('address=20.', 'address=60.')).join('\n')}`,
    );
    expect(settled(simulator, left, { ...right, address: '20.0.3.9' }).placement).toBe('cpu');
    expect(settled(simulator, left, right).placement).toBe('hardware');
  });

  it('routes IPv6 in the chip only with ipv6-hw, and nowhere once IPv6 is off', () => {
    const script = `/ipv6/address/add address=2001:db8:2::1/64 interface=left advertise=no
/ipv6/address/add address=2001:db8:3::1/64 interface=right advertise=no`;
    const [from, to] = [
      { ...left, address: '2001:db8:2::2' },
      { ...right, address: '2001:db8:3::2' },
    ];
    for (const [setting, placement] of [
      ['ipv6-hw=no', 'cpu'],
      ['ipv6-hw=yes', 'hardware'],
      ['ipv6-hw=yes\n/ipv6/settings/set disable-ipv6=yes', 'dropped'],
    ] as const) {
      const simulator = device(`${script}\n/interface/ethernet/switch/l3hw-settings/set ${setting}`);
      for (const host of [from, to]) simulator.attach(host);
      expect(settled(simulator, from, to).placement).toBe(placement);
    }
  });

  it('tells the sender about too long packets and a spent TTL, or drops them', () => {
    const talkative = device('/interface/vlan/set right mtu=1400');
    settled(talkative, left, right);
    expect(talkative.inject(packet(left, right, {}, { length: 1450 })).placement).toBe('cpu');
    expect(talkative.inject(packet(left, right, { ttl: 1 }))).toMatchObject({
      placement: 'dropped',
      cpuPath: 'fastpath',
    });
    const quiet = device(
      '/interface/vlan/set right mtu=1400\n/interface/ethernet/switch/l3hw-settings/set icmp-reply-on-error=no',
    );
    settled(quiet, left, right);
    expect(quiet.inject(packet(left, right, {}, { length: 1450 }))).toMatchObject({ placement: 'dropped' });
    expect(quiet.inject(packet(left, right, { ttl: 1 })).cpuPath).toBeUndefined();
  });

  it("calls a VLAN interface on a port undefined, and the CPU's when the port is off", () => {
    const script = `/interface/vlan/add interface=ether9 name=direct vlan-id=9
/ip/address/add address=10.0.9.1/24 interface=direct`;
    const other = { address: '10.0.9.2', mac: '02:00:00:00:09:02', port: 'ether9', vlan: 9 };
    const on = device(script);
    on.attach(other);
    expect(settled(on, left, other).placement).toBe('unpredictable');
    const off = device(`${script}\n/interface/ethernet/switch/port/set ether9 l3-hw-offloading=no`);
    off.attach(other);
    expect(settled(off, left, other).placement).toBe('cpu');
  });

  it('does not reach the device before 7.16 when the bridge is no member of the VLAN', () => {
    const base = rig.replace(/add bridge=bridge tagged=bridge vlan-ids=\d\n/g, '');
    expect(device('', { base, routeros: '7.15.3' }).inject(packet(left, right))).toMatchObject({
      placement: 'dropped',
    });
    expect(settled(device('', { base, routeros: '7.16.2' }), left, right).placement).toBe('hardware');
  });
});
