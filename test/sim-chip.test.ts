// The simulated chip and kernel, packet by packet: each test is one statement of the manual about who forwards.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IpHeader, Journey, Packet } from '../src/device/sim/chip/packet.ts';
import { createVirtualClock } from '../src/device/sim/clock.ts';
import { createSimulator, type Simulator } from '../src/device/sim/simulator.ts';
import { targetOf } from './sim-target.ts';

const left = { address: '10.0.2.2', mac: '02:00:00:00:02:02', port: 'sfp-sfpplus1' };
const right = { address: '10.0.3.2', mac: '02:00:00:00:03:02', port: 'sfp-sfpplus2' };

/** Two VLANs on two ports, routed by the chip. */
const rig = `
/interface bridge
add name=bridge vlan-filtering=yes
/interface vlan
add interface=bridge name=left vlan-id=2
add interface=bridge name=right vlan-id=3
/interface bridge port
add bridge=bridge frame-types=admit-only-untagged-and-priority-tagged interface=sfp-sfpplus1 pvid=2
add bridge=bridge frame-types=admit-only-untagged-and-priority-tagged interface=sfp-sfpplus2 pvid=3
/interface bridge vlan
add bridge=bridge tagged=bridge vlan-ids=2
add bridge=bridge tagged=bridge vlan-ids=3
/ip address
add address=10.0.2.1/24 interface=left
add address=10.0.3.1/24 interface=right
/interface ethernet switch
set 0 l3-hw-offloading=yes
`;

interface Options {
  readonly model?: string;
  readonly routeros?: string;
  readonly base?: string;
}

function device(more = '', { model = 'CRS326-24G-2S+', routeros = '7.18.2', base = rig }: Options = {}): Simulator {
  const simulator = createSimulator({ target: targetOf(model, routeros), clock: createVirtualClock(), script: base + more });
  for (const host of [left, right]) simulator.attach(host);
  return simulator;
}

interface Host {
  readonly address: string;
  readonly mac: string;
  readonly port: string;
  readonly vlan?: number;
}

function packet(from: Host, to: Host, details: Partial<IpHeader> = {}, more: Partial<Packet> = {}): Packet {
  const ip = { source: from.address, destination: to.address, protocol: 'udp', sourcePort: 50_000, destinationPort: 514 };
  const tags = from.vlan === undefined ? [] : [{ vlan: from.vlan }];
  return { port: from.port, sourceMac: from.mac, tags, length: 500, ip: { ...ip, ...details }, ...more };
}

/** The way of a conversation that has been going on for a while: there, back, and there once more. */
function settled(simulator: Simulator, from: Host, to: Host, details: Partial<IpHeader> = {}, more: Partial<Packet> = {}): Journey {
  const there = packet(from, to, { protocol: 'tcp', ack: true, ...details }, more);
  const { sourcePort = 0, destinationPort = 0 } = there.ip ?? {};
  simulator.inject(packet(from, to, { protocol: 'tcp', syn: true, ack: false, ...details }, more));
  simulator.inject(packet(to, from, { protocol: 'tcp', syn: true, ack: true, ...details, sourcePort: destinationPort, destinationPort: sourcePort }, more));
  simulator.inject(there);
  return simulator.inject(there);
}

