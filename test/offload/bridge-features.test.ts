// A bridge port that its chip gives up, because the chip lacks something that the bridge uses: the verdict of the port
// names the rule about that feature, also where the port is alone and no rule has anything to say. What each chip lacks
// is the manual's table (bridging, "Bridge Hardware Offloading").

import { expect, test } from 'vitest';
import { analyze } from '../../src/offload/analyze.ts';
import { openFixture } from '../support/rule-fixtures.ts';

const cases: readonly (readonly [model: string, bridge: string, port: string, code: string])[] = [
  ['RB5009UG+S+', 'vlan-filtering=yes ether-type=0x88a8', '', 'l2/ether-type-nonprestera'],
  ['RB5009UG+S+', 'vlan-filtering=yes', 'tag-stacking=yes', 'l2/tag-stacking-nonprestera'],
  ['RB450Gx4', 'vlan-filtering=yes', '', 'l2/vlan-filtering-nonhw'],
  ['RB450Gx4', 'protocol-mode=mstp', '', 'l2/mstp-nonhw'],
  ['RB450Gx4', 'igmp-snooping=yes', '', 'l2/igmp-snooping-nonhw'],
  ['RB750Gr3', 'dhcp-snooping=yes', 'trusted=yes', 'cpu-l2/bridge-hw-lost'],
  ['RB450Gx4', 'dhcpv6-snooping=yes', '', 'l2/dhcpv6-snooping'],
  ['RB450Gx4', 'ra-guard=yes', '', 'l2/ra-guard'],
];

test.each(cases)('%s with %s %s loses its bridge to %s', (model, bridge, port, code) => {
  const text = `# target: ${model} 7.18.2
/interface/bridge
add name=bridge1 ${bridge}
/interface/bridge/port
add bridge=bridge1 interface=ether2 ${port}
`;
  const { verdicts } = analyze({ ...openFixture({ path: 'bridge.rsc', text }).context, context: 'audit' });
  expect(verdicts.map(({ placement, because }) => [placement, ...because])).toEqual([['cpu', code]]);
});
