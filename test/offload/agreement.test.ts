// Audit and trace speak of the same device: what a rule calls bypassed some class of packets misses, and what a class
// misses some finding names. A fixed set: one policy at a time, beside settings that let it be met or spared.

import { describe, expect, test } from 'vitest';
import { decideFlow } from '../../src/forwarding/decide.ts';
import type { Outcome } from '../../src/forwarding/firewall/outcome.ts';
import { offloadMatrix, zonesOf } from '../../src/forwarding/matrix.ts';
import type { Network } from '../../src/forwarding/network/network.ts';
import { unwrittenFlow } from '../../src/forwarding/packets/flow.ts';
import { followFlow } from '../../src/forwarding/paths/directions.ts';
import { analyze } from '../../src/offload/analyze.ts';
import { rules } from '../../src/offload/rules.ts';
import { findingsOf, partings } from '../support/audit-and-trace.ts';
import { examples } from '../support/examples.ts';
import { base, surroundings } from '../support/policy-surroundings.ts';
import { openFixture } from '../support/rule-fixtures.ts';

const drop = '/ip/firewall/filter\nadd chain=forward action=drop';
const markNew =
  '/ip/firewall/mangle\nadd chain=prerouting action=mark-connection new-connection-mark=a connection-state=new';
const policies = [
  drop,
  `${drop} in-interface=vlan10 out-interface=vlan20`,
  `${drop} in-interface=vlan10 out-interface=vlan10`,
  `${drop} in-interface=!vlan10`,
  `${drop} src-address=10.0.10.0/255.255.255.0`,
  `${drop} src-address=!10.0.10.0/24`,
  `${drop} dst-address=10.0.20.5-10.0.20.9 protocol=tcp dst-port=22,80-90`,
  `${drop} dst-address=192.0.2.0/24`,
  `${drop} dst-address-list=none`,
  `${drop} src-address-type=local`,
  `${drop} src-address-type=!local`,
  `${drop} dst-address-type=local`,
  `${drop} dst-address-type=multicast`,
  `${drop} connection-state=invalid`,
  `${drop} connection-state=new`,
  `${drop} connection-state=!established,related,new`,
  `${drop} connection-state=!established,related,untracked`,
  `${drop} connection-nat-state=!dstnat`,
  `${drop} connection-nat-state=dstnat`,
  `${drop} connection-mark=foo`,
  `${drop} connection-mark=!foo`,
  `${drop} packet-mark=no-mark`,
  `${drop} packet-mark=!no-mark`,
  `${drop} routing-mark=foo`,
  `${drop} ipsec-policy=in,ipsec`,
  `${drop} ipsec-policy=in,none`,
  `${drop} tcp-flags=syn protocol=tcp`,
  `${drop} src-mac-address=00:00:5E:00:53:77`,
  `${drop} dscp=46`,
  `${drop} src-address=10.0.10.1`,
  `${drop} hotspot=auth`,
  `${drop} connection-limit=10,32 protocol=tcp`,
  `${drop} connection-limit=10,32 protocol=tcp tcp-flags=syn`,
  `${drop} limit=10,5:packet`,
  `${drop} content=secret`,
  '/ip/firewall/raw\nadd chain=prerouting action=drop src-address=10.0.10.7',
  '/ip/firewall/raw\nadd chain=prerouting action=notrack',
  '/ip/firewall/mangle\nadd chain=forward action=change-mss new-mss=clamp-to-pmtu protocol=tcp tcp-flags=syn',
  '/ip/firewall/mangle\nadd chain=prerouting action=change-dscp new-dscp=46 in-interface=vlan10',
  '/ip/firewall/mangle\nadd chain=prerouting action=mark-routing new-routing-mark=other src-address=10.0.10.0/24\n/routing/table\nadd name=other fib\n/ip/route\nadd gateway=10.0.10.254 routing-table=other',
  '/routing/table\nadd name=other fib\n/ip/route\nadd gateway=10.0.10.254 routing-table=other\n/routing/rule\nadd src-address=10.0.10.0/24 action=lookup table=other',
  '/routing/rule\nadd dst-address=10.0.20.0/24 action=drop',
  '/ip/firewall/nat\nadd chain=srcnat action=masquerade out-interface=vlan20',
  '/ip/firewall/nat\nadd chain=srcnat action=masquerade out-interface=ether1',
  '/ip/firewall/nat\nadd chain=dstnat action=dst-nat in-interface=vlan20 protocol=tcp dst-port=443 to-addresses=10.0.10.10',
  '/queue/simple\nadd name=q target=10.0.10.0/24 max-limit=10M/10M',
  '/ip/firewall/mangle\nadd chain=forward action=mark-packet new-packet-mark=b src-address=10.0.10.0/24\n/queue/simple\nadd name=q target=10.0.10.0/24 packet-marks=b max-limit=10M/10M',
  '/ip/firewall/mangle\nadd chain=prerouting action=mark-connection new-connection-mark=a in-interface=vlan10\nadd chain=forward action=mark-packet connection-mark=a new-packet-mark=b\n/queue/tree\nadd name=q parent=global packet-mark=b max-limit=10M',
  `/ip/firewall/mangle\nadd chain=prerouting action=mark-connection new-connection-mark=a dst-address=10.0.20.9\n${drop} connection-mark=a`,
  `${markNew} in-interface=vlan10\n${drop} connection-mark=a out-interface=vlan10`,
  `${markNew} in-interface=vlan10\n${drop} connection-mark=!a connection-state=established`,
  `${markNew} in-interface=vlan10\nadd chain=prerouting action=mark-routing new-routing-mark=other connection-mark=a in-interface=vlan20\n/routing/table\nadd name=other fib\n/ip/route\nadd gateway=10.0.10.254 routing-table=other`,
  `${markNew} in-interface=vlan10\nadd chain=forward action=mark-packet connection-mark=a in-interface=vlan20 new-packet-mark=b\n/queue/tree\nadd name=q parent=vlan10 packet-mark=b max-limit=10M`,
  `/ip/firewall/nat\nadd chain=srcnat action=masquerade out-interface=vlan20 protocol=tcp\n${drop} connection-nat-state=srcnat in-interface=vlan10`,
  '/interface/bridge/filter\nadd chain=input action=drop mac-protocol=ip dst-address=10.0.20.0/24 in-interface=sfp-sfpplus1',
  '/ip/hotspot\nadd name=h interface=vlan10',
  '/ip/ipsec/policy\nadd action=discard src-address=10.0.10.0/24 dst-address=10.0.20.0/24 protocol=tcp dst-port=3306',
  '/queue/tree\nadd name=q parent=vlan20 max-limit=10M',
];

