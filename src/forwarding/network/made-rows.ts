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
    const target = hasRate(lease, 'rate-limit') && lease.properties.get('address');
    return target ? [made(lease, '/queue/simple', 'target', target)] : [];
  });
}

/** Source: manual, ppp-aaa, `rate-limit` and `insert-queue-before`. */
function sessionQueues(config: Config): readonly Item[] {
  return sessionsOf(config).flatMap(({ item, name }) => {
    const rate = item.properties.get('rate-limit');
    return rate ? [made(item, '/queue/simple', 'target', { ...rate, value: name })] : [];
  });
}

/** Two kinds of queues have a rate of their own. Source: manual, queues, `pcq-rate`, `cake-bandwidth`. */
function interfaceQueues(config: Config): readonly Item[] {
  const types = enabledItemsOf(config, '/queue/type');
  const shaping = types.filter((type) => hasRate(type, 'cake-bandwidth') || hasRate(type, 'pcq-rate'));
  const names = new Set(shaping.map((type) => propertyValue(type, 'name')));
  return enabledItemsOf(config, '/queue/interface').flatMap((row) => {
    const queue = row.properties.get('queue');
    const value = propertyValue(row, 'interface') ?? row.key;
    return queue && names.has(queue.value) ? [made(row, '/queue/tree', 'parent', { ...queue, value })] : [];
  });
}

function hasRate(item: Item, name: string): boolean {
  return /[1-9]/.test(propertyValue(item, name) ?? '');
}

function made({ key, origin }: Item, menu: Item['menu'], name: string, property: Property): Item {
  return { menu, key, origin, properties: new Map([[name, property]]) };
}
