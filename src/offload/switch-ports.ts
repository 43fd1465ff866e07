// Rows of `/interface/ethernet/switch/port` with the front port that each is about.

import type { Network, PhysicalPort } from '../forwarding/network.ts';
import type { Item } from '../model/config.ts';
import { enabledItemsOf, propertyValue } from '../model/config.ts';

export interface SwitchPort {
  readonly item: Item;
  readonly port: PhysicalPort;
}

/** `/interface/ethernet/switch/port` rows with the port that each is about; rows by number are left out. */
export function switchPorts(network: Network): readonly SwitchPort[] {
  const byFactoryName = new Map([...network.ports.values()].map((port) => [port.port.name, port]));
  return enabledItemsOf(network.config, '/interface/ethernet/switch/port').flatMap((item) => {
    const name = propertyValue(item, 'name') ?? item.key;
    const port = network.ports.get(name) ?? byFactoryName.get(name);
    return port ? [{ item, port }] : [];
  });
}
