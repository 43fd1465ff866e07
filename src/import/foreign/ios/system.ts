// What IOS says at the top: name, VLANs, spanning tree, services, and the blocks that lead to everything else.

import commands from '../../../../profiles/foreign/commands.json' with { type: 'json' };
import type { Statement } from '../blocks.ts';
import type { ForeignConfig, ForeignVlan } from '../facts.ts';
import { becomesKind, interfaceNamed, plainText, vlanNumbered } from '../interfaces.ts';
import { beginnings, statements } from '../pattern.ts';
import { whyNoVrfWord } from '../routing-builders.ts';
import { addressOf, ipv4Address, vlanList, within } from '../values.ts';
import {
  adds,
  irrelevant,
  type Reading,
  readAll,
  readOne,
  refuseAll,
  refused,
  states,
  type Word,
  word,
} from '../vocabulary.ts';
import { aclViews } from './acl.ts';
import { dhcpViews } from './dhcp.ts';
import { interfaceWords } from './interfaces.ts';
import { natWords } from './nat.ts';
import { routeWords } from './routes.ts';
import { routingViews } from './routing.ts';

const listed = commands.ios.device;
const noWord = 'not in the site’s words';
const syslogDetail = 'a site names the server alone: it gets everything, from the address of the way there';
const secret = 'accounts, secrets and management access are never carried: set them on the new device';

const vlanWords: readonly Word<ForeignVlan>[] = [
  states(/^name (.+)$/, 'name', ({ group }) => plainText(group(1))),
  irrelevant(/^(?:exit|no shutdown|state active)$/),
  refused(/^./, 'this setting of a VLAN is not in the site’s words'),
];

const spanningTree: readonly Word<ForeignConfig>[] = [
  word(/^spanning-tree mode (pvst|rapid-pvst|mst)$/, ({ subject, said, group }) => {
    subject.stp = said(group(1) === 'mst' ? 'mstp' : 'pvst');
  }),
  word(/^spanning-tree (?:vlan|mst) ([\d,-]+) priority (\d+)$/, ({ subject, said, group, refuse }) => {
    const vlans = group(1) === '0' ? [] : vlanList(group(1));
    if (vlans) subject.stpPriorities.push(said({ vlans, priority: Number(group(2)) }));
    else refuse('rosc cannot read the list of VLANs');
  }),
  word(/^spanning-tree vlan ([\d,-]+) root (primary|secondary)$/, ({ subject, said, group, refuse }) => {
    const vlans = vlanList(group(1));
    const priority = group(2) === 'primary' ? 24_576 : 28_672;
    if (vlans) subject.stpPriorities.push(said({ vlans, priority }));
    else refuse('rosc cannot read the list of VLANs');
  }),
  states(/^spanning-tree portfast(?: edge)?(?: normal)? default$/, 'edgeDefault', () => true),
  states(/^spanning-tree portfast(?: edge)? bpduguard default$/, 'bpduGuardDefault', () => true),
  irrelevant(
    /^(?:spanning-tree (?:extend system-id|logging|pathcost method long|optimize .*)|no spanning-tree optimize.*)$/,
  ),
  refused(/^(?:no )?spanning-tree\b/, 'this part of the spanning tree is not in the site’s words'),
];

const services: readonly Word<ForeignConfig>[] = [
  word(/^version (.+)$/, ({ subject, said, group, reading, line }) => {
    subject.version = said(group(1));
    reading.ledger.ignore(line);
  }),
  word(/^(no )?service dhcp$/, ({ subject, has, reading, line }) => {
    if (has(1)) subject.isDhcpOff = true;
    reading.ledger.ignore(line);
  }),
  states(/^hostname (\S+)$/, 'hostname', ({ group }) => plainText(group(1))),
  adds(
    /^ntp server (?!vrf)(\S+)(?: (?:prefer|version \d|source \S+|iburst|minpoll \d+|maxpoll \d+))*$/,
    'ntp',
    ({ group }) => (/^[A-Za-z0-9.:-]+$/.test(group(1)) ? group(1) : undefined),
    'name',
  ),
  irrelevant(/^ntp (?:clock-period|update-calendar)\b.*$/),
  refused(/^ntp (?:authenticat|trusted-key)\b/, secret),
  refused(/^ntp\b/, 'this part of NTP is not in the site’s words'),
  adds(/^logging (?:host )?(\d[\d.]+)$/, 'syslog', ({ group }) => ipv4Address(group(1)), 'address'),
  refused(/^logging host\b/, 'a site has one syslog server, reached by the main routing table'),
  irrelevant(beginnings(listed.logging, 'no')),
  refused(/^(?:no )?logging (?:trap|facility|source-interface|origin-id|discriminator)\b/, syslogDetail),
  word(/^ip name-server (?!vrf)(\S.*)$/, ({ subject, said, group, refuse }) => {
    const servers = group(1).split(' ').map(addressOf);
    if (servers.includes(undefined)) return refuse('rosc cannot read the addresses');
    subject.nameServers.push(...servers.flatMap((each) => (each ? [said(each)] : [])));
  }),
  states(/^(no )?ip domain[ -]lookup$/, 'lookup', ({ has }) => !has(1)),
  word(/^(no )?ipv6 unicast-routing$/, ({ subject, has, reading, line }) => {
    subject.ipv6Routing = !has(1);
    reading.ledger.ignore(line);
  }),
  states(/^(no )?ip routing$/, 'routing', ({ has }) => !has(1)),
  states(/^ip default-gateway (\d[\d.]+)$/, 'defaultGateway', ({ group }) => ipv4Address(group(1)), 'address'),
  states(/^system mtu (?:jumbo )?(\d+)$/, 'l2mtu', ({ group }) => Number(group(1))),
  word(/^system mtu routing (\d+)$/, ({ subject, said, group }) => {
    if (within(group(1), 576, 10_218) !== undefined) subject.l3mtu = said(Number(group(1)));
  }),
  word(/^vtp mode (server|client|transparent|off)$/, ({ subject, group, said, reading, line }) => {
    if (/server|client/.test(group(1))) subject.vlansAreElsewhere = said(true);
    reading.ledger.ignore(line);
  }),
  refused(/^vtp password\b/, secret),
  irrelevant(/^vtp\b.*$/),
  states(/^no ip igmp snooping$/, 'igmpSnooping', () => false),
  states(/^ip igmp snooping querier$/, 'igmpQuerier', () => true),
  irrelevant(/^ip igmp snooping$/),
  refused(/^(?:no )?ip igmp\b/, 'this part of IGMP snooping is not in the site’s words'),
  states(/^ip dhcp snooping$/, 'snooping', () => true),
  adds(/^ip dhcp snooping vlan (.+)$/, 'snoopingVlans', ({ group }) => vlanList(group(1)), 'list of VLANs'),
  refused(/^(?:no )?ip dhcp snooping\b/, 'this part of DHCP snooping is not in the site’s words'),
];