describe('routing in the chip', () => {
  it('sends the first packet through the CPU, which asks for the neighbour, and the rest through hardware', () => {
    const simulator = device();
    expect(simulator.inject(packet(left, right))).toMatchObject({ placement: 'cpu', cpuPath: 'fastpath' });
    expect(simulator.inject(packet(left, right))).toMatchObject({
      placement: 'hardware',
      exits: [{ port: 'sfp-sfpplus2', tags: [], by: 'chip' }],
      judgedBy: [],
    });
    expect(simulator.print('/ip/arp')).toEqual([expect.objectContaining({ address: '10.0.3.2', interface: 'right' })]);
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
    const [from, to] = tagged ? [{ ...left, vlan: 2 }, { ...right, vlan: 3 }] : [left, right];
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
    const flags = simulator.print('/interface/vlan').map((row) => [row['name'], row['hw-offloaded']]);
    expect(flags).toEqual([['left', 'true'], ['right', 'false']]);
  });

  it('needs the same five octets in all MAC addresses on DX3000 and not on DX8000', () => {
    const script = '/interface/vlan/set right mac-address=02:AA:00:00:00:01';
    const base = rig.replace('name=right vlan-id=3', 'name=right vlan-id=3');
    expect(settled(device('', { base }), left, right).placement).toBe('hardware');
    const odd = `/interface/ethernet/set ether9 mac-address=02:AA:00:00:00:01
/ip/address/add address=10.0.9.1/24 interface=ether9`;
    const other = { address: '10.0.9.2', mac: '02:00:00:00:09:02', port: 'ether9' };
    const dx3000 = device(odd);
    dx3000.attach(other);
    expect(settled(dx3000, left, other).placement).toBe('cpu');
    expect(script).toContain('mac-address');
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
  });

  it('routes IPv6 only with ipv6-hw', () => {
    const script = `/ipv6/address/add address=2001:db8:2::1/64 interface=left advertise=no
/ipv6/address/add address=2001:db8:3::1/64 interface=right advertise=no`;
    const [from, to] = [{ ...left, address: '2001:db8:2::2' }, { ...right, address: '2001:db8:3::2' }];
    for (const [setting, placement] of [['no', 'cpu'], ['yes', 'hardware']] as const) {
      const simulator = device(`${script}\n/interface/ethernet/switch/l3hw-settings/set ipv6-hw=${setting}`);
      for (const host of [from, to]) simulator.attach(host);
      expect(settled(simulator, from, to).placement).toBe(placement);
    }
  });

  it('tells the sender about too long packets and a spent TTL, or drops them', () => {
    const talkative = device('/interface/vlan/set right mtu=1400');
    settled(talkative, left, right);
    expect(talkative.inject(packet(left, right, {}, { length: 1450 })).placement).toBe('cpu');
    expect(talkative.inject(packet(left, right, { ttl: 1 }))).toMatchObject({ placement: 'dropped', cpuPath: 'fastpath' });
    const quiet = device(
      '/interface/vlan/set right mtu=1400\n/interface/ethernet/switch/l3hw-settings/set icmp-reply-on-error=no',
    );
    settled(quiet, left, right);
    expect(quiet.inject(packet(left, right, {}, { length: 1450 }))).toMatchObject({ placement: 'dropped' });
    expect(quiet.inject(packet(left, right, { ttl: 1 })).cpuPath).toBeUndefined();
  });

  it('calls a VLAN interface on a port undefined, and the CPU\'s when the port is off', () => {
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
    expect(device('', { base, routeros: '7.15.3' }).inject(packet(left, right))).toMatchObject({ placement: 'dropped' });
    expect(settled(device('', { base, routeros: '7.16.2' }), left, right).placement).toBe('hardware');
  });
});

