// What if a port goes down: the same config with that port disabled.

import { type Config, propertyValue } from '../../model/config.ts';
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
  const [menu, key] = ['/interface/ethernet', factoryName] as const;
  const origin: Location = item?.origin ?? { kind: 'device', device: target.model, menu, key };
  const properties = new Map([...(item?.properties ?? []), ['disabled', { value: 'yes', origin }]]);
  if (!item) return { ...config, items: [...config.items, { menu, key, properties, origin }] };
  return { ...config, items: config.items.map((each) => (each === item ? { ...each, properties } : each)) };
}
