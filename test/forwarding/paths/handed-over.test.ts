// Whether FastTrack hands all connections of a route over is asked of each kind of sender. Beyond a bound nobody looks,
// and what nobody looked at is unknown.

import { expect, test } from 'vitest';
import { analyze } from '../../../src/offload/analyze.ts';
import { openFixture } from '../../support/rule-fixtures.ts';

/** VLANs behind a trunk, each kept apart from the others by a rule that names it, and an uplink behind NAT. */
function deviceWith(vlans: number): string {
  const ids = Array.from({ length: vlans }, (_, index) => index + 2);
  const network = (id: number) => `${Math.floor(id / 100)}.${id % 100}`;
  return `# target: CCR2216-1G-12XS-2XQ 7.20.8
/interface/bridge
add name=bridge1 vlan-filtering=yes admin-mac=00:00:5E:00:53:01 auto-mac=no
/interface/bridge/port
add bridge=bridge1 interface=sfp28-1 frame-types=admit-only-vlan-tagged
/interface/bridge/vlan
add bridge=bridge1 tagged=bridge1,sfp28-1 vlan-ids=2-${vlans + 1}
/interface/vlan
${ids.map((id) => `add interface=bridge1 name=vlan${id} vlan-id=${id}`).join('\n')}
/ip/address
${ids.map((id) => `add address=10.${network(id)}.1/24 interface=vlan${id}`).join('\n')}
add address=203.0.113.2/30 interface=sfp28-12
/ip/route
add gateway=203.0.113.1
/interface/ethernet/switch
set 0 l3-hw-offloading=yes
/interface/ethernet/switch/port
set sfp28-12 l3-hw-offloading=no
/ip/firewall/filter
add action=fasttrack-connection chain=forward connection-state=established,related hw-offload=yes
add action=accept chain=forward connection-state=established,related
${ids.map((id) => `add action=drop chain=forward in-interface=vlan${id} protocol=udp dst-address=198.51.${network(id)}`).join('\n')}
/ip/firewall/nat
add action=masquerade chain=srcnat out-interface=sfp28-12
`;
}

test.each([
  [4, 'fasttrack'],
  [260, 'unknown'],
])('with %i kinds of senders the default route is %s', (vlans, placement) => {
  const { context } = openFixture({ path: 'senders.rsc', text: deviceWith(vlans) });
  const { verdicts } = analyze({ ...context, context: 'audit' });
  const routes = verdicts.filter(({ subject }) => subject.menu === '/ip/route');
  expect(routes.map((each) => each.placement)).toEqual([placement]);
});
