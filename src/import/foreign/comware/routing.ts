// OSPF, BGP and prefix lists of Comware.

import { parsePrefix } from '../../../model/prefix.ts';
import type { ForeignBgp, ForeignConfig, ForeignOspf } from '../facts.ts';
import { plainText } from '../interfaces.ts';
import { pattern } from '../pattern.ts';
import { bgpOf, newOspf, peerOf } from '../routing-builders.ts';
import { areaRange, asnMax, ipv4Address, ipv4Prefix, isArea, wildcardOf, within } from '../values.ts';
import { type Found, irrelevant, readAll, readOne, refuseAll, refused, type Word, word } from '../vocabulary.ts';

const ospfWords: readonly Word<ForeignOspf>[] = [
  word(/^router-id (\d[\d.]+)$/, ({ subject, said, group, refuse }) => {
    if (ipv4Address(group(1))) subject.routerId = said(group(1));
    else refuse('rosc cannot read the address');
  }),
  word(/^silent-interface (?:all|(\S+(?: \d\S*)?))$/, ({ subject, said, group, has }) => {
    if (has(1)) subject.passive.push(said(group(1)));
    else subject.allPassive = said(true);
  }),
  word(/^undo silent-interface (\S+(?: \d\S*)?)$/, ({ subject, said, group }) => {
    subject.active.push(said(group(1)));
  }),
  word(/^import-route (direct|static|bgp)$/, ({ subject, said, group }) => {
    subject.redistribute.push(said(group(1) === 'direct' ? 'connected' : group(1) === 'static' ? 'static' : 'bgp'));
  }),
  word(/^default-route-advertise( always)?$/, ({ subject, said, has }) => {
    subject.default = said(has(1) ? 'always' : 'if-installed');
  }),
  word(/^area (\S+)$/, ({ subject, group, line, statement, reading }) => {
    const area = group(1);
    if (!isArea(area)) {
      refuseAll(statement, noWord, reading.ledger);
      return;
    }
    subject.areas.set(area, { line });
    for (const child of statement.children) {
      const isRead = readOne(child, { ospf: subject, area }, areaWords, reading);
      if (!isRead) refuseAll(child, noWord, reading.ledger);
    }
  }),
  irrelevant(
    /^(?:log-peer-change|undo log-peer-change|enable log|rfc1583 compatible|graceful-restart|opaque-capability.*)$/,
  ),
  refused(/^./, 'this part of OSPF is not in the site’s words'),
];

const noWord = 'this part of OSPF is not in the site’s words';

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
  refused(/^abr-summary\b/, areaRange),
  word(/^(stub|nssa)$/, ({ subject, said, group }) => {
    const known = subject.ospf.areas.get(subject.area);
    const type = said(group(1) === 'stub' ? ('stub' as const) : ('nssa' as const));
    if (known) known.type = type;
  }),
];

const bgpWords: readonly Word<ForeignBgp>[] = [
  word(/^router-id (\d[\d.]+)$/, ({ subject, said, group, refuse }) => {
    if (ipv4Address(group(1))) subject.routerId = said(group(1));
    else refuse('rosc cannot read the address');
  }),
  word(/^group (\S+) (internal|external)$/, ({ subject, group, line, said }) => {
    const peer = peerOf(subject, group(1), line);
    if (group(2) === 'internal') peer.asn = said(subject.asn);
  }),
  word(/^(?:network) (\d[\d.]+)(?: (\d[\d.]*))?$/, ({ subject, said, group, has, refuse }) => {
    const network = has(2) ? ipv4Prefix(group(1), group(2)) : undefined;
    if (network) subject.networks.push(said(network));
    else refuse('rosc cannot read the network');
  }),
  word(/^balance (\d+)$/, ({ subject, said, group, refuse }) => {
    const paths = within(group(1), 1, 64);
    if (paths !== undefined) subject.multipath = said(paths);
    else refuse('a site has 64 equal paths at most');
  }),
  word(/^peer (\S+) (.+)$/, readPeer),
  word(/^(?:address-family )?ipv4(?:-family)?(?: unicast)?$/, ({ subject, line, statement, reading }) => {
    subject.familyLines.push(line);
    readAll(statement.children, subject, bgpWords, reading);
  }),
  irrelevant(
    /^(?:log-peer-change|undo log-peer-change|graceful-restart.*|undo default ipv4-unicast|undo synchronization)$/,
  ),
  refused(/^./, 'this part of BGP is not in the site’s words'),
];