/** In the gate each policy by itself, and beside every fourth of the settings; `ROSC_LONG=1` goes through all pairs. */
const every = examples(4, 1);
const followed = Object.entries(surroundings).flatMap(([name, text], index) =>
  policies
    .filter((_, turn) => index === 0 || (index + turn) % every === 0)
    .map((policy) => [`${policy.replaceAll('\n', ' ')}, ${name}`, `${base}${text}${policy}\n`] as const),
);

describe('audit and trace agree on', () => {
  test.each(followed)('%s', (_, text) => {
    const { context } = openFixture({ path: 'agreement.rsc', text });
    expect(partings(findingsOf(context), outcomesOf(context.network))).toEqual([]);
  });
});

// Two bridges want one chip: nobody says what becomes of what either of them routes.
test.each([
  ['one bridge', 'bridge1', 'hardware'],
  ['two bridges', 'bridge2', 'unpredictable'],
])('audit and trace say the same of %s on the chip', (_, bridge, placement) => {
  const text = base
    .replace(
      '/interface/vlan',
      'add name=bridge2 vlan-filtering=yes admin-mac=00:00:5E:00:53:02 auto-mac=no\n/interface/vlan',
    )
    .replace('bridge1 name=vlan20', `${bridge} name=vlan20`)
    .replace('bridge1 interface=sfp-sfpplus2', `${bridge} interface=sfp-sfpplus2`)
    .replace('bridge1 tagged=bridge1 vlan-ids=20', `${bridge} tagged=${bridge} vlan-ids=20`);
  const { items, flow } = between(text);
  expect(items).toEqual(Array.from({ length: 4 }, () => placement));
  expect(flow.placement).toBe(placement);
});

