// What a config makes of a device: names, bridges, VLANs, routes.

import { describe, expect, it } from 'vitest';
import { switchRules } from '../../../src/forwarding/acl/acl.ts';
import { buildNetwork } from '../../../src/forwarding/build.ts';
import type { Network } from '../../../src/forwarding/network/network.ts';
import { destinationOf } from '../../../src/forwarding/routing/fib.ts';
import { parsePrefix, printPrefix } from '../../../src/model/prefix.ts';
import { accessChip, config, smallChip, type TargetSpec, target } from '../../support/forwarding-fixture.ts';

function network(text: string, spec?: TargetSpec): Network {
  return buildNetwork(config(text), target(spec));
}

const switched = `
/interface/bridge name=bridge vlan-filtering=yes
/interface/bridge/port bridge=bridge interface=ether1 pvid=10
/interface/bridge/port bridge=bridge interface=ether2 pvid=20 frame-types=admit-only-untagged-and-priority-tagged
/interface/bridge/port bridge=bridge interface=ether3 frame-types=admit-only-vlan-tagged
/interface/bridge/port bridge=bridge interface=ether9 pvid=10
/interface/bridge/vlan bridge=bridge tagged=bridge,ether3 vlan-ids=10
/interface/bridge/vlan bridge=bridge tagged=ether3 vlan-ids=20,30-32
/interface/vlan name=v10 interface=bridge vlan-id=10
/interface/vlan name=v20 interface=bridge vlan-id=20
`;

describe('switch rules', () => {
  it('take `all` for leave to pass, and no ports for a drop', () => {
    const rules = switchRules(
      network(`
        /interface/ethernet/switch/rule ports=ether1 new-dst-ports=all
        /interface/ethernet/switch/rule ports=ether1 new-dst-ports=
        /interface/ethernet/switch/rule ports=ether1 new-dst-ports=ether2
      `),
    );
    expect(rules.map(({ action }) => action)).toEqual([
      { kind: 'permit' },
      { kind: 'drop' },
      { kind: 'to-port', ports: ['ether2'] },
    ]);
  });
});

describe('members of a VLAN', () => {
  it('come from interface lists too', () => {
    const { members } = network(`${switched}
      /interface/list name=trunks
      /interface/list/member list=trunks interface=ether4
      /interface/bridge/vlan bridge=bridge tagged=trunks vlan-ids=40
    `);
    expect([...members('bridge', 40).tagged]).toContain('ether4');
  });
});

describe('a row of many VLANs', () => {
  const many = (rest: string) =>
    network(`
      /interface/bridge name=bridge vlan-filtering=yes
      /interface/bridge/port bridge=bridge interface=ether1
      /interface/bridge/vlan bridge=bridge tagged=ether1,ether2 untagged=ether3 vlan-ids=2-4094
      ${rest}
    `);

  it('is read once, not for each of them', () => {
    const { members } = many('');
    expect(members('bridge', 3000).tagged).toBe(members('bridge', 30).tagged);
    expect(members('bridge', 3000).untagged).toBe(members('bridge', 30).untagged);
  });

  it('is no row of the VLAN that a port adds itself to', () => {
    const { members } = many('/interface/bridge/port bridge=bridge interface=ether4 pvid=30');
    expect([...members('bridge', 30).untagged]).toEqual(['ether3', 'ether4']);
    expect([...members('bridge', 31).untagged]).toEqual(['ether3']);
  });

  it('leaves nothing to a later row, which the device refuses', () => {
    const { members } = many('/interface/bridge/vlan bridge=bridge tagged=ether5 vlan-ids=5000,30');
    expect([...members('bridge', 30).tagged]).toEqual(['ether1', 'ether2']);
  });
});