function readPeer({ subject, group, line, said, refuse }: Found<ForeignBgp>): void {
  const option = group(2);
  const peer = peerOf(subject, group(1), line);
  const take = (pattern: RegExp) => pattern.exec(option)?.[1];
  const asn = take(/^as-number (\d+)$/);
  const list = /^(?:prefix-list|ip-prefix) (\S+) (import|export)$/.exec(option);
  const policy = /^route-policy (\S+) (import|export)$/.exec(option);
  const timer = take(/^timer keepalive \d+ hold (\d+)$/);
  const description = take(/^description (.+)$/);
  const peerGroup = take(/^group (\S+)(?: as-number \d+)?$/);
  if (asn !== undefined && within(asn, 1, asnMax) !== undefined) peer.asn = said(Number(asn));
  else if (option === 'enable') peer.active = said(true);
  else if (list) peer.lists.push(said({ name: list[1] ?? '', direction: directionOf(list[2]), kind: 'prefix-list' }));
  else if (policy) peer.lists.push(said({ name: policy[1] ?? '', direction: directionOf(policy[2]), kind: 'map' }));
  else if (timer) peer.holdTime = said(`${timer}s`);
  else if (description) peer.description = said(plainText(description));
  else if (peerGroup) peer.group = said(peerGroup);
  else if (/^ebgp-max-hop( \d+)?$/.test(option)) peer.multihop = said(true);
  else if (option === 'next-hop-local') peer.nextHopSelf = said(true);
  else if (option === 'reflect-client') peer.routeReflect = said(true);
  else if (/^bfd( single-hop)?$/.test(option)) peer.bfd = said(true);
  else if (/^password\b/.test(option)) {
    peer.hasPassword = said(true);
    refuse('a secret: the site asks the environment for it');
  } else if (/^advertise-(?:ext-)?community$/.test(option)) refuse('communities are announced by RouterOS anyway');
  else refuse('this part of BGP is not in the site’s words');
}

function directionOf(word: string | undefined): 'in' | 'out' {
  return word === 'import' ? 'in' : 'out';
}

export const routingViews: readonly Word<ForeignConfig>[] = [
  word(
    /^ospf(?: (\d+))?(?: router-id (\d[\d.]+))?(?: vpn-instance (\S+))?$/,
    ({ subject, group, has, line, said, statement, reading }) => {
      const vrf = has(3) ? group(3) : undefined;
      const ospf = newOspf(group(1) || '1', line, { vrf });
      if (has(2) && ipv4Address(group(2))) ospf.routerId = said(group(2));
      subject.ospf.push(ospf);
      readAll(statement.children, ospf, ospfWords, reading);
    },
  ),
  word(/^ospfv3(?: (\d+))?(?: vpn-instance (\S+))?$/, ({ subject, group, has, line, statement, reading }) => {
    const ospf = newOspf(group(1) || '1', line, { version: 3, vrf: has(2) ? group(2) : undefined });
    subject.ospf.push(ospf);
    readAll(statement.children, ospf, ospfWords, reading);
  }),
  word(/^bgp (\d+)(?: instance \S+)?$/, ({ subject, group, line, statement, reading }) => {
    const isOld = /^5\./.test(subject.version?.value ?? '');
    readAll(statement.children, bgpOf(subject, Number(group(1)), line, isOld), bgpWords, reading);
  }),
  word(
    pattern([
      '^ip (?:prefix-list|ip-prefix) (\\S+)(?: index (\\d+))? (permit|',
      'deny) (\\d[\\d.]+) (\\d+)(?: greater-equal (\\d+))?(?: less-equal (\\d+))?$',
    ]),
    ({ subject, group, has, line, refuse }) => {
      const prefix = parsePrefix(`${group(4)}/${group(5)}`);
      if (!prefix) return refuse('rosc cannot read the prefix');
      const known = subject.prefixLists.get(group(1)) ?? [];
      subject.prefixLists.set(group(1), [
        ...known,
        {
          line,
          sequence: has(2) ? Number(group(2)) : (known.at(-1)?.sequence ?? 0) + 10,
          action: group(3) === 'permit' ? 'permit' : 'deny',
          prefix,
          ...(has(6) && { ge: Number(group(6)) }),
          ...(has(7) && { le: Number(group(7)) }),
        },
      ]);
    },
  ),
  refused(
    /^(?:ipv6 prefix-list|ip (?:ip-prefix|prefix-list|as-path|community-list)|route-policy|filter-policy)\b/,
    'routing policies are not carried',
  ),
  word(/^router id (\d[\d.]+)$/, ({ subject, said, group, refuse }) => {
    if (ipv4Address(group(1))) subject.routerId = said(group(1));
    else refuse('rosc cannot read the address');
  }),
];