test.each([
  ['802.3ad', 'hardware'],
  ['active-backup', 'unknown'],
])('audit and trace say the same of packets that may leave by a bridged bond of mode %s', (mode, placement) => {
  const bond = `/interface/bonding\nadd name=bond1 mode=${mode} slaves=sfp-sfpplus5,sfp-sfpplus6\n`;
  const text = `${base}${bond}/interface/bridge/port\nadd bridge=bridge1 interface=bond1 pvid=20\n`;
  expect(between(text).flow.placement).toBe(placement);
  const { context } = openFixture({ path: 'agreement.rsc', text });
  const told = rules.flatMap((rule) => (rule.id === 'l2/bond-active-backup-l3' ? rule.check(context) : []));
  expect(told.map((finding) => finding.placement)).toEqual(placement === 'unknown' ? ['unknown'] : []);
});

// What keeps VXLAN from a chip that encapsulates has rules of its own: where none finds anything the chip does it.
test.each([
  ['', 'hardware'],
  [' hw=no', 'cpu'],
])('audit says of a bridged VXLAN interface%s what its rules say', (set, placement) => {
  const text = `${base}/ip/address
add address=192.0.2.1/30 interface=sfp-sfpplus8
/interface/ethernet
set [find default-name=sfp-sfpplus8] l2mtu=1700 mtu=1650
/interface/vxlan
add name=vxlan1 vni=30 bridge=bridge1 bridge-pvid=30${set}
/interface/vxlan/vteps
add interface=vxlan1 remote-ip=192.0.2.2
`;
  const verdict = auditOf(text).verdicts.find(({ subject }) => subject.menu === '/interface/vxlan');
  expect(verdict?.placement).toBe(placement);
});

// RouterOS refuses such an MTU, or ignores it: what fits into the one that stays is routed by the chip.
test.each([
  ['a VLAN interface', 'mtu/vlan-mtu-gt-bridge', '/interface/vlan\nset [find name=vlan20] mtu=9000'],
  ['a bridge', 'mtu/bridge-l2mtu-min', '/interface/bridge\nset [find name=bridge1] mtu=9000'],
])('audit and trace say the same of an MTU of %s that its ports do not carry', (_, code, line) => {
  const { items, flow, network } = between(`${base}${line}\n`);
  expect(items).toEqual(Array.from({ length: 4 }, () => 'hardware'));
  expect(flow.placement).toBe('hardware');
  expect(network.l3Interfaces.get(code.includes('vlan') ? 'vlan20' : 'bridge1')?.mtu).toBe(1500);
  if (code.includes('vlan')) expect(flow.notes.map((note) => note.code)).toContain(code);
});

