// What both makers say of a BGP peer, each in words of its own.

import type { ForeignPeer } from './facts.ts';
import { plainText } from './interfaces.ts';
import { activate, otherFamily } from './routing-builders.ts';
import { asnMax, within } from './values.ts';
import { type Word, word } from './vocabulary.ts';

export interface SpokenPeer {
  readonly peer: ForeignPeer;
  /** Of the routes that the statement is about. */
  readonly family: 4 | 6;
}

const flags = ['multihop', 'isShut', 'nextHopSelf', 'routeReflect', 'bfd'] as const;

/** Patterns of whole options; the first group is the value, and the second one of a filter its direction. */
export type PeerPatterns = Readonly<
  Record<
    | (typeof flags)[number]
    | 'asn'
    | 'active'
    | 'prefix-list'
    | 'map'
    | 'holdTime'
    | 'description'
    | 'group'
    | 'source'
    | 'communities',
    RegExp
  >
>;

export const unsayable = 'this part of BGP is not in the site’s words';

/** `inward`: the maker's word for what is learnt. */
export function peerWords(
  patterns: PeerPatterns,
  inward: string,
  mapKey: (name: string) => string = (name) => name,
): readonly Word<SpokenPeer>[] {
  const filter = (kind: 'prefix-list' | 'map') =>
    word<SpokenPeer>(patterns[kind], ({ subject: { peer }, group, said }) => {
      const name = kind === 'map' ? mapKey(group(1)) : group(1);
      peer.lists.push(said({ name, direction: group(2) === inward ? 'in' : 'out', kind }));
    });
  return [
    word(patterns.asn, ({ subject: { peer }, group, said, refuse }) => {
      const asn = within(group(1), 1, asnMax);
      if (asn === undefined) refuse(unsayable);
      else peer.asn = said(asn);
    }),
    word(patterns.active, ({ subject: { peer, family }, said, refuse }) => {
      if (!activate(peer, said(true), family)) refuse(otherFamily);
    }),
    filter('prefix-list'),
    filter('map'),
    word(patterns.holdTime, ({ subject: { peer }, group, said }) => {
      peer.holdTime = said(`${group(1)}s`);
    }),
    word(patterns.description, ({ subject: { peer }, group, said }) => {
      peer.description = said(plainText(group(1)));
    }),
    word(patterns.group, ({ subject: { peer }, group, said }) => {
      peer.group = said(group(1));
    }),
    word(patterns.source, ({ subject: { peer }, group, said, refuse }) => {
      peer.source = said(group(1));
      refuse(unsayable);
    }),
    ...flags.map((flag) =>
      word<SpokenPeer>(patterns[flag], ({ subject: { peer }, said }) => {
        peer[flag] = said(true);
      }),
    ),
    word(/^password\b/, ({ subject: { peer }, said, refuse }) => {
      peer.hasPassword = said(true);
      refuse('a secret, for which the site asks the environment');
    }),
    word(patterns.communities, ({ refuse }) => refuse('communities are announced by RouterOS anyway')),
    word(/^/, ({ refuse }) => refuse(unsayable)),
  ];
}
