// Queues that a device makes by itself of what other menus say: DHCP leases, PPP profiles and shaping interface queues.

import { type Config, enabledItemsOf, type Item, type Property, propertyValue } from '../../model/config.ts';
import { sessionsOf } from './ppp-sessions.ts';

/** The configuration with those rows, each at the place that says it. */
export function withMadeQueues(config: Config): Config {
  const made = [...leaseQueues(config), ...sessionQueues(config), ...interfaceQueues(config)];
  // The first simple queue takes a packet, and `insert-queue-before` of DHCP servers is `first` by default.
  return made.length > 0 ? { ...config, items: [...made, ...config.items] } : config;
}

/** Source: manual, network-management/dhcp, `rate-limit` of leases. */
function leaseQueues(config: Config): readonly Item[] {
  return enabledItemsOf(config, '/ip/dhcp-server/lease').flatMap((lease) => {
    const [target, rate] = [lease.properties.get('address'), rateOf(lease, 'rate-limit')];
    return target && rate ? [made(lease, '/queue/simple', { target, 'max-limit': rate })] : [];
  });
}

/** Source: manual, ppp-aaa, `rate-limit` and `insert-queue-before`. */
function sessionQueues(config: Config): readonly Item[] {
  return sessionsOf(config).flatMap(({ item, name }) => {
    const rate = rateOf(item, 'rate-limit');
    return rate ? [made(item, '/queue/simple', { target: { ...rate, value: name }, 'max-limit': rate })] : [];
  });
}

/** Two kinds of queues have a rate of their own. Source: manual, queues, `pcq-rate`, `cake-bandwidth`. */
export function ratesOfTypes(config: Config): ReadonlyMap<string | undefined, Property> {
  const types = enabledItemsOf(config, '/queue/type');
  return new Map(
    types.flatMap((type) => {
      const rate = rateOf(type, 'cake-bandwidth') ?? rateOf(type, 'pcq-rate');
      return rate ? [[propertyValue(type, 'name'), rate]] : [];
    }),
  );
}

function interfaceQueues(config: Config): readonly Item[] {
  const rates = ratesOfTypes(config);
  return enabledItemsOf(config, '/queue/interface').flatMap((row) => {
    const queue = row.properties.get('queue');
    const value = propertyValue(row, 'interface') ?? row.key;
    const rate = queue && rates.get(queue.value);
    return rate ? [made(row, '/queue/tree', { parent: { ...queue, value }, 'max-limit': rate })] : [];
  });
}

/** Undefined where there is none, or where it is zero. */
export function rateOf({ properties }: Item, name: string): Property | undefined {
  const rate = properties.get(name);
  return rate && /[1-9]/.test(rate.value) ? rate : undefined;
}

function made({ key, origin }: Item, menu: Item['menu'], properties: Readonly<Record<string, Property>>): Item {
  return { menu, key, origin, properties: new Map(Object.entries(properties)) };
}
