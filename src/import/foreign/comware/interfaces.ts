// What Comware says inside an interface: ports, aggregates, VLAN interfaces.

import commands from '../../../../profiles/foreign/commands.json' with { type: 'json' };
import type { ForeignInterface } from '../facts.ts';
import { further, plainText, setting } from '../interfaces.ts';
import { beginnings } from '../pattern.ts';
import { portReasons } from '../port-reasons.ts';
import { vlanId, vlanList, within } from '../values.ts';
import { irrelevant, refused, type Word } from '../vocabulary.ts';
import { addressWords } from './addresses.ts';

const listed = commands.comware.port;
const vlanKinds = 'VLANs by address, protocol or mapping are not in the site’s words';

const roles: readonly Word<ForeignInterface>[] = [
  setting(/^port link-mode (bridge|route)$/, 'layer', ({ group }) => (group(1) === 'route' ? 3 : 2)),
  setting(/^port link-type (access|trunk|hybrid)$/, 'mode', ({ group }) =>
    (['access', 'trunk', 'hybrid'] as const).find((each) => each === group(1)),
  ),
  irrelevant(/^undo port link-type$/),
  setting(/^port access vlan (\d+)$/, 'access', ({ group }) => vlanId(group(1))),
  setting(/^port (?:trunk|hybrid) pvid vlan (\d+)$/, 'native', ({ group }) => vlanId(group(1))),
  further(/^(undo )?port trunk permit vlan (.+)$/, 'trunk', ({ group, has }) => {
    if (group(2) === 'all') return { kind: has(1) ? 'none' : 'all' };
    const ids = vlanList(group(2));
    return ids && { kind: has(1) ? 'remove' : 'add', ids };
  }),
  further(/^port hybrid vlan (.+) (tagged|untagged)$/, 'hybrid', ({ group }) => {
    const ids = vlanList(group(1));
    return ids && { kind: group(2) === 'tagged' ? 'tagged' : 'untagged', ids };
  }),
  further(/^undo port hybrid vlan (.+)$/, 'hybrid', ({ group }) => {
    const ids = vlanList(group(1));
    return ids && { kind: 'remove', ids };
  }),
  setting(/^voice[- ]vlan (\d+) enable$/, 'voice', ({ group }) => vlanId(group(1))),
  setting(/^(?:qinq enable|port (?:private-vlan|isolate-user-vlan)\b.*)$/, 'tunnel', () => true),
  refused(/^port (?:access vlan dynamic|hybrid (?:ip-subnet|protocol|mac))/, vlanKinds),
  refused(/^(?:undo )?(?:mac-vlan|voice[- ]vlan|qinq|port service-vlan|service-instance|vlan mapping)\b/, vlanKinds),
];

const links: readonly Word<ForeignInterface>[] = [
  setting(/^port link-aggregation group (\d+)(?: force)?$/, 'member', ({ group }) => ({
    aggregate: Number(group(1)),
    mode: 'static',
  })),
  setting(/^link-aggregation mode (dynamic|static)$/, 'aggregateMode', ({ group }) =>
    group(1) === 'dynamic' ? 'lacp' : 'static',
  ),
  setting(/^lacp period short$/, 'fastLacp', () => true),
  irrelevant(/^undo lacp period$/),
  setting(/^link-aggregation selected-port minimum (\d+)$/, 'minLinks', ({ group }) => Number(group(1))),
  refused(/^(?:undo )?(?:lacp|link-aggregation)\b/, 'details of aggregation are not in the site’s words'),
  setting(/^shutdown$/, 'shutdown', () => true),
  irrelevant(/^undo shutdown$/),
  setting(/^speed (10|100|1000|10000)$/, 'speed', ({ group }) => Number(group(1))),
  setting(/^duplex full$/, 'fullDuplex', () => true),
  irrelevant(/^(?:speed|duplex) auto$/),
  setting(/^flow-control$/, 'flowControl', () => 'on'),
  irrelevant(/^(?:undo flow-control(?: receive enable)?|(?:undo )?enable snmp trap updown)$/),
  setting(/^jumboframe enable (\d+)$/, 'l2mtu', ({ group }) => Number(group(1))),
  irrelevant(/^jumboframe enable$/),
  refused(/^undo jumboframe enable$/, 'a port that takes no large frames is not in the site’s words'),
  irrelevant(/^(?:combo enable (?:copper|fiber|auto)|port (?:auto-power-down|up-mode)|lldp .*|mdix-mode.*)$/),
  irrelevant(/^(?:flow-interval|undo link-delay|undo copper|undo mac-address static)\b.*$/),
  refused(/^undo lldp\b/, portReasons.silentPort),
  refused(/^bandwidth \d+$/, portReasons.countedBandwidth),
  refused(/^link-delay\b/, portReasons.linkDelay),
  refused(/^(?:undo )?poe\b/, portReasons.power),
];

