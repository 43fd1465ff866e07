// DHCP of Comware: pools, relay groups, what is kept out of the pools.

import { append } from '../../../source/append.ts';
import { excludedWord, hardwareWord, leaseWord, poolWord } from '../dhcp-words.ts';
import type { ForeignConfig, ForeignPool } from '../facts.ts';
import { pattern } from '../pattern.ts';
import { ipv4Address, ipv4Prefix, macOf, noHardware } from '../values.ts';
import { addsEach, irrelevant, refused, states, type Word, word } from '../vocabulary.ts';

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
  leaseWord(/^expired day (\d+)(?: hour (\d+))?(?: minute (\d+))?(?: second (\d+))?$/),
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
  excludedWord(/^forbidden-ip-range (\d[\d.]+)(?: (\d[\d.]+))?$/),
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
  hardwareWord(/^static-bind (?:mac-address|client-identifier) (\S+)$/),
  refused(/^./, 'this part of a DHCP pool is not in the site’s words'),
];

export const dhcpViews: readonly Word<ForeignConfig>[] = [
  states(/^dhcp enable$/, 'dhcpEnabled', () => true),
  poolWord(/^dhcp server ip-pool (\S+)(?: extended)?$/, poolWords),
  excludedWord(/^dhcp server forbidden-ip (\d[\d.]+)(?: (\d[\d.]+))?$/),
  word(/^dhcp relay server-group (\d+) ip (\d[\d.]+)$/, ({ subject, said, group, refuse }) => {
    const server = ipv4Address(group(2));
    if (!server) return refuse('rosc cannot read the address');
    append(subject.relayGroups, group(1), said(server));
  }),
  irrelevant(/^(?:undo )?dhcp server (?:detect|ping)\b.*$/),
  refused(/^(?:undo )?dhcp\b/, 'this part of DHCP is not in the site’s words'),
];
