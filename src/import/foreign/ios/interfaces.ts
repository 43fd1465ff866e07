// What IOS says inside an interface: switch ports, port channels, VLAN interfaces.

import commands from '../../../../profiles/foreign/commands.json' with { type: 'json' };
import type { ForeignInterface } from '../facts.ts';
import { further, plainText, setting } from '../interfaces.ts';
import { beginnings, statements } from '../pattern.ts';
import { portReasons } from '../port-reasons.ts';
import { vlanId, vlanList, within } from '../values.ts';
import { irrelevant, refused, type Word, word } from '../vocabulary.ts';
import { addressWords } from './addresses.ts';

const listed = commands.ios.port;
const vlanKinds = 'private, mapped and tunnelled VLANs are not in the site’s words';
const noWord = 'not in the site’s words';

const roles: readonly Word<ForeignInterface>[] = [
  setting(/^(no )?switchport$/, 'layer', ({ has }) => (has(1) ? 3 : 2)),
  setting(/^switchport mode (access|trunk)$/, 'mode', ({ group }) => (group(1) === 'trunk' ? 'trunk' : 'access')),
  setting(/^switchport mode dynamic (?:desirable|auto)$/, 'mode', () => 'negotiated'),
  setting(/^switchport mode .+$/, 'mode', () => 'other'),
  setting(/^switchport access vlan (\d+)$/, 'access', ({ group }) => vlanId(group(1))),
  setting(/^switchport voice vlan (\d+)$/, 'voice', ({ group }) => vlanId(group(1))),
  refused(/^switchport voice\b/, 'a voice VLAN without an id is not in the site’s words'),
  setting(/^switchport trunk native vlan (\d+)$/, 'native', ({ group }) => vlanId(group(1))),
  further(/^switchport trunk allowed vlan (add |except |remove )?(.+)$/, 'trunk', ({ group }) => {
    if (group(2) === 'all' || group(2) === 'none') return { kind: group(2) === 'all' ? 'all' : 'none' };
    const ids = vlanList(group(2));
    const [kind] = (['add', 'except', 'remove'] as const).filter((each) => group(1).startsWith(each));
    return ids && { kind: kind ?? 'set', ids };
  }),
  irrelevant(/^switchport (?:nonegotiate|trunk encapsulation dot1q|trunk encapsulation negotiate)$/),
  refused(/^switchport trunk\b/, 'this part of a trunk is not in the site’s words'),
  setting(/^switchport protected$/, 'isolation', () => 0),
  refused(/^switchport (?:port-security|block|backup)\b/, portReasons.security),
  setting(/^switchport access vlan dynamic$/, 'tunnel', () => true),
  refused(/^switchport\b/, vlanKinds),
];

const links: readonly Word<ForeignInterface>[] = [
  setting(/^channel-group (\d+) mode (on|active|passive|auto|desirable)(?: non-silent)?$/, 'member', ({ group }) => ({
    aggregate: Number(group(1)),
    mode: group(2) === 'on' ? 'static' : /^(active|passive)$/.test(group(2)) ? 'lacp' : 'negotiated',
  })),
  setting(/^lacp rate fast$/, 'fastLacp', () => true),
  irrelevant(/^(?:lacp rate normal|channel-protocol \S+)$/),
  setting(/^port-channel min-links (\d+)$/, 'minLinks', ({ group }) => Number(group(1))),
  refused(/^(?:lacp|port-channel)\b/, 'details of aggregation are not in the site’s words'),
  setting(/^shutdown$/, 'shutdown', () => true),
  irrelevant(/^no shutdown$/),
  setting(/^speed (10|100|1000|10000)$/, 'speed', ({ group }) => Number(group(1))),
  setting(/^duplex full$/, 'fullDuplex', () => true),
  irrelevant(/^(?:(?:speed|duplex|negotiation) auto)$/),
  refused(/^speed (?:auto .*|nonegotiate)$/, 'which speeds a port negotiates is not in the site’s words'),
  irrelevant(/^flowcontrol (?:receive|send) off$/),
  refused(/^flowcontrol\b/, 'pause frames in one direction alone are not in the site’s words'),
  irrelevant(statements(listed.meaningless)),
  refused(/^no (?:cdp enable|lldp)\b/, portReasons.silentPort),
  refused(/^(?:bandwidth|delay) \d+$/, portReasons.countedBandwidth),
  refused(/^carrier-delay\b/, portReasons.linkDelay),
  refused(/^(?:no )?power\b/, portReasons.power),
];

const guards: readonly Word<ForeignInterface>[] = [
  setting(
    /^(no )?spanning-tree portfast(?: edge)?(?: trunk)?(?: disable)?$/,
    'edge',
    ({ has, statement }) => !has(1) && !statement.text.endsWith('disable'),
  ),
  setting(/^spanning-tree bpduguard (enable|disable)$/, 'bpduGuard', ({ group }) => group(1) === 'enable'),
  setting(/^spanning-tree guard root$/, 'rootGuard', () => true),
  setting(/^spanning-tree cost (\d+)$/, 'stpCost', ({ group }) => within(group(1), 1, 200_000_000)),
  setting(/^spanning-tree port-priority (\d+)$/, 'stpPriority', ({ group }) => Number(group(1))),
  refused(/^(?:no )?spanning-tree\b/, 'this part of the spanning tree is not in the site’s words'),
  further(/^storm-control broadcast level (\d{1,3})(?:\.0+)?(?: \d{1,3}(?:\.\d+)?)?$/, 'storm', ({ group }) => ({
    kind: 'broadcast',
    percent: Number(group(1)),
  })),
  further(/^storm-control (unicast) level (\d{1,3})(?:\.0+)?(?: \d{1,3}(?:\.\d+)?)?$/, 'storm', ({ group }) => ({
    kind: 'unknown-unicast',
    percent: Number(group(2)),
  })),
  refused(/^storm-control\b/, 'a site limits floods by whole percents alone, broadcasts first'),
  setting(/^ip dhcp snooping trust$/, 'snoopingTrusted', () => true),
  setting(/^mls qos trust (dscp|cos)$/, 'trust', ({ group }) => (group(1) === 'dscp' ? 'dscp' : 'pcp')),
  setting(
    /^srr-queue bandwidth limit (\d{1,2})$/,
    'rateOut',
    ({ group, subject }) => Number(group(1)) * subject.mbps * 10_000,
  ),
  refused(beginnings(listed.queues, 'no'), 'policies and queues of QoS are not in the site’s words'),
  refused(beginnings(listed.guards, 'no'), portReasons.security),
  refused(beginnings(listed.unsaid, 'no'), noWord),
];

export const interfaceWords: readonly Word<ForeignInterface>[] = [
  setting(/^description (.+)$/, 'description', ({ group }) => plainText(group(1))),
  irrelevant(/^(?:no description|end|exit)$/),
  word(/^switchport host$/, ({ refuse }) => refuse('a macro, which no device prints')),
  ...roles,
  ...links,
  ...guards,
  ...addressWords,
];
