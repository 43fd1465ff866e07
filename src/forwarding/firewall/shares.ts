// Shares of the connections: rules whose `per-connection-classifier` hashes the same fields and divides by the same
// number part packets without rest, each packet into one share. So does a list of addresses that nobody knows: what is
// in it, and the rest. Source: manual, load-balancing/per-connection-classifier, "Theory".

import { propertyValue } from '../../model/config.ts';
import { derivedOnce } from '../../source/grouping.ts';
import { wordSet } from '../../source/word-set.ts';
import type { FirewallRule } from './firewall.ts';

/**
 * By the chain, the fields and the number that divides: the remainders that packets may have. Nothing = any. Packets of
 * a connection that go one way have one share in a chain, and another where their addresses are translated.
 */
export type Shares = ReadonlyMap<string, readonly number[]>;

export const anyShare: Shares = new Map();

/** More shares than lines to the Internet. */
const denominatorMax = 64;

/** The share that a rule is for; undefined where it asks for none, or for all but one. */
const shareOf = derivedOnce((rule: FirewallRule) => {
  const [asked = '', ...others] = rule.undecided;
  if (lists.has(asked) && others.length === 0 && marking.has(rule.action)) {
    const list = propertyValue(rule.item, asked) ?? '';
    return { key: `${asked} ${list.replace('!', '')}`, denominator: 2, remainder: list.startsWith('!') ? 0 : 1 };
  }
  if (!rule.undecided.includes(classifier)) return undefined;
  const [, fields, by, rest] = /^([a-z-]+):(\d+)\/(\d+)$/.exec(propertyValue(rule.item, classifier) ?? '') ?? [];
  const [denominator, remainder] = [Number(by), Number(rest)];
  if (!fields || denominator > denominatorMax) return undefined;
  return { key: `${fields}:${denominator}`, denominator, remainder };
});

const classifier = 'per-connection-classifier';
const lists = wordSet('dst-address-list src-address-list');
/** What one packet of a connection gets, the others get too. */
const marking = wordSet('mark-connection mark-routing');

/** What is left of the shares where a rule matches by its classifier, and where not; undefined = that cannot be. */
export function byClassifier(
  rule: FirewallRule,
  chain: string,
  shares: Shares,
): readonly [inside: Shares | undefined, outside: Shares | undefined] {
  const share = shareOf(rule);
  if (!share) return [shares, shares];
  const { denominator, remainder } = share;
  const key = `${chain} ${share.key}`;
  const left = shares.get(key) ?? Array.from({ length: denominator }, (_, each) => each);
  const narrowed = (remainders: readonly number[]) =>
    remainders.length > 0 ? new Map([...shares, [key, remainders]]) : undefined;
  return [narrowed(left.filter((each) => each === remainder)), narrowed(left.filter((each) => each !== remainder))];
}

/** Whether it matches hangs on one share alone. */
export function asksOneShare(rule: FirewallRule): boolean {
  return rule.tcpFlags.length === 0 && rule.undecided.length === 1 && shareOf(rule) !== undefined;
}

/** It asks for a share of all and nothing else that a flow does not say, so it means some connections for certain. */
export function asksShareAlone({ undecided, tcpFlags }: FirewallRule): boolean {
  return tcpFlags.length === 0 && undecided.join() === classifier;
}
