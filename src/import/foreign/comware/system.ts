// What Comware says at the top: name, VLANs, spanning tree, services, and the views that lead to everything else.

import commands from '../../../../profiles/foreign/commands.json' with { type: 'json' };
import type { Statement } from '../blocks.ts';
import type { ForeignConfig, ForeignVlan } from '../facts.ts';
import { becomesKind, interfaceNamed, plainText, vlanNumbered } from '../interfaces.ts';
import { beginnings } from '../pattern.ts';
import { whyNoVrfWord } from '../routing-builders.ts';
import { addressOf, ipv4Address, vlanList } from '../values.ts';
import { adds, irrelevant, type Reading, readAll, refuseAll, refused, states, type Word, word } from '../vocabulary.ts';
import { aclViews } from './acl.ts';
import { dhcpViews } from './dhcp.ts';
import { interfaceWords } from './interfaces.ts';
import { routeWords } from './routes.ts';
import { routingViews } from './routing.ts';

const listed = commands.comware.device;
const noWord = 'not in the site’s words';
const noStacks = 'a site has no stacks: each device stands for itself';
const secret = 'accounts, secrets and management access are never carried: set them on the new device';

const vlanWords: readonly Word<ForeignVlan>[] = [
  states(/^name (.+)$/, 'name', ({ group }) => plainText(group(1))),
  states(/^description (.+)$/, 'description', ({ group }) => plainText(group(1))),
  word(/^igmp-snooping enable$/, ({ subject, said, reading }) => {
    reading.config.igmpVlans.push(said(subject.id));
  }),
  word(/^igmp-snooping querier$/, ({ said, reading }) => {
    reading.config.igmpQuerier = said(true);
  }),
  refused(/^./, 'this setting of a VLAN is not in the site’s words'),
];

const spanningTree: readonly Word<ForeignConfig>[] = [
  states(/^stp (?:global )?enable$/, 'stpEnabled', () => true),
  states(/^(?:undo stp (?:global )?enable|stp (?:global )?disable)$/, 'stpEnabled', () => false),
  states(/^stp mode (rstp|stp|mstp|pvst)$/, 'stp', ({ group }) =>
    (['rstp', 'stp', 'mstp', 'pvst'] as const).find((each) => each === group(1)),
  ),
  word(
    /^stp (?:instance ([\d ]+(?: to \d+)?) )?(?:priority (\d+)|root (primary|secondary))$/,
    ({ subject, said, group, has, refuse, reading, line }) => {
      const [, first, others] = /^(\d+)(.*)$/.exec(group(1)) ?? ['', '0', ''];
      // The first of a list is the lowest: it is the tree that all bridges share, or none of the list is.
      if (first !== '0') return refuse('a site has one spanning tree, which is instance 0');
      if (others !== '') reading.ledger.remark(line, 'a site has one spanning tree: other instances are not carried');
      const priority = has(2) ? Number(group(2)) : group(3) === 'primary' ? 0 : 4096;
      subject.stpPriorities.push(said({ vlans: undefined, priority }));
    },
  ),
  states(/^stp bpdu-protection$/, 'bpduGuardDefault', () => true),
  refused(/^(?:undo )?stp\b/, 'this part of the spanning tree is not in the site’s words'),
];

const services: readonly Word<ForeignConfig>[] = [
  word(/^version (.+)$/, ({ subject, said, group, reading, line }) => {
    subject.version = said(group(1));
    reading.ledger.ignore(line);
  }),
  states(/^sysname (\S+)$/, 'hostname', ({ group }) => group(1)),
  adds(
    /^ntp-service (?:ipv6 )?unicast-server (\S+)(?: (?:version \d|priority|source \S+))*$/,
    'ntp',
    ({ group }) => (/^[A-Za-z0-9.:-]+$/.test(group(1)) ? group(1) : undefined),
    'name',
  ),
  adds(/^(?:ipv6 )?dns server (\S+)$/, 'nameServers', ({ group }) => addressOf(group(1)), 'address'),
  states(/^dns resolve$/, 'lookup', () => true),
  states(/^ntp-service enable$/, 'ntpEnabled', () => true),
  refused(/^ntp-service\b/, 'this part of NTP is not in the site’s words'),
  adds(/^info-center loghost (\d[\d.]+)(?: facility \S+)?$/, 'syslog', ({ group }) => ipv4Address(group(1)), 'address'),
  refused(/^info-center (?:loghost|source)\b/, 'a site has one syslog server, reached by the main routing table'),
  irrelevant(/^(?:undo )?info-center\b/),
  states(/^packet-filter default deny$/, 'packetFilterDeny', () => true),
  refused(/^packet-filter\b/, 'filters of a whole device are not in the site’s words'),
  states(/^igmp-snooping$/, 'igmpSnooping', () => true),
  refused(/^(?:undo )?(?:igmp|mld)-snooping\b/, 'this part of IGMP snooping is not in the site’s words'),
  states(/^dhcp[- ]snooping(?: enable)?$/, 'snooping', () => true),
];

