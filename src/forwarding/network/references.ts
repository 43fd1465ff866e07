// Names of interfaces that nothing creates.

import { enabledItemsOf, type Item, listValues, propertyValue } from '../../model/config.ts';
import { append } from '../../source/append.ts';
import type { Naming } from './interfaces.ts';
import type { Network, Reference } from './network.ts';
import { unmatchedL3Flags } from './ports.ts';

/** Where each menu names an interface that has to exist. Bridge ports and VRFs may name a list instead. */
const references = [
  ['/interface/bridge/port', 'interface'],
  ['/interface/vlan', 'interface'],
  ['/interface/bonding', 'slaves'],
  ['/interface/bridge/vlan', 'tagged'],
  ['/interface/bridge/vlan', 'untagged'],
  ['/interface/ethernet/switch/rule', 'ports'],
  ['/interface/ethernet/switch/rule', 'new-dst-ports'],
  ['/ip/address', 'interface'],
  ['/ipv6/address', 'interface'],
  ['/ip/dhcp-client', 'interface'],
  ['/ip/dhcp-server', 'interface'],
  ['/ip/vrf', 'interfaces'],
] as const;

/** Interfaces that the config uses but that neither it nor the model has, with the places that name them. */
export function unknownInterfaces(naming: Naming, ports: Network['ports']): Network['unknownInterfaces'] {
  const { config, named, interfaceListMembers } = naming;
  const unknown = new Map<string, Reference[]>();
  const isUnknown = (name: string) => !named.has(name) && interfaceListMembers(name).size === 0;
  const miss = (name: string, item: Item, property: string) => append(unknown, name, { item, property });
  for (const [menu, property] of references) {
    for (const item of enabledItemsOf(config, menu)) {
      for (const name of listValues(propertyValue(item, property)).filter(isUnknown)) miss(name, item, property);
    }
  }
  const factoryNames = new Set([...ports.values()].map(({ port }) => port.name));
  for (const item of enabledItemsOf(config, '/interface/ethernet')) {
    const factoryName = propertyValue(item, 'default-name') ?? item.key;
    if (!factoryNames.has(factoryName)) miss(factoryName, item, 'default-name');
  }
  for (const item of unmatchedL3Flags(config, ports)) miss(propertyValue(item, 'name') ?? item.key, item, 'name');
  return unknown;
}
