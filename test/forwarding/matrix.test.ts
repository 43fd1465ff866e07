// Who talks to whom, one flow told step by step, what a lost port changes, and how full the tables are.

import { describe, expect, it } from 'vitest';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { decideFlow } from '../../src/forwarding/decide.ts';
import { tableUse } from '../../src/forwarding/legs/capacity.ts';
import { offloadMatrix } from '../../src/forwarding/matrix.ts';
import { withoutPort } from '../../src/forwarding/network/without-port.ts';
import { traceFlow } from '../../src/forwarding/trace.ts';
import { config, flow, largeChip, target } from '../support/forwarding-fixture.ts';

const rule = '/interface/ethernet/switch/rule switch=switch1 ports=ether1 mac-protocol=ip';
const site = config(`
  /interface/ethernet default-name=ether4 name=uplink
  /interface/ethernet/switch switch1 l3-hw-offloading=yes
  /interface/bridge name=bridge vlan-filtering=yes
  /interface/bridge/port bridge=bridge interface=ether1 pvid=10
  /interface/bridge/port bridge=bridge interface=ether2 pvid=20
  /interface/vlan name=v10 interface=bridge vlan-id=10
  /interface/vlan name=v20 interface=bridge vlan-id=20
  /ip/address address=10.0.10.1/24 interface=v10
  /ip/address address=10.0.20.1/24 interface=v20
  /ip/address address=203.0.113.2/30 interface=uplink
  /ip/route gateway=203.0.113.1
  ${rule} dst-address=10.0.20.0/24 protocol=tcp dst-port=22 new-dst-ports=
  ${rule} protocol=tcp dst-port=873 redirect-to-cpu=yes
`);
const network = buildNetwork(site, target());

describe('the matrix', () => {
  const { zones, cells } = offloadMatrix(network);
  const cell = (from: string, to: string) => cells.find((each) => each.from === from && each.to === to);

  it('has every pair of zones', () => {
    expect(zones).toEqual(['uplink', 'v10', 'v20', 'internet']);
    // The uplink's own network is not a part of the Internet, so all twelve pairs exist.
    expect(cells).toHaveLength(12);
  });

  it('parts a cell where rules part it', () => {
    const classes = cell('v10', 'v20')?.classes.map(({ direction, placement, packets }) => ({
      direction,
      placement,
      packets,
    }));
    expect(classes).toEqual([
      {
        direction: 'forward',
        placement: 'dropped',
        packets: ['tcp to port 22'],
      },
      { direction: 'forward', placement: 'cpu', packets: ['tcp to port 873'] },
      { direction: 'forward', placement: 'hardware', packets: [] },
      { direction: 'reverse', placement: 'hardware', packets: [] },
    ]);
  });

  it('says how much of a pair fares how', () => {
    const classes = cell('v10', 'v20')?.classes ?? [];
    const [dropped, cpu, ...whole] = classes.map(({ share }) => share);
    // One port of 65,536, of one of two protocols.
    expect(dropped).toBeCloseTo(0.5 / 65_536, 9);
    expect(cpu).toBeCloseTo(0.5 / 65_536, 9);
    expect(whole.map((share) => share.toFixed(4))).toEqual(['1.0000', '1.0000']);
  });

  it('leaves a cell whole where nothing parts it', () => {
    expect(cell('v20', 'internet')?.classes.map(({ placement }) => placement)).toEqual(['hardware', 'hardware']);
  });

  it('is made for a large site', () => {
    const lines = [
      '/interface/ethernet/switch switch1 l3-hw-offloading=yes',
      '/interface/bridge name=bridge vlan-filtering=yes',
    ];
    for (let n = 1; n <= 24; n++)
      lines.push(`/interface/bridge/port bridge=bridge interface=ether${n} pvid=${100 + n}`);
    for (let n = 0; n < 32; n++) {
      lines.push(
        `/interface/bridge/vlan bridge=bridge vlan-ids=${100 + n} tagged=ether23,ether24`,
        `/interface/vlan name=v${n} interface=bridge vlan-id=${100 + n}`,
        `/ip/address address=10.${n}.0.1/24 interface=v${n}`,
      );
    }
    for (let n = 0; n < 1000; n++) lines.push(`/ip/route dst-address=198.18.${n & 255}.0/24 gateway=10.${n % 8}.0.2`);
    for (let n = 0; n < 250; n++) {
      lines.push(
        `/interface/ethernet/switch/rule switch=switch1 mac-protocol=ip src-address=10.${n % 32}.0.0/24 ` +
          `dst-address=10.${(n * 7) % 32}.0.0/24 protocol=tcp dst-port=${1000 + n} new-dst-ports=`,
      );
    }
    const large = buildNetwork(config(lines.join('\n')), target({ chips: [largeChip], ports: [24] }));
    // Half of each size that the design asks for; `pnpm bench` measures the whole of it. Here it only has to end.
    expect(offloadMatrix(large).cells).toHaveLength(32 * 31);
  });
});

