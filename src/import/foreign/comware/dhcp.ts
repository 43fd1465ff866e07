// DHCP of Comware: pools, relay groups, what is kept out of the pools.

import { append } from '../../../source/append.ts';
import { type ForeignConfig, type ForeignPool, newPool } from '../facts.ts';
import { pattern } from '../pattern.ts';
import { ipv4Address, ipv4Prefix, macOf, noHardware } from '../values.ts';
import { addsEach, irrelevant, readAll, refused, states, type Word, word } from '../vocabulary.ts';

const poolWords: readonly Word<ForeignPool>[] = [
  states(
    /^network (\d[\d.]+) (?:mask )?(\d[\d.]*)$/,
    'network',
    ({ group }) => ipv4Prefix(group(1), group(2)),
    'network',
  ),
  word(/^network (\d[\d.]+)$/, ({ refuse }) => refuse('a network without its mask')),
  states(/^vpn-instance (\S+)$/, 'vrf', ({ group }) => group(1)),
  addsEach(/^gateway-list (.+)$/, 'gateways', ipv4Address),
  addsEach(/^dns-list (.+)$/, 'dns', ipv4Address),
  states(/^domain-name (\S+)$/, 'domain', ({ group }) => group(1)),
  word(/^expired day (\d+)(?: hour (\d+))?(?: minute (\d+))?(?: second (\d+))?$/, ({ subject, said, group }) => {
    const lease = ['d', 'h', 'm', 's'].map((unit, index) => part(group(index + 1), unit)).join('');
    if (lease !== '') subject.lease = said(lease);
  }),
  word(/^address range (\d[\d.]+) (\d[\d.]+)$/, ({ subject, said, group, refuse }) => {
    const [from, to] = [ipv4Address(group(1)), ipv4Address(group(2))];
    if (from && to) subject.ranges.push(said({ from, to }));
    else refuse('rosc cannot read the range');
  }),
  word(/^forbidden-ip (.+)$/, ({ said, group, reading }) => {
    for (const each of group(1).split(' ')) {
      const address = ipv4Address(each);
      if (address) reading.config.excluded.push(said({ from: address, to: address }));
    }
  }),
  word(/^forbidden-ip-range (\d[\d.]+)(?: (\d[\d.]+))?$/, ({ said, group, has, refuse, reading }) => {
    const from = ipv4Address(group(1));
    const to = has(2) ? ipv4Address(group(2)) : from;
    if (from && to) reading.config.excluded.push(said({ from, to }));
    else refuse('rosc cannot read the addresses');
  }),
  word(
    pattern([
      '^static-bind ip-address (\\d[\\d.]+)(?: mask \\d[\\d.]*| \\d+)?',
      '(?: (?:hardware-address|client-identifier) (\\S+))?(?: ethernet)?$',
    ]),
    ({ subject, said, group, has, refuse }) => {
      const address = ipv4Address(group(1));
      const mac = has(2) ? macOf(group(2)) : undefined;
      if (!address || (has(2) && mac === undefined)) refuse(noHardware);
      else if (mac === undefined) subject.host = said(address);
      else subject.bindings.push(said({ address, mac }));
    },
  ),
  word(/^static-bind (?:mac-address|client-identifier) (\S+)$/, ({ subject, said, group, refuse }) => {
    const mac = macOf(group(1));
    if (mac === undefined) refuse(noHardware);
    else subject.hardware = said(mac);
  }),
  refused(/^./, 'this part of a DHCP pool is not in the site’s words'),
];

function part(text: string, unit: string): string {
  return text === '' || Number(text) === 0 ? '' : `${Number(text)}${unit}`;
}

export const dhcpViews: readonly Word<ForeignConfig>[] = [
  states(/^dhcp enable$/, 'dhcpEnabled', () => true),
  word(/^dhcp server ip-pool (\S+)(?: extended)?$/, ({ subject, group, line, statement, reading }) => {
    const pool = newPool(group(1), line);
    subject.pools.set(pool.name, pool);
    readAll(statement.children, pool, poolWords, reading);
  }),
  word(/^dhcp server forbidden-ip (\d[\d.]+)(?: (\d[\d.]+))?$/, ({ subject, said, group, has, refuse }) => {
    const from = ipv4Address(group(1));
    const to = has(2) ? ipv4Address(group(2)) : from;
    if (from && to) subject.excluded.push(said({ from, to }));
    else refuse('rosc cannot read the addresses');
  }),
  word(/^dhcp relay server-group (\d+) ip (\d[\d.]+)$/, ({ subject, said, group, refuse }) => {
    const server = ipv4Address(group(2));
    if (!server) return refuse('rosc cannot read the address');
    append(subject.relayGroups, group(1), said(server));
  }),
  irrelevant(/^(?:undo )?dhcp server (?:detect|ping)\b.*$/),
  refused(/^(?:undo )?dhcp\b/, 'this part of DHCP is not in the site’s words'),
];
