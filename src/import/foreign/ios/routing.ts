// OSPF, BGP and prefix lists of IOS.

import { parsePrefix } from '../../../model/prefix.ts';
import type { ForeignBgp, ForeignConfig, ForeignOspf } from '../facts.ts';
import { peerWords, unsayable } from '../peer-words.ts';
import {
  activate,
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
import { ipv4Prefix, isArea, rangeOption, wildcardOf } from '../values.ts';
import {
  type Found,
  irrelevant,
  readAll,
  readOne,
  refuseAll,
  refused,
  states,
  type Word,
  word,
} from '../vocabulary.ts';

const ospfWords: readonly Word<ForeignOspf>[] = [
  routerIdWord(/^router-id (\d[\d.]+)$/),
  word(/^network (\d[\d.]+) (\d[\d.]+) area (\S+)$/, ({ subject, said, group, refuse }) => {
    const wildcard = isArea(group(3)) ? wildcardOf(group(1), group(2)) : undefined;
    if (wildcard) subject.networks.push(said({ wildcard, area: group(3) }));
    else refuse('rosc cannot read the network');
  }),
  states(/^passive-interface default$/, 'allPassive', () => true),
  word(/^(no )?passive-interface (.+)$/, ({ subject, said, group, has }) => {
    (has(1) ? subject.active : subject.passive).push(said(group(2)));
  }),
  redistributeWord(
    /^redistribute (connected|static|bgp)(?: \d+)?(?: subnets)?((?: metric(?:-type)? \d+| tag \d+)*)(?: subnets)?$/,
  ),
  defaultRouteWord(/^default-information originate( always)?((?: metric(?:-type)? \d+)*)( always)?$/),
  word(/^area (\S+) (stub|nssa)( no-summary)?$/, ({ subject, said, group, has, line, refuse }) => {
    if (!isArea(group(1))) return refuse('rosc cannot read the area');
    const area = areaOf(subject, group(1), line);
    area.type = said(group(2) === 'stub' ? 'stub' : 'nssa');
    if (has(3)) area.noSummaries = said(true);
  }),
  word(/^area (\S+) range (\S+)(?: (\d[\d.]+))?(?: advertise)?$/, ({ subject, said, group, has, line, refuse }) => {
    const range = has(3) ? ipv4Prefix(group(2), group(3)) : parsePrefix(group(2).toLowerCase());
    if (range && isArea(group(1))) areaOf(subject, group(1), line).ranges.push(said(range));
    else refuse('rosc cannot read the prefix');
  }),
  refused(/^area \S+ range\b/, rangeOption),
  irrelevant(/^(?:log-adjacency-changes.*|no log-adjacency.*|ispf|no auto-cost)$/),
  refused(/^./, 'this part of OSPF is not in the site’s words'),
];

const bgpWords = (family: 4 | 6): readonly Word<ForeignBgp>[] => [
  routerIdWord(/^bgp router-id (\d[\d.]+)$/),
  word(/^no bgp default ipv4-unicast$/, ({ subject, reading, line }) => {
    subject.isActiveByDefault = false;
    reading.ledger.ignore(line);
  }),
  ...networkWords(/^network (\d[\d.]+)(?: mask (\d[\d.]+))?$/, /^network ([0-9A-Fa-f:]+\/\d+)$/),
  equalPathsWord(/^maximum-paths (\d+)$/),
  word(/^(no )?neighbor (\S+) (.+)$/, (found) => readNeighbour(found, family)),
  familyWord(/^address-family ipv([46])(?: unicast)?$/, bgpWords),
  irrelevant(/^(?:exit-address-family|bgp log-neighbor-changes|no synchronization|no auto-summary)$/),
  refused(/^./, 'this part of BGP is not in the site’s words'),
];

const peerOptions = peerWords(
  {
    asn: /^remote-as (\d+)$/,
    active: /^activate$/,
    'prefix-list': /^prefix-list (\S+) (in|out)$/,
    map: /^route-map (\S+) (in|out)$/,
    holdTime: /^timers \d+ (\d+)$/,
    description: /^description (.+)$/,
    group: /^peer-group (\S+)$/,
    source: /^update-source (\S.*)$/,
    multihop: /^ebgp-multihop( \d+)?$/,
    isShut: /^shutdown$/,
    nextHopSelf: /^next-hop-self$/,
    routeReflect: /^route-reflector-client$/,
    bfd: /^fall-over bfd$/,
    communities: /^send-community\b/,
  },
  'in',
);

function readNeighbour(found: Found<ForeignBgp>, family: 4 | 6): void {
  const { subject, group, has, line, said, refuse, statement, reading } = found;
  const option = group(3);
  const peer = peerOf(subject, group(2), line);
  // The peer that it makes a group says nothing yet.
  if (!has(1) && option === 'peer-group') return;
  if (!has(1)) readOne({ ...statement, text: option }, { peer, family }, peerOptions, reading);
  else if (option === 'activate') activate(peer, said(false), family);
  else refuse(unsayable);
}

export const routingViews: readonly Word<ForeignConfig>[] = [
  word(/^router ospf (\d+)(?: vrf (\S+))?$/, (found) => {
    const vrf = found.has(2) ? { vrf: found.group(2) } : {};
    readOspf(found, { process: found.group(1), version: 2, ...vrf }, ospfWords);
  }),
  word(/^router bgp (\d+)$/, ({ subject, group, line, statement, reading }) => {
    const bgp = bgpOf(subject, Number(group(1)), line, true);
    const isOff = statement.children.find(({ text }) => text === 'no bgp default ipv4-unicast');
    if (isOff) bgp.isActiveByDefault = false;
    readAll(statement.children, bgp, bgpWords(4), reading);
  }),
  word(/^ipv6 router ospf (\d+)$/, (found) => {
    readOspf(found, { process: found.group(1), version: 3 }, ospfWords);
  }),
  word(/^router (eigrp|rip|isis|ospfv3|lisp)\b/, ({ statement, reading, group }) => {
    refuseAll(statement, `rosc makes no ${group(1).toUpperCase()}`, reading.ledger);
  }),
  prefixListWord(/^ip(v6)? prefix-list (\S+)(?: seq (\d+))? (permit|deny) (\S+\/\d+)(?: ge (\d+))?(?: le (\d+))?$/, 5),
  refused(
    /^(?:ip (?:prefix-list|as-path|community-list|extcommunity-list)|ipv6 prefix-list)\b/,
    'routing policies are not carried',
  ),
];
