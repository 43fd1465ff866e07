// What two analyses of one site have to tell of each other, and what a device has lost between two networks.

import { expect, test } from 'vitest';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { losses } from '../../src/forwarding/losses.ts';
import { withoutPort } from '../../src/forwarding/network/without-port.ts';
import type { Config } from '../../src/model/config.ts';
import { parsePrefix } from '../../src/model/prefix.ts';
import { emptyReport } from '../../src/report/site-report.ts';
import { compareReports, type Hypothesis, renderWhatIf } from '../../src/report/what-if.ts';
import { config, target } from '../support/forwarding-fixture.ts';

const rule = (key: number, comment: string, rest: string) =>
  `/interface/ethernet/switch/rule rule:${key} comment=rosc:${comment} ${rest}`;

function hypothesis(items: Config): Hypothesis {
  return {
    report: emptyReport,
    configs: [{ device: 'core', config: items }],
    matrices: new Map(),
    inactive: new Set(),
  };
}

test('what rosc made is known by its tag, however many stand before it', () => {
  const before = config([rule(1, 'acl/a/1', 'ports=ether1'), rule(2, 'acl/a/2', 'ports=ether2')].join('\n'));
  const after = config(
    [rule(1, 'acl/new', 'ports=ether9'), rule(2, 'acl/a/1', 'ports=ether1'), rule(3, 'acl/a/2', 'ports=ether3')].join(
      '\n',
    ),
  );
  const whatIf = compareReports('with RouterOS 7.21.5', hypothesis(before), hypothesis(after));
  const menu = '/interface/ethernet/switch/rule';
  expect(whatIf.arguments).toEqual([
    { device: 'core', menu, key: 'acl/a/2', name: 'ports', before: 'ether2', after: 'ether3' },
    { device: 'core', menu, key: 'acl/new', name: 'comment', after: 'rosc:acl/new', item: 'added' },
    { device: 'core', menu, key: 'acl/new', name: 'ports', after: 'ether9', item: 'added' },
  ]);
  expect(renderWhatIf(whatIf)).toMatch(/acl\/a\/2 +ports +ether2 +→ +ether3\n.*acl\/new +added\n$/);
});

const site = config(`
  /interface/ethernet/switch switch1 l3-hw-offloading=yes
  /interface/bridge name=bridge vlan-filtering=yes
  /interface/bridge/port bridge=bridge interface=ether1 pvid=10
  /interface/bridge/port bridge=bridge interface=ether2 pvid=10
  /interface/vlan name=v10 interface=bridge vlan-id=10
  /ip/address address=10.0.10.1/24 interface=v10
  /ip/address address=10.0.3.1/30 interface=ether3
  /ip/address address=10.0.4.1/30 interface=ether4
  /routing/table name=alternative fib=
  /ip/route gateway=10.0.3.2
  /ip/route gateway=10.0.4.2 routing-table=alternative
  /routing/bgp/connection name=near remote.address=10.0.4.2
  /routing/bgp/connection name=far remote.address=192.0.2.1
`);

function lostWithout(...ports: readonly string[]): readonly string[] {
  const rest = ports.reduce<Config>((each, port) => withoutPort(each, target(), port) ?? each, site);
  const management = parsePrefix('10.0.3.1');
  const all = losses(buildNetwork(site, target()), buildNetwork(rest, target()), management);
  return all.map(({ kind, text }) => `${kind}: ${text}`);
}

test('a VLAN has lost its network with the last of its ports', () => {
  expect(lostWithout('ether1')).toEqual([]);
  expect(lostWithout('ether1', 'ether2')).toEqual(['network: none of the ports of `v10` (10.0.10.1) is up']);
});

test('management, sessions and tables of a policy are told of', () => {
  expect(lostWithout('ether3')).toEqual([
    'management: the device is not managed by `ether3` (10.0.3.1) any more: none of its ports is up',
    'session: BGP session `far` ends: 192.0.2.1 is out of reach',
  ]);
  expect(lostWithout('ether4')).toEqual([
    'session: BGP session `near` ends: 10.0.4.2 is out of reach',
    'policy: table `alternative` has no route left: packets that a policy sends there take the next table, in the end `main`',
  ]);
});
