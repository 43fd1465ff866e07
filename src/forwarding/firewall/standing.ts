// How matchers that no class of packets decides stand: passed by every packet of a routed unicast flow, by none, or
// nobody knows.

import { enabledItemsOf, type Item, isYes, itemsOf, propertyValue } from '../../model/config.ts';
import { wordSet } from '../../source/word-set.ts';
import { bridgesByIp } from '../network/bridges.ts';
import type { Network } from '../network/network.ts';
import { hasIpsec } from './ipsec.ts';

/** Properties that say what happens to a match, or that `firewall.ts` reads as a matcher. */
const decided = wordSet(`
  action address-list address-list-timeout chain comment connection-mark connection-nat-state connection-state
  disabled dst-address dst-address-list dst-address-type dst-port dst-prefix hw-offload in-interface in-interface-list
  jump-target log log-prefix new-connection-mark new-dscp new-hop-limit new-mss new-packet-mark new-priority
  new-routing-mark new-ttl out-interface out-interface-list packet-mark passthrough place-before port protocol
  randomise-ports reject-with route-dst routing-mark same-not-by-dst sniff-id sniff-target sniff-target-port
  src-address src-address-list src-port src-prefix tcp-flags to-address to-addresses to-ports
`);

export function isRead(name: string): boolean {
  return decided.has(name);
}

type Standing = 'always' | 'never' | 'undecided';

export function standing(network: Network, item: Item, name: string): Standing {
  const value = propertyValue(item, name) ?? '';
  if (value === '' || isOfClamp(item, name)) return 'always';
  if (name === 'src-address-type') return ofSourceType(value);
  // Manual: these work with `use-ip-firewall` of bridges alone.
  if (/^(?:in|out)-bridge-port/.test(name) && !value.startsWith('!') && !bridgesByIp(network)) return 'never';
  // Without a HotSpot nobody is its client, and nothing has to do with one.
  if (name === 'hotspot' && enabledItemsOf(network.config, '/ip/hotspot').length === 0)
    return value.split(',').every((each) => each.startsWith('!')) ? 'always' : 'never';
  // Source: manual, cli-reference/ip/firewall/filter: the helper must be enabled.
  if (name === 'connection-type' && isHelperOff(network, value)) return 'never';
  if (name !== 'ipsec-policy' || hasIpsec(network)) return 'undecided';
  return value.endsWith(',none') ? 'always' : 'never';
}

/** A clamp leaves connections alone that announce less, whether it asks or not. */
const isOfClamp = (item: Item, name: string) => name === 'tcp-mss' && propertyValue(item, 'action') === 'change-mss';

function isHelperOff({ config }: Network, helper: string): boolean {
  const row = itemsOf(config, '/ip/firewall/service-port').find(({ key }) => key === helper);
  return row !== undefined && isYes(propertyValue(row, 'disabled'));
}

function ofSourceType(value: string): Standing {
  if (value === 'unicast' || value === '!local') return 'always';
  return ['local', 'broadcast', 'multicast', '!unicast'].includes(value) ? 'never' : 'undecided';
}
