// FastTrack rules that take connections which policy routing wants in another table, over all that a device routes.

import type { Item } from '../model/config.ts';
import type { Location } from '../source/location.ts';
import { followFlow } from './directions.ts';
import { firewallOf } from './firewall.ts';
import { derivedOnce } from './grouping.ts';
import type { Network } from './network.ts';
import { endGroups } from './routed-classes.ts';

export interface FasttrackMisroute {
  readonly rule: Item;
  readonly from: string;
  /** Where the packets leave, as far as that is certain. */
  readonly to: string | undefined;
}

/** Each rule once, by the first connections that it sends elsewhere. */
export const fasttrackMisroutes: (network: Network) => readonly FasttrackMisroute[] = derivedOnce((network) => {
  const found = new Map<Location, FasttrackMisroute>();
  const items = fasttrackItems(network);
  for (const { first } of endGroups(network, 4)) {
    const from = { label: first.name, interfaces: [first.name], prefixes: [], internet: first.internet };
    for (const protocol of ['tcp', 'udp']) {
      for (const { outcome } of followFlow(network, {
        name: '',
        origin,
        from,
        to: everywhere,
        protocol,
        ports: [],
        oneWay: false,
      })) {
        const why = outcome.because.find(({ code }) => code === 'firewall/fasttrack-pbr-misroute');
        const rule = why?.at && items.get(why.at);
        if (!why?.at || !rule || found.has(why.at)) continue;
        found.set(why.at, { rule, from: outcome.traffic.inInterface, to: outcome.egress[0]?.interface });
      }
    }
  }
  return [...found.values()];
});

const everywhere = { label: 'any', interfaces: [], prefixes: [], internet: false } as const;
const origin = { kind: 'device', device: '', menu: '', key: '' } as const;

function fasttrackItems(network: Network): ReadonlyMap<Location, Item> {
  const firewall = firewallOf(network, 4);
  const items = firewall.all('filter').concat(firewall.all('mangle'));
  return new Map(
    items.filter(({ action }) => action === 'fasttrack-connection').map(({ item }) => [item.origin, item]),
  );
}
