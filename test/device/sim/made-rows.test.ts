// What the simulated device adds to a configuration by itself: VLANs, routes; and its exports.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../../src/device/sim/simulator.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
import { examples } from '../../support/examples.ts';
import { freshDevice } from '../../support/fresh-device.ts';
import { targetOf } from '../../support/sim-target.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

const builtInModels = [...builtInProfiles().models.keys()];
const releases = ['7.10.2', '7.14.3', '7.16.2', '7.18.2', '7.20.8', '7.21.5', '7.22.4', '7.23.2', '7.24.3'];

describe('rows that the device makes', () => {
  const script = `/interface/bridge/add name=bridge vlan-filtering=yes frame-types=admit-only-vlan-tagged
/interface/bridge/port/add bridge=bridge interface=ether1 pvid=10 frame-types=admit-only-untagged-and-priority-tagged
/interface/vlan/add interface=bridge name=vlan20 vlan-id=20
/ip/address/add address=10.0.20.1/24 interface=vlan20`;

  it('are VLANs by PVID, and by VLAN interfaces since 7.16', async () => {
    const made = async (routeros: string) =>
      (await (await freshDevice({ script, routeros })).connection.print('/interface/bridge/vlan')).map(
        (row) => `${row['vlan-ids']} ${row['current-tagged']}/${row['current-untagged']} ${row.comment}`,
      );
    expect(await made('7.15.3')).toEqual(['10 /ether1 added by pvid']);
    expect(await made('7.16.2')).toEqual(['10 /ether1 added by pvid', '20 bridge/ added by vlan on bridge']);
  });

  it('are connected routes, and cannot be changed', async () => {
    const { connection, run } = await freshDevice({ script });
    expect(await connection.print('/ip/route')).toMatchObject([
      { '.id': '*20180001', 'dst-address': '10.0.20.0/24', gateway: 'vlan20', connect: 'true', dynamic: 'true' },
    ]);
    expect(await run('/ip/route', 'remove', { '.id': '*20180001' })).toMatchObject({ kind: 'refused' });
  });

  it('resolve gateways through other routes as the scopes allow', async () => {
    const { connection } = await freshDevice({
      script: `${script}
/ip/route/add dst-address=203.0.113.0/24 gateway=10.0.20.2 scope=10
/ip/route/add dst-address=198.51.100.0/24 gateway=203.0.113.7 target-scope=11
/ip/route/add dst-address=192.0.2.0/24 gateway=198.51.100.7`,
    });
    const routes = await connection.print('/ip/route', {
      query: ['static=true'],
      proplist: ['dst-address', 'immediate-gw', 'active'],
    });
    expect(routes).toEqual([
      { 'dst-address': '203.0.113.0/24', 'immediate-gw': '10.0.20.2%vlan20', active: 'true' },
      { 'dst-address': '198.51.100.0/24', 'immediate-gw': '10.0.20.2%vlan20', active: 'true' },
      { 'dst-address': '192.0.2.0/24', 'immediate-gw': '' },
    ]);
  });
});

describe('exports', () => {
  const lines = [
    '/interface/bridge/add name=b1 vlan-filtering=yes comment="a \\"quoted\\" one"',
    '/interface/bonding/add name=bond1 mode=802.3ad slaves=ether7,ether8',
    '/interface/vlan/add name=v10 interface=b1 vlan-id=10',
    '/interface/vlan/add name=v20 interface=bond1 vlan-id=20',
    '/interface/bridge/port/add bridge=b1 interface=ether1 pvid=10',
    '/ip/address/add address=10.0.10.1/24 interface=v10',
    '/ip/vrf/add name=cust interfaces=v20',
    '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.10.254 comment="line\\nbreak \\$x"',
    '/ip/firewall/filter/add chain=forward action=drop in-interface=v10',
    '/system/script/add name=s source=":log info \\"x\\"\\r\\n:put 1"',
    '/interface/ethernet/set ether2 name=wan comment=uplink',
    '/system/identity/set name=core',
  ];

  it('load into the same configuration', () => {
    const target = targetOf('CRS326-24G-2S+', '7.18.2');
    fc.assert(
      fc.property(fc.subarray(lines), (chosen) => {
        const simulator = createSimulator({ target, clock: createVirtualClock() });
        for (const line of chosen) {
          // What a line refers to may not have been chosen: then the device refuses it.
          try {
            simulator.run(line);
          } catch (error) {
            expect(String(error)).toMatch(/does not match any value|no such item/);
          }
        }
        const again = createSimulator({
          target,
          clock: createVirtualClock(),
          load: simulator.export({ showSensitive: true }),
        });
        expect(again.notLoaded).toEqual([]);
        expect(again.snapshot()).toEqual(simulator.snapshot());
      }),
      { numRuns: examples(20, 60) },
    );
  });

  it.each(builtInModels)('load what the factory made of a %s', (model) => {
    const at = builtInModels.indexOf(model);
    const target = targetOf(model, releases[at % releases.length] ?? '7.18.2');
    const simulator = createSimulator({ target, clock: createVirtualClock(), defconf: true });
    const again = createSimulator({
      target,
      clock: createVirtualClock(),
      load: simulator.export({ showSensitive: true }),
    });
    expect(again.notLoaded).toEqual([]);
    expect(again.export({ showSensitive: true })).toBe(simulator.export({ showSensitive: true }));
  });

  it('take what real devices export', () => {
    const load = `/interface bridge
add name=bridge vlan-filtering=yes
/interface list
add name=USERS
/interface bridge vlan
add bridge=bridge tagged=bridge,USERS vlan-ids=20
/ip address
add address=10.255.0.1 interface=lo network=10.255.0.1
/ip firewall address-list
add address=office.example.com list=REMOTE
/routing bgp connection
add local.role=ebgp name=up output.default-originate=if-installed .network=MINE remote.address=192.0.2.1 .as=64501
add local.role=ebgp name=up remote.address=192.0.2.2 .as=64502
/system logging action
set 3 remote=192.0.2.9
/system swos
set identity=core
`;
    const at = (routeros: string) =>
      createSimulator({ target: targetOf('CRS326-24G-2S+', routeros), clock: createVirtualClock(), load });
    const simulator = at('7.19.4');
    expect(simulator.notLoaded).toEqual([]);
    expect(simulator.print('/routing/bgp/connection')).toMatchObject([
      { 'output.network': 'MINE', 'remote.as': '64501' },
      { 'remote.as': '64502' },
    ]);
    expect(simulator.print('/ip/address')).toMatchObject([{ address: '10.255.0.1/32', invalid: 'false' }]);
    expect(at('7.16.2').notLoaded.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('input does not match any value of tagged'),
    ]);
  });

  it("tell what a device did not take of another one's", () => {
    const load =
      '/interface wifi\nset [ find default-name=wifi1 ] ssid=x\n/interface bridge\nadd name=b no-such=1\nadd name=c\n';
    const simulator = createSimulator({
      target: targetOf('CRS326-24G-2S+', '7.18.2'),
      clock: createVirtualClock(),
      load,
    });
    expect(simulator.notLoaded).toMatchObject([
      { line: 2, command: 'set [ find default-name=wifi1 ] ssid=x' },
      { line: 4, command: 'add name=b no-such=1' },
    ]);
    expect(simulator.print('/interface/bridge')).toMatchObject([{ name: 'c' }]);
  });
});
