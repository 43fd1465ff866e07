// The simulated kernel: what the firewall sees, what FastTrack and the chip take away from it.

import { describe, expect, it } from 'vitest';
import { device, left, packet, rig, right, settled } from '../../support/sim-rig.ts';

describe('the firewall', () => {
  const block = '/ip/firewall/filter/add chain=forward action=drop dst-port=514 protocol=tcp';

  it('never meets what the chip routes', () => {
    const simulator = device(block);
    expect(simulator.inject(packet(left, right, { protocol: 'tcp', syn: true })).placement).toBe('dropped');
    // Once the neighbour is known, the chip forwards what the rule would drop.
    simulator.settle();
    expect(settled(simulator, left, right)).toMatchObject({
      placement: 'hardware',
      judgedBy: [],
      bypassed: ['new', 'established', 'answer'].map((stage) => ({ text: `filter forward: drop (${stage})` })),
    });
  });

  it('judges what the CPU routes', () => {
    const off = '\n/interface/ethernet/switch/set 0 l3-hw-offloading=no';
    expect(settled(device(block + off), left, right)).toMatchObject({
      placement: 'dropped',
      judgedBy: ['filter forward'],
    });
    expect(settled(device(block + off), left, right, { destinationPort: 80 })).toMatchObject({
      placement: 'cpu',
      cpuPath: 'slow',
    });
  });

  const stateful = `
/ip firewall filter
add chain=forward action=fasttrack-connection connection-state=established,related
add chain=forward action=accept connection-state=established,related
add chain=forward action=drop connection-state=invalid
add chain=forward action=accept in-interface=left connection-state=new
add chain=forward action=drop`;

  it('lets connections be opened from one side only, and fast-tracks them', () => {
    const simulator = device(`/interface/ethernet/switch/set 0 l3-hw-offloading=no${stateful}`);
    expect(simulator.inject(packet(right, left)).placement).toBe('dropped');
    expect(settled(simulator, left, right)).toMatchObject({ placement: 'cpu', cpuPath: 'fasttrack', judgedBy: [] });
    expect(simulator.print('/ip/firewall/filter')[0]).toMatchObject({ dynamic: 'true', action: 'passthrough' });
    const slow = device(
      `/interface/ethernet/switch/set 0 l3-hw-offloading=no\n/ip/settings/set allow-fast-path=no${stateful}`,
    );
    expect(settled(slow, left, right)).toMatchObject({ placement: 'cpu', cpuPath: 'slow' });
  });

  it('calls half a conversation invalid when the chip carries the other half', () => {
    const simulator = device(
      `/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 redirect-to-cpu=yes${stateful}`,
    );
    simulator.run('/ip/firewall/filter/set [find connection-state=new] !in-interface');
    simulator.inject(packet(right, left, { protocol: 'icmp' }));
    const trace = settled(simulator, left, right);
    expect(trace).toMatchObject({ placement: 'dropped', judgedBy: ['filter forward'] });
  });

  it('puts fast-tracked connections into a DX8000 chip, translated ones too', () => {
    const wan = { address: '198.51.100.9', mac: '02:00:00:00:09:09', port: 'sfp-sfpplus8' };
    const base = rig.replace('/ip address\n', '/ip address\nadd address=198.51.100.1/24 interface=sfp-sfpplus8\n');
    const simulator = device(
      `/interface/ethernet/switch/port/set sfp-sfpplus8 l3-hw-offloading=no
/ip firewall filter
add chain=forward action=fasttrack-connection connection-state=established,related
add chain=forward action=accept
/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=sfp-sfpplus8`,
      { base, model: 'CRS309-1G-8S+', routeros: '7.18.2' },
    );
    simulator.attach(wan);
    const opener = { protocol: 'tcp', syn: true, sourcePort: 50_000, destinationPort: 443 };
    expect(simulator.inject(packet(left, wan, opener))).toMatchObject({ placement: 'cpu', cpuPath: 'slow' });
    const answer = { ...opener, ack: true, sourcePort: 443, destinationPort: 50_000 };
    const back = packet(wan, { ...left, address: '198.51.100.1' }, answer);
    expect(simulator.inject(back)).toMatchObject({ placement: 'cpu', exits: [{ port: 'sfp-sfpplus1' }] });
    expect(simulator.print('/ip/firewall/connection')).toEqual([
      expect.objectContaining({ 'hw-offload': 'true', srcnat: 'true', 'reply-dst-address': '198.51.100.1:50000' }),
    ]);
    expect(simulator.inject(packet(left, wan, { ...opener, syn: false, ack: true })).placement).toBe('fasttrack');
    expect(simulator.inject(back)).toMatchObject({ placement: 'fasttrack', exits: [{ port: 'sfp-sfpplus1' }] });
    expect(simulator.monitor()).toMatchObject({ 'fasttrack-ipv4-conns': '1' });
  });

  it('steers by mark in the kernel and never in the chip', () => {
    const script = `
/routing/table/add name=other fib
/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2@main routing-table=other
/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.2.3
/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=other \\
    src-address=10.0.2.2 passthrough=no`;
    const far = { ...right, address: '198.51.100.7' };
    const gateway = { address: '10.0.2.3', mac: '02:00:00:00:02:03', port: 'ether5' };
    const port = '/interface/bridge/port/add bridge=bridge interface=ether5 pvid=2\n';
    const soft = device(`${port}/interface/ethernet/switch/set 0 l3-hw-offloading=no${script}`);
    soft.attach(gateway);
    expect(soft.inject(packet(left, far)).exits).toEqual([expect.objectContaining({ port: 'sfp-sfpplus2' })]);
    const hard = device(port + script);
    hard.attach(gateway);
    hard.inject(packet({ ...left, address: '10.0.2.77' }, far));
    expect(hard.inject(packet(left, far))).toMatchObject({ placement: 'hardware', exits: [{ port: 'ether5' }] });
  });

  it('guards the device itself', () => {
    const simulator = device('/ip/firewall/filter/add chain=input action=drop protocol=tcp dst-port=22');
    const self = { ...left, address: '10.0.2.1' };
    expect(simulator.inject(packet(left, self, { protocol: 'tcp', syn: true, destinationPort: 22 })).placement).toBe(
      'dropped',
    );
    expect(simulator.inject(packet(left, self, { protocol: 'tcp', syn: true, destinationPort: 443 }))).toMatchObject({
      placement: 'cpu',
      isDelivered: true,
    });
  });
});