const vrfView = word<ForeignConfig>(
  /^(?:vrf definition|ip vrf) (\S+)$/,
  ({ subject, line, group, statement, reading }) => {
    subject.vrfs.set(group(1), [line]);
    for (const child of statement.children) {
      if (/^(?:address-family|exit-address-family)\b/.test(child.text)) reading.ledger.ignore(child.line);
      else refuseAll(child, whyNoVrfWord(child), reading.ledger);
      for (const below of child.children) {
        if (below.text === 'exit-address-family') reading.ledger.ignore(below.line);
        else refuseAll(below, noWord, reading.ledger);
      }
    }
  },
);

const controlPlane: readonly Word<undefined>[] = [
  irrelevant(/^service-policy input system-cpp-policy$/),
  refused(/^./, noWord),
];

const views: readonly Word<ForeignConfig>[] = [
  word(/^interface range (.+)$/, ({ statement, reading, group }) => rangeOf(statement, group(1), reading)),
  irrelevant(/^interface Null0$/i),
  word(/^interface (.+)$/, ({ subject, line, group, statement, reading }) => {
    readInterface(interfaceNamed(subject, group(1), line), statement, reading);
  }),
  word(/^vlan ([\d,-]+)$/, ({ subject, line, group, statement, reading, refuse }) => {
    const ids = vlanList(group(1));
    if (!ids) return refuse('rosc cannot read the list of VLANs');
    for (const id of ids) readAll(statement.children, vlanNumbered(subject, id, line), vlanWords, reading);
  }),
  irrelevant(/^vlan internal allocation policy\b.*$/),
  vrfView,
  word(/^control-plane\b/, ({ line, statement, reading }) => {
    reading.ledger.ignore(line);
    for (const child of statement.children) readOne(child, undefined, controlPlane, reading);
  }),
  refused(/^(?:switch \d+|stack-mac|stack-power|redundancy)\b/, 'a site has no stacks: each device stands for itself'),
  refused(beginnings(listed.secret, 'no'), secret),
  irrelevant(statements(listed.meaningless)),
  refused(beginnings(listed.unsaid, 'no'), noWord),
];

const managementVrf = /^mgmt-?vrf$|^mgmt-?intf$|^management$/i;

/** Ports of the management VRF are out of band, whatever they are called. */
function readInterface(found: ReturnType<typeof interfaceNamed>, statement: Statement, reading: Reading): void {
  if (/\.\d+$/.test(found.name)) {
    refuseAll(statement, 'subinterfaces are not in the site’s words: use a trunk and a gateway', reading.ledger);
    return;
  }
  readAll(statement.children, found, interfaceWords, reading);
  if (managementVrf.test(found.said.vrf?.value ?? '')) becomesKind(reading.config, found, 'management');
  const isStacking = statement.children.some(({ text }) => /^stackwise-virtual\b/.test(text));
  if (isStacking) becomesKind(reading.config, found, 'stack');
}

export const iosWords: readonly Word<ForeignConfig>[] = [
  ...services,
  ...spanningTree,
  ...routeWords,
  ...aclViews,
  ...dhcpViews,
  ...natWords,
  ...routingViews,
  ...views,
];

/** `GigabitEthernet1/0/1 - 4, GigabitEthernet1/0/7`, as the command line takes it but no device prints. */
function rangeOf(statement: Statement, text: string, reading: Reading): void {
  const names: string[] = [];
  for (const part of text.split(',')) {
    const match = /^([A-Za-z-]+ ?(?:\d+\/)*)(\d+)(?: ?- ?(\d+))?$/.exec(part.trim());
    const [, stem = '', from = '', to = from] = match ?? [];
    if (!match || Number(to) - Number(from) > 128) {
      refuseAll(statement, 'rosc cannot read the range of interfaces', reading.ledger);
      return;
    }
    for (let number = Number(from); number <= Number(to); number++) names.push(`${stem}${number}`);
  }
  for (const name of names) {
    const found = interfaceNamed(reading.config, name, statement.line);
    for (const child of statement.children) readOne(child, found, interfaceWords, reading);
  }
}
