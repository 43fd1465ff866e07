// What rules do to packets besides sending them elsewhere.

import { isYes, propertyValue } from '../../model/config.ts';
import { wordSet } from '../../source/word-set.ts';
import { type Firewall, type FirewallRule, isPassthrough, type Table } from './firewall.ts';

/** Rules that change nothing about where a packet goes, matched or not. */
export function changesNoWay({ action, item }: Pick<FirewallRule, 'action' | 'item'>): boolean {
  return (watching.has(action) || rewriting.has(action)) && isPassthrough(item);
}

/** What nobody outside the device misses. */
export const unseen = wordSet('log passthrough add-src-to-address-list add-dst-to-address-list');

/** Rules of the chains that packets on their way through the device may come to. */
export function rulesOnTheWay(firewall: Firewall, table: Table): readonly FirewallRule[] {
  const chains = new Set(['prerouting', 'dstnat', 'forward', 'postrouting', 'srcnat']);
  for (const chain of chains) {
    for (const { jumpTarget } of firewall.chain(table, chain)) if (jumpTarget !== undefined) chains.add(jumpTarget);
  }
  return [...chains].flatMap((chain) => firewall.chain(table, chain));
}

/** Somebody wants to know of forwarded packets, whose way it is not to change. */
export function isWatching({ action, item, impossible }: FirewallRule): boolean {
  const isAsked = unseen.has(action) || (action === 'accept' && isYes(propertyValue(item, 'log')));
  return isAsked && !impossible;
}

/** Changes each packet that it matches: a SYN alone has an MSS. */
export function rewritesPackets({ action }: FirewallRule): boolean {
  return rewriting.has(action) && action !== 'change-mss';
}

const watching: ReadonlySet<string> = new Set([...unseen, 'sniff-pc', 'sniff-tzsp']);

const rewriting = wordSet(`
  change-dscp change-hop-limit change-mss change-ttl clear-df set-priority strip-ipv4-options
`);
