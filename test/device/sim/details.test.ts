// Details of the simulated device that the differential test rests on: neighbours, MAC addresses, gateways, lookups.

import { describe, expect, it } from 'vitest';
import { device, left, packet, rig, right, settled } from '../../support/sim-rig.ts';

const off = '\n/interface/ethernet/switch/set 0 l3-hw-offloading=no';

describe('neighbours', () => {
  it('that are written by hand are in the chip before anybody asks for them', () => {
    const script = `/ip/arp/add address=${right.address} interface=right mac-address=${right.mac}`;
    expect(device(script).inject(packet(left, right)).placement).toBe('hardware');
    expect(device(`${script} disabled=yes`).inject(packet(left, right)).placement).toBe('cpu');
  });

  it('at the other end of a point-to-point link are connected', () => {
    const script = '/ip/address/add address=192.0.2.1/32 network=10.99.0.1 interface=right';
    const routes = device(script).print('/ip/route');
    expect(routes.map((row) => row['dst-address'])).toContain('10.99.0.1/32');
    expect(routes.map((row) => row['dst-address'])).not.toContain('192.0.2.1/32');
  });
});

describe('MAC addresses', () => {
  const macOf = (script: string, name: string) =>
    device(script)
      .print('/interface')
      .find((row) => row.name === name)?.['mac-address'];
  const ports = `/interface/ethernet/set sfp-sfpplus1 mac-address=02:00:00:00:00:11
/interface/ethernet/set sfp-sfpplus2 mac-address=02:00:00:00:00:22\n`;

  it('of a bridge are those of a port, unless one is written and `auto-mac` is off', () => {
    expect(macOf(ports, 'bridge')).toBe('02:00:00:00:00:11');
    expect(macOf(`${ports}/interface/bridge/set bridge admin-mac=02:00:00:00:00:33`, 'bridge')).toBe(
      '02:00:00:00:00:11',
    );
    expect(macOf(`${ports}/interface/bridge/set bridge admin-mac=02:00:00:00:00:33 auto-mac=no`, 'left')).toBe(
      '02:00:00:00:00:33',
    );
  });

  it('of a bond are those of its first slave, unless one is forced', () => {
    const bond =
      '/interface/ethernet/set ether5 mac-address=02:00:00:00:00:55\n/interface/bonding/add name=bond1 slaves=ether5';
    expect(macOf(bond, 'bond1')).toBe('02:00:00:00:00:55');
    expect(macOf(`${bond} forced-mac-address=02:00:00:00:00:66`, 'bond1')).toBe('02:00:00:00:00:66');
  });
});

describe('MAC addresses of routed interfaces', () => {
  it('have to start alike, whatever those of other ports are', () => {
    const base = `
/ip/address/add address=10.0.2.1/24 interface=sfp-sfpplus1
/ip/address/add address=10.0.3.1/24 interface=sfp-sfpplus2
/interface/ethernet/switch/set 0 l3-hw-offloading=yes
/interface/ethernet/set sfp-sfpplus1 mac-address=02:AA:00:00:00:01
`;
    const other = (last: string) => `/interface/ethernet/set sfp-sfpplus2 mac-address=02:${last}:00:00:00:02`;
    const model = 'CRS326-24G-2S+';
    expect(settled(device(other('AA'), { base, model }), left, right).placement).toBe('hardware');
    expect(settled(device(other('BB'), { base, model }), left, right).placement).toBe('cpu');
  });
});