describe('a trace', () => {
  it('tells every class of a flow apart, with its steps', () => {
    const { verdict, ways } = traceFlow(network, flow(network, 'v10 -> v20 tcp 22-23,873 one-way'));
    expect(verdict.placement).toBe('dropped');
    expect(ways.map(({ placement, packets }) => `${placement}: ${packets.join()}`)).toEqual([
      expect.stringContaining('dropped: tcp to port 22 '),
      expect.stringContaining('cpu: tcp to port 873 '),
      expect.stringContaining('hardware: tcp to port 23 '),
    ]);
    expect(ways.at(-1)?.steps.map(({ stage }) => stage)).toEqual(['ingress', 'layer 3', 'route', 'egress', 'chip']);
  });
});

describe('what if a port is down', () => {
  it('takes the flows that need it', () => {
    for (const name of ['ether4', 'uplink']) {
      const changed = withoutPort(site, target(), name);
      const rest = changed && buildNetwork(changed, target());
      expect(rest && decideFlow(rest, flow(rest, 'v10 -> internet udp 53')).placement).toBe('dropped');
      expect(rest && decideFlow(rest, flow(rest, 'v10 -> v20 udp 53')).placement).toBe('hardware');
    }
  });

  it('knows ports without an item, and none that do not exist', () => {
    const changed = withoutPort(site, target(), 'ether2');
    const rest = changed && buildNetwork(changed, target());
    expect(rest && decideFlow(rest, flow(rest, 'v10 -> v20 udp 53')).because.map(({ code }) => code)).toEqual([
      'flow/no-port',
    ]);
    expect(withoutPort(site, target(), 'ether77')).toBeUndefined();
  });
});

describe('tables', () => {
  it('are counted against their sizes', () => {
    const uses = new Map(tableUse(network).map((use) => [use.resource, use]));
    expect(uses.get('routes-ipv4')).toMatchObject({ used: 4, size: 13312, bound: 'exact' });
    expect(uses.get('next-hops')).toMatchObject({ used: 4 });
    expect(uses.get('mtu-profiles')).toMatchObject({ used: 1, size: 8 });
    expect(uses.has('fasttrack-connections')).toBe(false);
    expect(tableUse(buildNetwork(site, target({ chips: [{ 'l3.offload': false }] })))).toEqual([]);
  });
});

describe('the shares of a pair', () => {
  it('count IPv6 as much as IPv4, and make up the whole', () => {
    const both = buildNetwork(
      config(`
        /interface/ethernet/switch switch1 l3-hw-offloading=yes
        /interface/ethernet/switch/l3hw-settings - ipv6-hw=yes
        /ip/address address=10.0.1.1/24 interface=ether1
        /ip/address address=10.0.2.1/24 interface=ether2
        /ipv6/address address=2001:db8:1::1/64 interface=ether1
        /ipv6/address address=2001:db8:2::1/64 interface=ether2
        /ipv6/route dst-address=2001:db8:2:0:8000::/65 gateway=2001:db8:2::9 suppress-hw-offload=yes
      `),
      target(),
    );
    const cell = offloadMatrix(both).cells.find(({ from, to }) => from === 'ether1' && to === 'ether2');
    const shares = cell?.classes.map(({ direction, placement, share }) => [direction, placement, share.toFixed(3)]);
    expect(shares).toEqual([
      ['forward', 'cpu', '0.250'],
      ['forward', 'hardware', '0.750'],
      ['reverse', 'hardware', '1.000'],
    ]);
  });
});

describe('a part that fares otherwise', () => {
  const parted = buildNetwork(
    config(`
      /interface/ethernet/switch switch1 l3-hw-offloading=yes
      /ip/address address=10.0.1.1/24 interface=ether1
      /ip/address address=10.0.2.1/24 interface=ether2
      /ip/route dst-address=10.8.0.0/16 gateway=10.0.2.9
      /ip/route dst-address=10.8.3.16/28 gateway=10.0.2.9 suppress-hw-offload=yes
      /ip/route dst-address=10.8.7.0/24 gateway=10.0.2.9 suppress-hw-offload=yes
      ${rule.replace('ports=ether1', 'ports=ether1,ether2')} dst-address=10.8.9.9/32 protocol=tcp dst-port=443 redirect-to-cpu=yes
    `),
    target(),
  );
  const splitOf = (text: string) =>
    decideFlow(parted, flow(parted, text)).notes.find(({ code }) => code === 'flow/split')?.text;

  it('is told in full, whatever its protocols', () => {
    expect(splitOf('ether1 -> 10.8.0.0/16')).toBe(
      'cpu (fastpath) for tcp to port 443 to 10.8.9.9/32; packets to 10.8.3.16/28, 10.8.7.0/24; the rest: hardware',
    );
    expect(splitOf('ether1 -> 10.8.3.0/24 udp')).toBe('cpu (fastpath) for udp to 10.8.3.16/28; the rest: hardware');
    expect(splitOf('ether1 -> 10.8.3.16/28')).toBeUndefined();
  });
});
