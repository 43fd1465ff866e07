// OSPF, BGP and prefix lists of Comware.

import type { ForeignBgp, ForeignConfig, ForeignOspf } from '../facts.ts';
import { pattern } from '../pattern.ts';
import { peerWords } from '../peer-words.ts';
import {
  areaOf,
  bgpOf,
  defaultRouteWord,
  equalPathsWord,
  familyWord,
  networkWords,
  peerOf,
  prefixListWord,
  readOspf,
  redistributeWord,
  routerIdWord,
} from '../routing-builders.ts';
import { ipv4Address, ipv4Prefix, isArea, rangeOption, wildcardOf } from '../values.ts';
import { adds, type Found, irrelevant, readAll, readOne, refuseAll, refused, type Word, word } from '../vocabulary.ts';
import { routePolicyKey } from './acl.ts';

const noWord = 'this part of OSPF is not in the site’s words';

const ospfWords: readonly Word<ForeignOspf>[] = [
  routerIdWord(/^router-id (\d[\d.]+)$/),
  word(/^silent-interface (?:all|(\S+(?: \d\S*)?))$/, ({ subject, said, group, has }) => {
    if (has(1)) subject.passive.push(said(group(1)));
    else subject.allPassive = said(true);
  }),
  adds(/^undo silent-interface (\S+(?: \d\S*)?)$/, 'active', ({ group }) => group(1)),
  redistributeWord(/^import-route (direct|static|bgp)(?: \d+)?((?: (?:cost|type|tag) \d+)*)$/),
  defaultRouteWord(/^default-route-advertise( always)?((?: (?:cost|type) \d+)*)( always)?$/),
  word(/^area (\S+)$/, ({ subject, group, line, statement, reading }) => {
    const area = group(1);
    if (!isArea(area)) return refuseAll(statement, noWord, reading.ledger);
    areaOf(subject, area, line);
    for (const child of statement.children) {
      const isRead = readOne(child, { ospf: subject, area }, areaWords, reading);
      if (!isRead) refuseAll(child, noWord, reading.ledger);
    }
  }),
  word(/^preference (\d+)$/, ({ subject, group, line, reading }) => {
    subject.preference = Number(group(1));
    reading.ledger.ignore(line);
  }),
  irrelevant(/^(?:log-peer-change|undo log-peer-change|enable log|rfc1583 compatible|opaque-capability.*)$/),
  refused(/^./, noWord),
];

interface InArea {
  readonly ospf: ForeignOspf;
  readonly area: string;
}

const areaWords: readonly Word<InArea>[] = [
  word(/^network (\d[\d.]+) (\d[\d.]*)$/, ({ subject, said, group, refuse }) => {
    const wildcard = wildcardOf(group(1), group(2));
    if (wildcard) subject.ospf.networks.push(said({ wildcard, area: subject.area }));
    else refuse('rosc cannot read the network');
  }),
  word(/^abr-summary (\d[\d.]+) (\d[\d.]*)(?: advertise)?$/, ({ subject, said, group, line, refuse }) => {
    const range = ipv4Prefix(group(1), group(2));
    if (range) areaOf(subject.ospf, subject.area, line).ranges.push(said(range));
    else refuse('rosc cannot read the prefix');
  }),
  refused(/^abr-summary\b/, rangeOption),
  word(/^(stub|nssa)( no-summary)?$/, ({ subject, said, group, has, line }) => {
    const area = areaOf(subject.ospf, subject.area, line);
    area.type = said(group(1) === 'stub' ? 'stub' : 'nssa');
    if (has(2)) area.noSummaries = said(true);
  }),
];

const bgpWords = (family: 4 | 6): readonly Word<ForeignBgp>[] => [
  routerIdWord(/^router-id (\d[\d.]+)$/),
  word(/^group (\S+) (internal|external)$/, ({ subject, group, line, said }) => {
    const peer = peerOf(subject, group(1), line);
    if (group(2) === 'internal') peer.asn = said(subject.asn);
  }),
  ...networkWords(/^network (\d[\d.]+)(?: (\d[\d.]*))?$/, /^network ([0-9A-Fa-f:]+) (\d+)$/),
  equalPathsWord(/^balance (\d+)$/),
  word(/^peer (\S+) (.+)$/, (found) => readPeer(found, family)),
  familyWord(/^(?:address-family )?ipv([46])(?:-family)?(?: unicast)?$/, bgpWords),
  irrelevant(/^(?:log-peer-change|undo log-peer-change|undo default ipv4-unicast|undo synchronization)$/),
  refused(/^./, 'this part of BGP is not in the site’s words'),
];

const peerOptions = peerWords(
  {
    asn: /^as-number (\d+)$/,
    active: /^enable$/,
    'prefix-list': /^(?:prefix-list|ip-prefix|ipv6-prefix) (\S+) (import|export)$/,
    map: /^route-policy (\S+) (import|export)$/,
    holdTime: /^timer keepalive \d+ hold (\d+)$/,
    description: /^description (.+)$/,
    group: /^group (\S+)(?: as-number \d+)?$/,
    source: /^connect-interface (\S.*)$/,
    multihop: /^ebgp-max-hop( \d+)?$/,
    isShut: /^ignore$/,
    nextHopSelf: /^next-hop-local$/,
    routeReflect: /^reflect-client$/,
    bfd: /^bfd( single-hop)?$/,
    communities: /^advertise-(?:ext-)?community$/,
  },
  'import',
  routePolicyKey,
);

function readPeer({ subject, group, line, statement, reading }: Found<ForeignBgp>, family: 4 | 6): void {
  const peer = peerOf(subject, group(1), line);
  readOne({ ...statement, text: group(2) }, { peer, family }, peerOptions, reading);
}

export const routingViews: readonly Word<ForeignConfig>[] = [
  word(/^ospf(?: (\d+))?(?: router-id (\d[\d.]+))?(?: vpn-instance (\S+))?$/, (found) => {
    const { group, has, said } = found;
    const routerId = ipv4Address(group(2)) && { routerId: said(group(2)) };
    const vrf = has(3) ? { vrf: group(3) } : {};
    readOspf(found, { process: group(1) || '1', version: 2, ...vrf, ...routerId }, ospfWords);
  }),
  word(/^ospfv3(?: (\d+))?(?: vpn-instance (\S+))?$/, (found) => {
    const vrf = found.has(2) ? { vrf: found.group(2) } : {};
    readOspf(found, { process: found.group(1) || '1', version: 3, ...vrf }, ospfWords);
  }),
  word(/^bgp (\d+)(?: instance \S+)?$/, ({ subject, group, line, statement, reading }) => {
    const isOld = /^5\./.test(subject.version?.value ?? '');
    readAll(statement.children, bgpOf(subject, Number(group(1)), line, isOld), bgpWords(4), reading);
  }),
  prefixListWord(
    pattern([
      '^ip(v6)? (?:prefix-list|ip-prefix|ipv6-prefix) (\\S+)(?: index (\\d+))? (permit|',
      'deny) (\\S+ \\d+)(?: greater-equal (\\d+))?(?: less-equal (\\d+))?$',
    ]),
    10,
  ),
  refused(
    /^(?:ipv6 prefix-list|ip (?:ip-prefix|prefix-list|as-path|community-list)|route-policy|filter-policy)\b/,
    'routing policies are not carried',
  ),
  routerIdWord(/^router id (\d[\d.]+)$/),
];