describe('gateways', () => {
  const far = { ...right, address: '198.51.100.9' };
  const host = '/ip/route/add dst-address=203.0.113.1/32 gateway=10.0.3.2 scope=10\n';
  const behind = '/ip/route/add dst-address=198.51.100.0/24 gateway=203.0.113.1';

  it('resolve through routes that their target scope reaches', () => {
    expect(settled(device(`${host}${behind} target-scope=11`), left, far).placement).toBe('hardware');
    // The scope of the route is raised above its own target scope, which is 10.
    expect(settled(device(`${host}${behind}`), left, far).placement).toBe('dropped');
  });

  it('of one prefix that partly drop leave the outcome open', () => {
    const script = `/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2
/ip/route/add dst-address=198.51.100.0/24 blackhole`;
    const open = new Set(['a prefix of which some routes drop']);
    expect(new Set(settled(device(script), left, far).unmodelled)).toEqual(open);
    expect(new Set(settled(device(script + off), left, far).unmodelled)).toEqual(open);
  });

  it('that share a route all take packets', () => {
    const script = '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2,10.0.2.3';
    const simulator = device(script);
    simulator.attach({ ...left, address: '10.0.2.3', mac: '02:00:00:00:02:03' });
    const exits = Array.from({ length: 20 }, (_, index) =>
      settled(simulator, left, far, { sourcePort: 50_000 + index }),
    );
    expect(new Set(exits.flatMap((each) => each.exits.map(({ port }) => port)))).toEqual(
      new Set(['sfp-sfpplus1', 'sfp-sfpplus2']),
    );
  });
});

describe('the routing decision of the kernel', () => {
  const table =
    '/routing/table/add name=alt fib\n/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.3 routing-table=alt\n';

  it('hides the default route from a rule with `min-prefix=0`', () => {
    const rule = '/routing/rule/add action=lookup-only-in-table table=alt';
    const simulator = (words: string) => {
      const made = device(`${table}${rule}${words}${off}`);
      made.attach({ ...right, address: '10.0.3.3', mac: '02:00:00:00:03:03' });
      return made;
    };
    expect(settled(simulator(''), left, right).placement).toBe('cpu');
    expect(settled(simulator(' min-prefix=0'), left, right).placement).toBe('dropped');
  });

  it('refuses sources without a way back, with a blackhole as well', () => {
    const filter = `/ip/settings/set rp-filter=loose${off}`;
    expect(settled(device(filter), left, right).placement).toBe('cpu');
    const hole = '/ip/route/add dst-address=10.0.2.0/25 blackhole\n';
    expect(settled(device(hole + filter), left, right).placement).toBe('dropped');
  });
});

describe('switch rules of VLANs', () => {
  const base = rig;
  const rule = '/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 vlan-id=2 ';
  const question = 'vlan-id of a switch rule and an untagged packet';

  it('leave untagged packets open where it makes a difference', () => {
    expect(settled(device(`${rule}redirect-to-cpu=yes`, { base }), left, right).unmodelled).toEqual([question]);
    for (const words of ['new-dst-ports=all', 'redirect-to-cpu=no', 'new-vrf=main']) {
      expect(settled(device(rule + words, { base }), left, right).unmodelled).toEqual([]);
    }
  });

  it('leave it open whether they match at ports that are not in hardware', () => {
    const software = '/interface/bridge/port/set [find interface=sfp-sfpplus1] hw=no\n';
    const { unmodelled } = settled(device(`${software}${rule}new-dst-ports=""`, { base }), left, right);
    expect(unmodelled).toEqual(['a VLAN matcher of a switch rule without hardware VLAN filtering']);
  });
});

describe('a second bridge on the chip', () => {
  const base = rig
    .replace('add name=bridge vlan-filtering=yes', '$&\nadd name=second vlan-filtering=yes')
    .replace('interface=bridge name=right', 'interface=second name=right')
    .replace(/bridge=bridge (.*)(pvid|vlan-ids)=3/g, 'bridge=second $1$2=3')
    .replace('bridge=second tagged=bridge', 'bridge=second tagged=second');

  it('leaves routing undefined, also where a rule assigns the table that everything has', () => {
    const rule = '/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus2 new-vrf=main';
    for (const script of ['', rule]) {
      expect(settled(device(script, { base, routeros: '7.24.5' }), right, left).placement).toBe('unpredictable');
    }
  });

  it('leaves it undefined for known hosts, whatever is flooded where they are', () => {
    const suppressed = '/ip/route/add dst-address=10.0.3.0/25 gateway=right suppress-hw-offload=yes\n';
    const unflooded = '/interface/bridge/port/set [find interface=sfp-sfpplus2] broadcast-flood=no\n';
    for (const script of [suppressed, suppressed + unflooded]) {
      expect(settled(device(script, { base }), left, right).placement).toBe('unpredictable');
    }
  });
});

