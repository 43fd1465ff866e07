// Which policies the chip really bypasses, where switch rules send part of the traffic to the CPU or drop it
// themselves. The rules' own path masks know interfaces only; a switch rule for one port of one protocol needs the
// decision procedure.

import { followFlow } from '../forwarding/directions.ts';
import type { Endpoint, Flow } from '../forwarding/flow.ts';
import { derivedOnce } from '../forwarding/grouping.ts';
import { zonesOf } from '../forwarding/matrix.ts';
import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';
import type { Location } from '../source/location.ts';
import type { AffectedRule } from './policy.ts';
import { effectOf, rulesOfRoutingChip } from './switch-rules.ts';

/** The affected rules that are left when packets that switch rules redirect or drop are taken out. */
export function withoutRedirected(network: Network, affectedRules: readonly AffectedRule[]): readonly AffectedRule[] {
  if (affectedRules.length === 0 || !hasDecidingRules(network)) return affectedRules;
  // Nobody knows which rules of such a table are in force.
  if (rulesOfRoutingChip(network).length > rulesInForceMax) return affectedRules;
  // Raw rules know no connections: one direction from everywhere is all packets that there are.
  const isStateless = affectedRules.every(({ rule }) => rule.menu.endsWith('/firewall/raw'));
  const missed = isStateless ? missedOneWay(network) : missedPlaces(network);
  return affectedRules.filter(({ rule }) => placesOf(rule).some((place) => missed.has(place)));
}

function hasDecidingRules(network: Network): boolean {
  return rulesOfRoutingChip(network).some((rule) => ['redirect-to-cpu', 'drop'].includes(effectOf(rule)));
}

/** No chip holds as many switch rules by far; what a chip does hold is `acl-capacity`'s to say. */
const rulesInForceMax = 1500;

const anywhere: Endpoint = { label: 'any', interfaces: [], prefixes: [], internet: false };

/** Places of every policy that some packet misses because the chip forwards it. */
const missedPlaces = derivedOnce<Network, ReadonlySet<Location>>((network) => placesMissed(network, false));
const missedOneWay = derivedOnce<Network, ReadonlySet<Location>>((network) => placesMissed(network, true));

function placesMissed(network: Network, oneWay: boolean): ReadonlySet<Location> {
  const missed = new Set<Location>();
  const protocols = oneWay ? protocolsOfRaw(network) : protocolsIn(network);
  for (const from of zonesOf(network)) {
    for (const protocol of protocols) {
      for (const { outcome } of followFlow(network, { ...flowBetween(from, anywhere, protocol), oneWay })) {
        if (outcome.placement !== 'unpredictable' && outcome.placement !== 'unknown') continue;
        for (const { at } of outcome.because) if (at) missed.add(at);
      }
    }
  }
  return missed;
}

function flowBetween(from: Endpoint, to: Endpoint, protocol: string): Flow {
  const origin: Location = { kind: 'device', device: '', menu: '', key: '' };
  return { name: '', origin, from, to, protocol, ports: [], oneWay: false };
}

/** TCP, UDP, ICMP, and whatever else a policy names. */
function protocolsIn({ config }: Network): readonly string[] {
  const named = (['/ip/firewall/filter', '/ip/firewall/mangle', '/ip/firewall/raw'] as const).flatMap((menu) =>
    enabledItemsOf(config, menu).flatMap((item) => propertyValue(item, 'protocol') ?? []),
  );
  return [...new Set(['tcp', 'udp', 'icmp', ...named.filter((name) => !name.startsWith('!'))])];
}

/** Protocols that raw rules or switch rules tell apart, and one that none of them names. */
function protocolsOfRaw({ config }: Network): readonly string[] {
  const menus = ['/ip/firewall/raw', '/ipv6/firewall/raw', '/interface/ethernet/switch/rule'] as const;
  const named = menus.flatMap((menu) =>
    enabledItemsOf(config, menu).flatMap((item) => propertyValue(item, 'protocol')?.replace('!', '') ?? []),
  );
  return [...new Set([...named, 'vrrp'])];
}

function placesOf(item: Item): readonly Location[] {
  return [item.origin, ...[...item.properties.values()].map(({ origin }) => origin)];
}
