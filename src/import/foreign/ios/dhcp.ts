// DHCP of IOS: pools, and the addresses that are kept out of them.

import { type ForeignConfig, type ForeignPool, newPool } from '../facts.ts';
import { ipv4Address, ipv4Prefix, macOf, noHardware } from '../values.ts';
import { addsEach, irrelevant, readAll, refused, states, type Word, word } from '../vocabulary.ts';

const poolWords: readonly Word<ForeignPool>[] = [
  states(
    /^network (\d[\d.]+) (\/?\d[\d.]*)$/,
    'network',
    ({ group }) => ipv4Prefix(group(1), group(2).replace('/', '')),
    'network',
  ),
  states(/^vrf (\S+)$/, 'vrf', ({ group }) => group(1)),
  addsEach(/^default-router (.+)$/, 'gateways', ipv4Address),
  addsEach(/^dns-server (.+)$/, 'dns', ipv4Address),
  states(/^domain-name (\S+)$/, 'domain', ({ group }) => group(1)),
  word(/^lease (\d+)(?: (\d+))?(?: (\d+))?$/, ({ subject, said, group }) => {
    const parts = ['d', 'h', 'm'].map((unit, index) => {
      const value = Number(group(index + 1) || 0);
      return value === 0 ? '' : `${value}${unit}`;
    });
    if (parts.join('') !== '') subject.lease = said(parts.join(''));
  }),
  states(/^host (\d[\d.]+)(?: (?:\/?\d[\d.]*))?$/, 'host', ({ group }) => ipv4Address(group(1)), 'address'),
  word(/^(?:client-identifier|hardware-address) (\S+)(?: (?:ethernet|1))?$/, ({ subject, said, group, refuse }) => {
    const mac = macOf(group(1));
    if (mac === undefined) refuse(noHardware);
    else subject.hardware = said(mac);
  }),
  irrelevant(/^(?:import all|update arp|exit|remember|client-name \S+)$/),
  refused(/^./, 'this part of a DHCP pool is not in the site’s words'),
];

export const dhcpViews: readonly Word<ForeignConfig>[] = [
  word(/^ip dhcp excluded-address (\d[\d.]+)(?: (\d[\d.]+))?$/, ({ subject, said, group, has, refuse }) => {
    const from = ipv4Address(group(1));
    const to = has(2) ? ipv4Address(group(2)) : from;
    if (from && to) subject.excluded.push(said({ from, to }));
    else refuse('rosc cannot read the addresses');
  }),
  word(/^ip dhcp pool (.+)$/, ({ subject, group, line, statement, reading }) => {
    const pool = newPool(group(1), line);
    subject.pools.set(pool.name, pool);
    readAll(statement.children, pool, poolWords, reading);
  }),
  refused(/^(?:no )?ip dhcp\b/, 'this part of DHCP is not in the site’s words'),
];
