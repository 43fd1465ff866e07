// What DHCP of both makers says alike, in a grammar of each: pools, leases, hosts by hardware, excluded addresses.

import type { ForeignConfig, ForeignPool } from './facts.ts';
import { ipv4Address, macOf, noHardware } from './values.ts';
import { readAll, type Word, word } from './vocabulary.ts';

/** Addresses that no pool gives away: the first, and the last where there are several. */
export function excludedWord<Subject>(pattern: RegExp): Word<Subject> {
  return word(pattern, ({ said, group, has, refuse, reading }) => {
    const from = ipv4Address(group(1));
    const to = has(2) ? ipv4Address(group(2)) : from;
    if (from && to) reading.config.excluded.push(said({ from, to }));
    else refuse('rosc cannot read the addresses');
  });
}

export function hardwareWord(pattern: RegExp): Word<ForeignPool> {
  return word(pattern, ({ subject, said, group, refuse }) => {
    const mac = macOf(group(1));
    if (mac === undefined) refuse(noHardware);
    else subject.hardware = said(mac);
  });
}

/** For how long: days, hours, minutes and seconds, as many of them as are there. */
export function leaseWord(pattern: RegExp): Word<ForeignPool> {
  return word(pattern, ({ subject, said, group }) => {
    const parts = ['d', 'h', 'm', 's'].map((unit, index) => ({ unit, count: Number(group(index + 1)) }));
    const lease = parts.flatMap(({ unit, count }) => (count === 0 ? [] : `${count}${unit}`)).join('');
    if (lease !== '') subject.lease = said(lease);
  });
}

export function poolWord(pattern: RegExp, words: readonly Word<ForeignPool>[]): Word<ForeignConfig> {
  return word(pattern, ({ subject, group, line, statement, reading }) => {
    const pool: ForeignPool = { name: group(1), lines: [line], gateways: [], dns: [], ranges: [], bindings: [] };
    subject.pools.set(pool.name, pool);
    readAll(statement.children, pool, words, reading);
  });
}
