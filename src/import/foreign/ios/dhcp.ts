// DHCP of IOS: pools, and the addresses that are kept out of them.

import { excludedWord, hardwareWord, leaseWord, poolWord } from '../dhcp-words.ts';
import type { ForeignConfig, ForeignPool } from '../facts.ts';
import { ipv4Address, ipv4Prefix } from '../values.ts';
import { addsEach, irrelevant, refused, states, type Word } from '../vocabulary.ts';

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
  leaseWord(/^lease (\d+)(?: (\d+))?(?: (\d+))?$/),
  states(/^host (\d[\d.]+)(?: (?:\/?\d[\d.]*))?$/, 'host', ({ group }) => ipv4Address(group(1)), 'address'),
  hardwareWord(/^(?:client-identifier|hardware-address) (\S+)(?: (?:ethernet|1))?$/),
  irrelevant(/^(?:import all|update arp|exit|remember|client-name \S+)$/),
  refused(/^./, 'this part of a DHCP pool is not in the site’s words'),
];

export const dhcpViews: readonly Word<ForeignConfig>[] = [
  excludedWord(/^ip dhcp excluded-address (\d[\d.]+)(?: (\d[\d.]+))?$/),
  poolWord(/^ip dhcp pool (.+)$/, poolWords),
  refused(/^(?:no )?ip dhcp\b/, 'this part of DHCP is not in the site’s words'),
];
