// IPsec policies that the device makes by itself, as clients connect.

import { type Config, enabledItemsOf, type Item, isYes, propertyValue } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import { addressInterval } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { poolAddresses } from '../network/pool-addresses.ts';
import { allAddresses, type IntervalSet, intersect, isEmpty, subtract } from '../packets/space.ts';
import { namesAddresses, type Policy } from './ipsec.ts';

/**
 * Of clients: by a template that names them, or for the addresses that `mode-config` gives them. Where neither does,
 * nothing tells them from anybody else. Source: manual, ipsec, `generate-policy`.
 */
export const generatedPolicies = derivedPer((network: Network, family: 4 | 6): readonly Policy[] => {
  const { config } = network;
  const templates = enabledItemsOf(config, '/ip/ipsec/policy').filter((item) => isYes(propertyValue(item, 'template')));
  const groupOf = (item: Item, name: string) => propertyValue(item, name) ?? 'default';
  return enabledItemsOf(config, '/ip/ipsec/identity').flatMap((item) => {
    if (!(propertyValue(item, 'generate-policy') ?? 'no').startsWith('port-')) return [];
    const given = clientsOf(config, propertyValue(item, 'mode-config'), family);
    const group = groupOf(item, 'policy-template-group');
    const named = templates.filter((each) => groupOf(each, 'group') === group && namesAddresses(each));
    const destinations = named.length > 0 ? named.map((each) => prefixOf(each, 'dst-address', family)) : [given];
    return destinations.flatMap((destination, index): readonly Policy[] => {
      const clients = given && destination ? intersect(given, destination) : (given ?? destination);
      if (!clients || isEmpty(clients) || isEmpty(subtract(allAddresses(family), clients))) return [];
      const source = named[index] && prefixOf(named[index], 'src-address', family);
      return [{ item, action: 'encrypt', match: { family, source, destination: clients } }];
    });
  });
});

function prefixOf(item: Item, name: string, family: 4 | 6): IntervalSet | undefined {
  const interval = addressInterval(propertyValue(item, name) ?? '', family);
  return interval && [interval];
}

/** What `mode-config` hands out; undefined = not known. */
function clientsOf(config: Config, name: string | undefined, family: 4 | 6): IntervalSet | undefined {
  const row = enabledItemsOf(config, '/ip/ipsec/mode-config').find((each) => propertyValue(each, 'name') === name);
  const fixed = row && prefixOf(row, 'address', family);
  return fixed ?? poolAddresses(config, row && propertyValue(row, 'address-pool'), family);
}