const guards: readonly Word<ForeignInterface>[] = [
  setting(
    /^(undo )?stp edged-port(?: (?:enable|disable))?$/,
    'edge',
    ({ has, statement }) => !has(1) && !statement.text.endsWith('disable'),
  ),
  setting(/^stp root-protection$/, 'rootGuard', () => true),
  setting(/^stp port bpdu-protection enable$/, 'bpduGuard', () => true),
  setting(/^stp (?:instance 0 )?cost (\d+)$/, 'stpCost', ({ group }) => within(group(1), 1, 200_000_000)),
  setting(/^stp (?:instance 0 )?port priority (\d+)$/, 'stpPriority', ({ group }) => Number(group(1))),
  irrelevant(/^(?:stp enable|stp point-to-point auto|undo stp root-protection|undo stp loop-protection)$/),
  refused(/^(?:undo )?stp\b/, 'this part of the spanning tree is not in the site’s words'),
  further(/^(broadcast|unicast)-suppression (\d{1,3})$/, 'storm', ({ group }) => ({
    kind: group(1) === 'broadcast' ? 'broadcast' : 'unknown-unicast',
    percent: Number(group(2)),
  })),
  refused(/^(?:broadcast|multicast|unicast)-suppression\b/, 'a site limits floods by percent alone, broadcasts first'),
  refused(beginnings(listed.guards, 'undo'), portReasons.security),
  setting(/^port-isolate enable(?: group (\d+))?$/, 'isolation', ({ group, has }) => (has(1) ? Number(group(1)) : 1)),
  setting(/^(?:dhcp[- ]snooping) trust$/, 'snoopingTrusted', () => true),
  refused(/^dhcp[- ]snooping\b/, 'this part of DHCP snooping is not in the site’s words'),
  setting(/^qos trust (dscp|dot1p)$/, 'trust', ({ group }) => (group(1) === 'dscp' ? 'dscp' : 'pcp')),
  setting(/^qos lr outbound cir (\d+)(?: cbs \d+)?$/, 'rateOut', ({ group }) => Number(group(1)) * 1000),
  setting(/^qos lr inbound cir (\d+)(?: cbs \d+)?$/, 'rateIn', ({ group }) => Number(group(1)) * 1000),
  irrelevant(/^undo qos trust$/),
  refused(/^(?:undo )?qos\b/, 'policies and queues of QoS are not in the site’s words'),
  refused(beginnings(listed.unsaid), 'not in the site’s words'),
];

export const interfaceWords: readonly Word<ForeignInterface>[] = [
  setting(/^description (.+)$/, 'description', ({ group }) => plainText(group(1))),
  setting(/^name (.+)$/, 'description', ({ group }) => plainText(group(1))),
  irrelevant(/^(?:undo )?description$/),
  irrelevant(/^default$/),
  ...roles,
  ...links,
  ...guards,
  ...addressWords,
];