describe('names', () => {
  it('follows a renamed port everywhere', () => {
    const { ports, kindOf, portsBelow } = network(`
      /interface/ethernet default-name=ether1 name=wan
      /interface/ethernet/switch/port wan l3-hw-offloading=no
    `);
    expect(kindOf('ether1')).toBeUndefined();
    expect(kindOf('wan')).toBe('port');
    expect(ports.get('wan')).toMatchObject({ l3Offload: false, port: { name: 'ether1' } });
    expect(portsBelow('wan').map((port) => port.name)).toEqual(['wan']);
  });

  it('knows which names nothing creates', () => {
    const { unknownInterfaces } = network(`
      /interface/bridge name=bridge
      /interface/bridge/port bridge=bridge interface=ether77
      /interface/ethernet/switch/port 3 l3-hw-offloading=no
    `);
    expect([...unknownInterfaces.keys()]).toEqual(['ether77', '3']);
  });

  it('resolves interface lists with their includes and excludes', () => {
    const { interfaceListMembers } = network(`
      /interface/list name=LAN
      /interface/list name=ALL include=LAN exclude=NOT
      /interface/list name=NOT
      /interface/list/member list=LAN interface=ether1
      /interface/list/member list=LAN interface=ether2
      /interface/list/member list=NOT interface=ether2
      /interface/list/member list=ALL interface=ether3
      /interface/list name=OWN exclude=all
      /interface/list/member list=OWN interface=ether1
    `);
    expect([...interfaceListMembers('ALL')].sort()).toEqual(['ether1', 'ether3']);
    expect([...interfaceListMembers('OWN')]).toEqual(['ether1']);
    expect(interfaceListMembers('none').size).toBe(0);
  });

  it('counts disabled items for nothing', () => {
    const { bridgePorts, portsBelow, routes } = network(`
      /interface/ethernet default-name=ether2 disabled=yes
      /interface/ethernet default-name=ether3 disabled=yes
      /interface/bridge name=bridge
      /interface/bridge/port bridge=bridge interface=ether1 disabled=yes
      /interface/bridge/port bridge=bridge interface=ether2
      /ip/address address=10.0.0.1/24 interface=ether3
      /ip/route gateway=10.0.0.2 disabled=yes
    `);
    expect(bridgePorts.has('ether1')).toBe(false);
    expect(portsBelow('bridge')).toEqual([]);
    expect(routes).toEqual([]);
  });
});

describe('bridges', () => {
  it('gives the chip to the first bridge with ports on it', () => {
    const { bridges } = network(`
      /interface/bridge name=a
      /interface/bridge name=b
      /interface/bridge/port bridge=b interface=ether1
      /interface/bridge/port bridge=a interface=ether2
    `);
    expect(bridges.get('a')?.switches.map((chip) => chip.name)).toEqual(['switch1']);
    expect(bridges.get('b')?.switches).toEqual([]);
  });

  it.each([
    ['hw=no', '/interface/bridge name=b', 'hw=no', undefined],
    ['a horizon', '/interface/bridge name=b', 'horizon=1', undefined],
    ['nothing against it', '/interface/bridge name=b', '', 'switch1'],
  ])('%s decides whether the chip switches a port', (_, bridge, property, expected) => {
    const { bridgePorts } = network(`${bridge}\n/interface/bridge/port bridge=b interface=ether1 ${property}`);
    const hardware = bridgePorts.get('ether1')?.hardware;
    expect(hardware === 'unknown' ? hardware : hardware?.name).toBe(expected);
  });

  it.each([
    ['vlan-filtering=yes', undefined],
    ['protocol-mode=mstp', undefined],
    ['igmp-snooping=yes', 'unknown'],
    ['protocol-mode=none', 'switch1'],
  ])('%s on a chip that bridges only plainly', (property, expected) => {
    const { bridgePorts } = network(
      `/interface/bridge name=b ${property}\n/interface/bridge/port bridge=b interface=ether1`,
      { chips: [accessChip] },
    );
    const hardware = bridgePorts.get('ether1')?.hardware;
    expect(hardware === 'unknown' ? hardware : hardware?.name).toBe(expected);
  });

  it.each([
    ['802.3ad', 'ether1,ether2', smallChip, 'switch1'],
    ['balance-rr', 'ether1,ether2', smallChip, undefined],
    ['802.3ad', 'ether1,ether9', smallChip, undefined],
    ['802.3ad', 'ether1,ether2', { 'l2.bridge': true }, 'unknown'],
  ] as const)('bond in mode %s over %s', (mode, slaves, facts, expected) => {
    const { bonds } = network(`/interface/bonding name=bond1 mode=${mode} slaves=${slaves}`, { chips: [facts] });
    const hardware = bonds.get('bond1')?.hardware;
    expect(hardware === 'unknown' ? hardware : hardware?.name).toBe(expected);
  });
});