describe('switching', () => {
  const neighbour = { address: '10.0.2.3', mac: '02:00:00:00:02:03', port: 'ether5' };

  it('forwards within a VLAN in hardware, floods what it has not learned, and filters VLANs', () => {
    const simulator = device('/interface/bridge/port/add bridge=bridge interface=ether5 pvid=2');
    simulator.attach(neighbour);
    const unknown = simulator.inject(packet(left, neighbour));
    expect(unknown).toMatchObject({ placement: 'hardware', exits: [{ port: 'ether5', by: 'chip' }] });
    simulator.inject(packet(neighbour, left));
    expect(simulator.print('/interface/bridge/host').map((row) => [row['mac-address'], row['vid']])).toEqual([
      [left.mac, '2'],
      [neighbour.mac, '2'],
    ]);
    const foreign = packet(left, neighbour, {}, { tags: [{ vlan: 3 }], destinationMac: neighbour.mac });
    expect(simulator.inject(foreign)).toMatchObject({ placement: 'dropped', exits: [] });
  });

  it('tags and untags as the VLAN table says', () => {
    const simulator = device(`/interface/bridge/port/add bridge=bridge interface=ether5 frame-types=admit-only-vlan-tagged
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
    expect(simulator.inject(packet(left, neighbour))).toMatchObject({ placement: 'cpu', exits: [{ port: 'ether5', by: 'cpu' }] });
  });

  it('gives a second bridge to the CPU', () => {
    const simulator = device(`/interface/bridge/add name=other
/interface/bridge/port/add bridge=other interface=ether5
/interface/bridge/port/add bridge=other interface=ether6`);
    const [a, b] = [{ ...neighbour, port: 'ether5' }, { address: '10.0.2.9', mac: '02:00:00:00:02:09', port: 'ether6' }];
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
    const simulator = device('/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 new-dst-ports=ether9');
    expect(simulator.inject(packet(left, right))).toMatchObject({ placement: 'hardware', exits: [{ port: 'ether9' }] });
  });

  it('beyond the table are invalid and match nothing', () => {
    const many = Array.from({ length: 130 }, (_, index) =>
      `add switch=switch1 ports=sfp-sfpplus1 mac-protocol=ip protocol=udp dst-port=${index === 129 ? 514 : index + 1} new-dst-ports=""`,
    );
    const simulator = device(`/interface ethernet switch rule\n${many.join('\n')}`);
    expect(simulator.print('/interface/ethernet/switch/rule').filter((row) => row['invalid'] === 'true')).toHaveLength(2);
    expect(simulator.inject(packet(left, right)).placement).not.toBe('dropped');
    expect(simulator.inject(packet(left, right, { destinationPort: 9 })).placement).toBe('dropped');
  });

  it('are joined by one of the device\'s own for DHCP snooping', () => {
    const simulator = device('/interface/bridge/set bridge dhcp-snooping=yes');
    const [first] = simulator.print('/interface/ethernet/switch/rule');
    expect(first).toMatchObject({ dynamic: 'true', 'redirect-to-cpu': 'yes', protocol: 'udp' });
    const discover = packet(left, right, { sourcePort: 68, destinationPort: 67 });
    expect(simulator.inject(discover).stages[0]).toMatchObject({ where: 'chip', name: 'acl' });
  });
});

describe('the firewall', () => {
  const block = '/ip/firewall/filter/add chain=forward action=drop dst-port=514 protocol=tcp';

  it('never meets what the chip routes', () => {
    const simulator = device(block);
    expect(settled(simulator, left, right).placement).toBe('dropped');
    // Once something else has resolved the neighbour, the chip forwards what the rule would drop.
    settled(simulator, left, right, { destinationPort: 80 });
    expect(settled(simulator, left, right)).toMatchObject({ placement: 'hardware', judgedBy: [] });
  });

  it('judges what the CPU routes', () => {
    const off = '\n/interface/ethernet/switch/set 0 l3-hw-offloading=no';
    expect(settled(device(block + off), left, right)).toMatchObject({ placement: 'dropped', judgedBy: ['filter forward'] });
    expect(settled(device(block + off), left, right, { destinationPort: 80 })).toMatchObject({ placement: 'cpu', cpuPath: 'slow' });
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
    const slow = device(`/interface/ethernet/switch/set 0 l3-hw-offloading=no\n/ip/settings/set allow-fast-path=no${stateful}`);
    expect(settled(slow, left, right)).toMatchObject({ placement: 'cpu', cpuPath: 'slow' });
  });

  it('calls half a conversation invalid when the chip carries the other half', () => {
    const simulator = device(`/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 redirect-to-cpu=yes${stateful}`);
    simulator.run('/ip/firewall/filter/set [find connection-state=new] !in-interface');
    simulator.inject(packet(right, left, { protocol: 'icmp' }));
    const journey = settled(simulator, left, right);
    expect(journey).toMatchObject({ placement: 'dropped', judgedBy: ['filter forward'] });
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
/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=other src-address=10.0.2.2 passthrough=no`;
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
    expect(simulator.inject(packet(left, self, { protocol: 'tcp', syn: true, destinationPort: 22 })).placement).toBe('dropped');
    expect(simulator.inject(packet(left, self, { protocol: 'tcp', syn: true, destinationPort: 443 }))).toMatchObject({
      placement: 'cpu',
      isDelivered: true,
    });
  });
});

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

  it('what the chip forwards is judged by no chain, and nothing leaves by the port that it came by', () => {
    fc.assert(
      fc.property(fc.subarray(scripts), fc.array(packets, { maxLength: 12 }), (more, sent) => {
        const simulator = device(more.join(''));
        for (const { from, to, tags, protocol } of sent) {
          const { placement, judgedBy, exits } = simulator.inject(packet(from, to, { protocol }, { tags }));
          if (placement === 'hardware') expect(judgedBy).toEqual([]);
          if (placement === 'dropped') expect(exits).toEqual([]);
          else expect(exits.length + 1).toBeGreaterThan(0);
          expect(exits.filter((exit) => exit.by === 'chip' && exit.port === from.port && from.port === to.port)).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the same packets make the same journeys', () => {
    fc.assert(
      fc.property(fc.subarray(scripts), fc.array(packets, { maxLength: 8 }), (more, sent) => {
        const run = (): Journey[] => {
          const simulator = device(more.join(''));
          return sent.map(({ from, to, tags, protocol }) => simulator.inject(packet(from, to, { protocol }, { tags })));
        };
        expect(run()).toEqual(run());
      }),
      { numRuns: 30 },
    );
  });
});
