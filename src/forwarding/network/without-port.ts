// What if a port goes down: the same config with that port disabled.

import type { Config, Item, Property } from '../../model/config.ts';
import { propertyValue } from '../../model/config.ts';
import type { Target } from '../../profile/target.ts';
import type { Location } from '../../source/location.ts';
import { ethernetItems } from './interfaces.ts';

/** `port` by factory or current name; undefined when the model has no such port. */
export function withoutPort(config: Config, target: Target, port: string): Config | undefined {
  const ethernet = ethernetItems(config);
  const factoryName = target.ports.has(port)
    ? port
    : [...ethernet].find(([name, item]) => target.ports.has(name) && propertyValue(item, 'name') === port)?.[0];
  if (factoryName === undefined) return undefined;
  const item = ethernet.get(factoryName);
  if (!item) return { ...config, items: [...config.items, downItem(target, factoryName)] };
  return { ...config, items: config.items.map((each) => (each === item ? { ...each, properties: down(item) } : each)) };
}

function down(item: Item): ReadonlyMap<string, Property> {
  return new Map([...item.properties, ['disabled', { value: 'yes', origin: item.origin }]]);
}

function downItem(target: Target, name: string): Item {
  const menu = '/interface/ethernet';
  const origin: Location = { kind: 'device', device: target.model, menu, key: name };
  return { menu, key: name, properties: new Map([['disabled', { value: 'yes', origin }]]), origin };
}