describe('VLANs', () => {
  it('joins static rows, pvids and ranges', () => {
    const { members, vidsOf } = network(switched, { routeros: '7.14.3' });
    const ten = members('bridge', 10);
    expect([...ten.tagged]).toEqual(['bridge', 'ether3']);
    expect([...ten.untagged]).toEqual(['ether1', 'ether9']);
    expect([...members('bridge', 31).tagged]).toEqual(['ether3']);
    expect(vidsOf('bridge')).toEqual([1, 10, 20, 30, 31, 32]);
  });

  it('adds the bridge for a VLAN interface from 7.16 on', () => {
    expect(network(switched, { routeros: '7.15.3' }).members('bridge', 20).tagged.has('bridge')).toBe(false);
    const later = network(switched, { routeros: '7.16' }).members('bridge', 20);
    expect(later.tagged.has('bridge')).toBe(true);
  });

  it('finds the ports of a VLAN interface', () => {
    const { l3Interfaces, portsBelow } = network(switched);
    expect(l3Interfaces.get('v10')?.ports).toEqual(['ether1', 'ether3', 'ether9']);
    expect(portsBelow('v20').map((port) => port.name)).toEqual(['ether2', 'ether3']);
    expect(l3Interfaces.get('bridge')?.ports).toEqual([]);
  });
});

describe('routes', () => {
  const text = `
    /ip/address address=10.0.0.1/24 interface=ether1
    /ip/address address=10.0.1.1/24 interface=ether2
    /ipv6/address address=2001:db8::1/64 interface=ether1
    /ip/route dst-address=0.0.0.0/0 gateway=10.0.0.2
    /ip/route dst-address=0.0.0.0/0 gateway=10.0.1.2 distance=5
    /ip/route dst-address=192.0.2.0/24 gateway=10.0.0.2,10.0.1.2
    /ip/route dst-address=198.51.100.0/24 blackhole=
    /ip/route dst-address=203.0.113.0/24 type=blackhole
    /ip/route dst-address=10.9.0.0/16 gateway=172.16.0.1
    /ip/route dst-address=10.9.0.0/16 gateway=10.0.1.9 distance=200
    /ip/route dst-address=10.8.0.0/16 gateway=192.0.2.1%ether3
    /ip/route dst-address=10.7.0.0/16 gateway=ether4 suppress-hw-offload=yes
    /ip/route dst-address=10.6.0.0/16 gateway=192.0.2.9 target-scope=30
    /ip/route gateway=10.0.1.7 routing-table=other
    /ipv6/route dst-address=::/0 gateway=fe80::1%ether2
  `;
  const routed = network(text);
  const { routes } = routed;

  it.each([
    ['main', '8.8.8.8', ['ether1']],
    ['main', '10.0.1.99', ['ether2']],
    ['main', '192.0.2.1', ['ether1', 'ether2']],
    ['main', '198.51.100.1', ['drop']],
    ['main', '203.0.113.1', ['drop']],
    ['main', '10.9.0.1', ['ether2']],
    ['main', '10.8.0.1', ['ether3']],
    ['main', '10.7.0.1', ['ether4']],
    ['main', '10.6.0.1', ['ether1']],
    ['other', '8.8.8.8', ['ether2']],
    ['main', '2001:db8::5', ['ether1']],
    ['main', '2001:db9::5', ['ether2']],
    ['none', '8.8.8.8', []],
  ])('table %s sends %s to %s', (table, address, expected) => {
    const prefix = parsePrefix(address);
    const { nextHops = [] } = (prefix && destinationOf(routed, table, prefix)) ?? {};
    expect(nextHops.map((hop) => (hop.kind === 'blackhole' ? 'drop' : String(hop.interface)))).toEqual(expected);
  });

  it('marks what lost and what is suppressed', () => {
    const lost = routes.filter((route) => route.shadowed).map((route) => printPrefix(route.prefix));
    expect(lost).toEqual(['0.0.0.0/0']);
    expect(routes.filter((route) => route.suppressed)).toHaveLength(1);
  });

  it('keeps VRFs apart', () => {
    const separate = network(`
      /ip/vrf name=blue interfaces=ether1
      /ip/address address=10.0.0.1/24 interface=ether1
      /ip/route gateway=10.0.0.2@blue routing-table=blue
    `);
    expect(separate.vrfs.get('blue')?.interfaces).toEqual(['ether1']);
    expect(separate.routes.map((route) => [route.table, route.usable])).toEqual([
      ['blue', true],
      ['blue', true],
    ]);
  });
});