describe('a port of another chip in the bridge', () => {
  const base = rig.replaceAll('sfp-sfpplus2', 'ether1');
  const other = { ...right, port: 'ether1' };

  const made = (script = '') => {
    const simulator = device(script, { base, model: 'CRS326-24S+2Q+' });
    simulator.attach(other);
    simulator.settle();
    return simulator;
  };

  it('leaves undefined what becomes of packets that are routed there, where the chip routes', () => {
    expect(made().inject(packet(left, other)).placement).toBe('unpredictable');
    expect(made().inject(packet(other, left)).placement).toBe('unpredictable');
    expect(made(off).inject(packet(left, other)).placement).toBe('cpu');
  });

  it('has no hardware-routing switch of its own that takes a VLAN to the CPU', () => {
    const script = '/interface/ethernet/switch/port/set ether1 l3-hw-offloading=no';
    const simulator = device(script, { base, model: 'CRS326-24S+2Q+', routeros: '7.21.5' });
    simulator.attach(other);
    simulator.settle();
    expect(simulator.inject(packet(other, left)).placement).toBe('unpredictable');
  });

  it('leaves open what becomes of frames that are switched there', () => {
    const near = { address: '10.0.3.9', mac: '02:00:00:00:03:09', port: 'sfp-sfpplus3' };
    const same = '/interface/bridge/port/add bridge=bridge interface=sfp-sfpplus3 pvid=3\n';
    const sent = (script: string) => {
      const simulator = made(same + script);
      simulator.attach(near);
      simulator.settle();
      return simulator.inject(packet(near, other)).unmodelled;
    };
    expect(sent('')).toEqual(['frames of a port beside the chip in its bridge']);
    expect(sent(off)).toEqual([]);
  });
});

describe('queues that the chip bypasses', () => {
  it('are those for the mark that the packet would have had', () => {
    const queue = '/queue/tree/add name=t parent=global packet-mark=p max-limit=1M\n';
    const mark = '/ip/firewall/mangle/add chain=forward action=mark-packet new-packet-mark=p protocol=udp';
    const bypassed = (script: string, protocol: string) => {
      const simulator = device(script);
      simulator.settle();
      return settled(simulator, left, right, { protocol }).bypassed.map(({ text }) => text);
    };
    expect(bypassed(queue, 'udp')).toEqual([]);
    expect(bypassed(queue + mark, 'udp')).toContain('queue tree (new)');
    expect(bypassed(queue + mark, 'tcp')).toEqual([]);
  });
});

describe('FastTrack in the chip', () => {
  const far = { address: '198.51.100.9', mac: '02:00:00:00:03:09', port: 'sfp-sfpplus2', vlan: 3 };
  const redirected = `/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1,sfp-sfpplus2 redirect-to-cpu=yes
/ip/firewall/filter/add chain=forward action=fasttrack-connection connection-state=established,related
/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.2.3
`;
  const onPort = rig
    .replace('add interface=bridge name=right', 'add interface=sfp-sfpplus2 name=right')
    .replace(/.*(?:pvid|vlan-ids)=3\n/g, '');

  it('needs all interfaces of the connection in the chip, also where answers leave by another', () => {
    const last = (base: string, host: typeof far | Omit<typeof far, 'vlan'>) => {
      const simulator = device(redirected, { base, model: 'CRS309-1G-8S+' });
      simulator.attach({ ...left, address: '10.0.2.3', mac: '02:00:00:00:02:03' });
      simulator.settle();
      return settled(simulator, host, left, { protocol: 'udp' });
    };
    const { vlan: _, ...untagged } = far;
    expect(last(rig, untagged)).toMatchObject({ placement: 'fasttrack' });
    expect(last(onPort, far)).toMatchObject({ placement: 'cpu', cpuPath: 'fasttrack' });
  });
});
