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
import type { Bite } from './policy.ts';
import { effectOf, rulesOfRoutingChip } from './switch-rules.ts';

/** The bites that are left when packets that switch rules redirect or drop are taken out. */
export function withoutRedirected(network: Network, bites: readonly Bite[]): readonly Bite[] {
  if (bites.length === 0 || !hasDecidingRules(network)) return bites;
  const missed = missedPlaces(network);
  return bites.filter(({ rule }) => placesOf(rule).some((place) => missed.has(place)));
}

function hasDecidingRules(network: Network): boolean {
  return rulesOfRoutingChip(network).some((rule) => ['redirect-to-cpu', 'drop'].includes(effectOf(rule)));
}

const anywhere: Endpoint = { label: 'any', interfaces: [], prefixes: [], internet: false };

/** Places of every policy that some packet misses because the chip forwards it. */
const missedPlaces: (network: Network) => ReadonlySet<Location> = derivedOnce((network) => {
  const missed = new Set<Location>();
  for (const from of zonesOf(network)) {
    for (const protocol of protocolsIn(network)) {
      for (const { outcome } of followFlow(network, flowBetween(from, anywhere, protocol))) {
        if (outcome.placement !== 'unpredictable' && outcome.placement !== 'unknown') continue;
        for (const { at } of outcome.because) if (at) missed.add(at);
      }
    }
  }
  return missed;
});

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

function placesOf(item: Item): readonly Location[] {
  return [item.origin, ...[...item.properties.values()].map(({ origin }) => origin)];
}