// The manual's example of an upstream port behind NAT, and its like: the CPU sees the first packets of each connection.
const upstream = `${base.replace('CRS309-1G-8S+', 'CRS317-1G-16S+')}/ip/address
add address=10.0.0.17/24 interface=sfp-sfpplus16
/ip/route
add gateway=10.0.0.1
/interface/ethernet/switch/port
set sfp-sfpplus16 l3-hw-offloading=no
/ip/firewall/filter
add action=fasttrack-connection chain=forward connection-state=established,related hw-offload=yes
add action=accept chain=forward connection-state=established,related
/ip/firewall/nat
add action=masquerade chain=srcnat out-interface=sfp-sfpplus16
`;
const masquerade = /\/ip\/firewall\/nat\nadd.*\n/;
test.each([
  ['behind NAT', upstream, 'fasttrack', 'fasttrack'],
  [
    'with every row of the ports set at first',
    upstream.replace('set sfp-sfpplus16', 'set [find] l3-hw-offloading=yes\n$&'),
    'fasttrack',
    'fasttrack',
  ],
  [
    'by a suppressed route',
    upstream.replace('gateway=10.0.0.1', '$& suppress-hw-offload=yes').replace('offloading=no', 'offloading=yes'),
    'fasttrack',
    'fasttrack',
  ],
  [
    'redirected both ways',
    `${upstream.replace(masquerade, '')}/interface/ethernet/switch/rule\nadd switch=switch1 ports=sfp-sfpplus16 mac-protocol=ip redirect-to-cpu=yes\n`,
    'fasttrack',
    'fasttrack',
  ],
  ['with a rule that keeps its connections', upstream.replace('hw-offload=yes', 'hw-offload=no'), 'cpu', 'cpu'],
  ['with a rule for TCP alone', upstream.replace('hw-offload=yes', 'protocol=tcp'), 'cpu', 'cpu'],
  [
    'with a rule for one network alone',
    upstream.replace('hw-offload=yes', 'src-address=10.0.10.0/24'),
    'cpu',
    'fasttrack',
  ],
  [
    'with FastTrack in hardware off',
    `${upstream}/interface/ethernet/switch/l3hw-settings\nset fasttrack-hw=no\n`,
    'cpu',
    'cpu',
  ],
  [
    'from a VLAN off hardware',
    upstream.replace('7.20.8', '7.21.2').replace('name=vlan10', '$& l3-hw-offloading=no'),
    'unknown',
    'unknown',
  ],
  ['whose answers may go past the CPU', upstream.replace(masquerade, ''), 'cpu', 'unpredictable'],
])('audit says of a way to the Internet %s what trace says', (_, text, item, flow) => {
  const { network, verdicts } = auditOf(text);
  const route = verdicts.find(({ subject }) => subject.menu === '/ip/route');
  expect(route?.placement).toBe(item);
  expect(flowOf(network, 'vlan10', 'internet').placement).toBe(flow);
});

describe('the matrix says what trace says beside', () => {
  test.each([...policies.filter((_, turn) => turn % every === 0), `${drop} random=50 dst-port=443 protocol=tcp`])(
    '%s',
    (policy) => {
      const text = `${base.replace('l3-hw-offloading=yes', 'l3-hw-offloading=no')}${policy}\n`;
      const { network } = openFixture({ path: 'matrix.rsc', text }).context;
      for (const { from, to, placement, cpuPath } of offloadMatrix(network).cells) {
        expect(flowOf(network, from, to), `${from} to ${to}`).toMatchObject({ placement, ...(cpuPath && { cpuPath }) });
      }
    },
  );
});

/** What audit says of routes and VLAN interfaces, and trace of a flow between both VLANs. */
function between(text: string) {
  const { network, verdicts } = auditOf(text);
  const routed = verdicts.filter(({ kind }) => kind === 'route' || kind === 'vlan');
  return { network, items: routed.map((verdict) => verdict.placement), flow: flowOf(network, 'vlan10', 'vlan20') };
}

function auditOf(text: string) {
  const { context } = openFixture({ path: 'agreement.rsc', text });
  return { network: context.network, verdicts: analyze({ ...context, context: 'audit' }).verdicts };
}

function flowOf(network: Network, ...ends: readonly [string, string]) {
  const [from, to] = ends.map((name) => zonesOf(network).find(({ label }) => label === name));
  if (!from || !to) throw new Error('no such zone');
  return decideFlow(network, unwrittenFlow(from, to));
}

function outcomesOf(network: Network): readonly Outcome[] {
  const any = { label: 'any', interfaces: [], prefixes: [], internet: false };
  return zonesOf(network).flatMap((from) =>
    ['tcp', 'udp', 'icmp'].flatMap((protocol) =>
      followFlow(network, unwrittenFlow(from, any, protocol)).map(({ outcome }) => outcome),
    ),
  );
}