const views: readonly Word<ForeignConfig>[] = [
  word(/^interface (?:range )(.+)$/, ({ statement, reading, group }) => rangeOf(statement, group(1), reading)),
  irrelevant(/^interface NULL0$/i),
  word(/^interface (.+)$/, ({ subject, line, group, statement, reading }) => {
    const found = interfaceNamed(subject, group(1), line);
    readAll(statement.children, found, interfaceWords, reading);
  }),
  word(/^vlan ([\d ]+(?:to [\d ]+)*)$/, ({ subject, line, group, statement, reading, refuse }) => {
    const ids = vlanList(group(1));
    if (!ids) return refuse('rosc cannot read the list of VLANs');
    for (const id of ids) readAll(statement.children, vlanNumbered(subject, id, line), vlanWords, reading);
  }),
  word(/^ip vpn-instance (\S+)$/, ({ subject, line, group, statement, reading }) => {
    subject.vrfs.set(group(1), [line]);
    for (const child of statement.children) refuseAll(child, whyNoVrfWord(child), reading.ledger);
  }),
  word(/^irf-port\b/, ({ subject, statement, reading }) => {
    for (const { text } of statement.children) {
      const name = /^port group (?:interface )?([A-Za-z-]+ ?\d\S*)/.exec(text)?.[1];
      if (name !== undefined) becomesKind(subject, interfaceNamed(subject, name), 'stack');
    }
    refuseAll(statement, noStacks, reading.ledger);
  }),
  refused(/^(?:irf|port-group interface)\b/, noStacks),
  refused(beginnings(listed.secret), secret),
  irrelevant(beginnings(listed.meaningless)),
  refused(beginnings(listed.unsaid), noWord),
];

export const comwareWords: readonly Word<ForeignConfig>[] = [
  word(/^port-isolate group \d+$/, ({ reading, line }) => reading.ledger.ignore(line)),
  ...services,
  ...spanningTree,
  ...routeWords,
  ...aclViews,
  ...dhcpViews,
  ...routingViews,
  ...views,
];

/** Ports by name and by ranges of them, as the command line takes them but no device prints. */
function rangeOf(statement: Statement, text: string, reading: Reading): void {
  const names = expandRange(text);
  if (!names) {
    refuseAll(statement, 'rosc cannot read the range of interfaces', reading.ledger);
    return;
  }
  for (const name of names) {
    const found = interfaceNamed(reading.config, name, statement.line);
    readAll(statement.children, found, interfaceWords, reading);
  }
}

/** `GigabitEthernet1/0/1 to GigabitEthernet1/0/4 GigabitEthernet1/0/7` */
function expandRange(text: string): readonly string[] | undefined {
  const parts = text.replace(/^name \S+ interface /, '').split(' ');
  const names: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const name = parts[index] ?? '';
    if (name !== 'to') {
      names.push(name);
      continue;
    }
    const [, stem, from] = /^(.*?)(\d+)$/.exec(names.at(-1) ?? '') ?? [];
    const [, endStem, to] = /^(.*?)(\d+)$/.exec(parts[++index] ?? '') ?? [];
    if (stem === undefined || stem !== endStem || Number(to) - Number(from) > 128) return undefined;
    for (let number = Number(from) + 1; number <= Number(to); number++) names.push(`${stem}${number}`);
  }
  return names.every((name) => /\d$/.test(name)) ? names : undefined;
}
