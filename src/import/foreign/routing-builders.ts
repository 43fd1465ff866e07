// The routing protocols of a configuration under construction: what both makers' words fill in.

import { parsePrefix } from '../../model/prefix.ts';
import { append } from '../../source/append.ts';
import { computeIfAbsent } from '../../source/grouping.ts';
import { aclKey } from './acl-values.ts';
import type { Statement } from './blocks.ts';
import type { ForeignArea, ForeignBgp, ForeignConfig, ForeignOspf, ForeignPeer } from './facts.ts';
import type { Said } from './said.ts';
import { areaNumber, classMask, ipv4Address, ipv4Prefix, ipv6Prefix, within, withoutMetric } from './values.ts';
import { adds, type Found, readAll, states, type Word, word } from './vocabulary.ts';

/** A process of OSPF, with all that stands below its statement. */
export function readOspf(
  { subject, line, statement, reading }: Found<ForeignConfig>,
  process: Pick<ForeignOspf, 'process' | 'version' | 'vrf' | 'routerId'>,
  words: readonly Word<ForeignOspf>[],
): void {
  const ospf = { ...process, line, networks: [], areas: new Map(), passive: [], active: [], redistribute: [] };
  subject.ospf.push(ospf);
  readAll(statement.children, ospf, words, reading);
}

/** An area by its number, whichever of its two spellings is written. */
export function areaOf({ areas }: ForeignOspf, written: string, line: number): ForeignArea {
  const found = computeIfAbsent(areas, areaNumber(written), () => ({ lines: [], ranges: [] }));
  found.lines.push(line);
  return found;
}

export function bgpOf(config: ForeignConfig, asn: number, line: number, isActiveByDefault: boolean): ForeignBgp {
  config.bgp ??= { asn, line, networks: [], peers: new Map(), isActiveByDefault, familyLines: [] };
  return config.bgp;
}

/** A peer exchanges the routes of its own family; others over its session are not in the site's words. */
export function activate(peer: ForeignPeer, active: Said<boolean>, family: 4 | 6): boolean {
  if (family === 4) peer.active = active;
  else peer.active6 = active;
  return !active.value || (peer.address?.family ?? family) === family;
}

export const otherFamily = 'routes of one family by a session of the other are not in the site’s words';

export function peerOf(bgp: ForeignBgp, key: string, line: number): ForeignPeer {
  const address = ipv4Address(key) ?? ipv6Prefix(key);
  const found = computeIfAbsent(bgp.peers, key, () => ({
    key,
    lines: new Set<number>(),
    lists: [],
    ...(address && { address }),
  }));
  found.lines.add(line);
  return found;
}

/** Of a statement inside a VRF. */
export function whyNoVrfWord({ text }: Statement): string {
  return /^(?:rd|route-distinguisher|route-target|vpn-target|import|export)\b/.test(text)
    ? 'route distinguishers and targets are of MPLS, which the site has no word for'
    : 'a site says nothing of a VRF but its members';
}

/** Kept as it is written. */
export function routerIdWord(pattern: RegExp): Word<{ routerId?: Said<string> }> {
  return states(pattern, 'routerId', ({ group }) => ipv4Address(group(1)) && group(1), 'address');
}

const sources: Readonly<Record<string, 'connected' | 'static' | 'bgp'>> = {
  direct: 'connected',
  connected: 'connected',
  static: 'static',
  bgp: 'bgp',
};

/** Source of the routes, and what is said of their metrics or tags. */
export function redistributeWord(pattern: RegExp): Word<ForeignOspf> {
  return word(pattern, ({ subject, said, group, refuse }) => {
    const source = sources[group(1)];
    if (source) subject.redistribute.push(said(source));
    if (group(2) !== '') refuse(withoutMetric);
  });
}

/** `always`, what is said of its metric, `always` again. */
export function defaultRouteWord(pattern: RegExp): Word<ForeignOspf> {
  return word(pattern, ({ subject, said, group, has, refuse }) => {
    subject.default = said(has(1) || has(3) ? 'always' : 'if-installed');
    if (group(2) !== '') refuse(withoutMetric);
  });
}

/** Address and mask, or the length of an IPv6 prefix where the address does not hold it. */
export function networkWords(ipv4: RegExp, ipv6: RegExp): readonly Word<ForeignBgp>[] {
  return [
    adds(ipv4, 'networks', ({ group }) => ipv4Prefix(group(1), group(2) || classMask(group(1))), 'network'),
    adds(ipv6, 'networks', ({ group }) => ipv6Prefix(group(1), group(2) || undefined), 'network'),
  ];
}

export function equalPathsWord(pattern: RegExp): Word<ForeignBgp> {
  return word(pattern, ({ subject, said, group, refuse }) => {
    const paths = within(group(1), 1, 64);
    if (paths !== undefined) subject.multipath = said(paths);
    else refuse('a site has 64 equal paths at most');
  });
}

/** What BGP says of one family: 4 or 6. */
export function familyWord(pattern: RegExp, words: (family: 4 | 6) => readonly Word<ForeignBgp>[]): Word<ForeignBgp> {
  return word(pattern, ({ subject, line, group, statement, reading }) => {
    subject.familyLines.push(line);
    readAll(statement.children, subject, words(group(1) === '6' ? 6 : 4), reading);
  });
}

/**
 * A rule of a prefix list, the same in both makers' words but for names: `v6`, name, number, action, prefix, least and
 * greatest length. One without a number stands a step behind the last.
 */
export function prefixListWord(pattern: RegExp, step: number): Word<ForeignConfig> {
  return word(pattern, ({ subject: { prefixLists }, group, has, line, refuse }) => {
    const family = has(1) ? 6 : 4;
    const prefix = parsePrefix(group(5).toLowerCase().replace(' ', '/'));
    if (prefix?.family !== family) return refuse('rosc cannot read the prefix');
    const key = aclKey(group(2), family);
    const last = prefixLists.get(key)?.at(-1)?.sequence ?? 0;
    append(prefixLists, key, {
      line,
      sequence: has(3) ? Number(group(3)) : last + step,
      action: group(4) === 'permit' ? 'permit' : 'deny',
      prefix,
      ...(has(6) && { ge: Number(group(6)) }),
      ...(has(7) && { le: Number(group(7)) }),
    });
  });
}
