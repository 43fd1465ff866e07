// VLAN matchers and actions of switch rules that have no effect, because the chip filters no VLANs at the ports.

import { filteringChip } from '../forwarding/acl.ts';
import type { Network } from '../forwarding/network.ts';
import { type Item, listValues, propertyValue } from '../model/config.ts';

const vlanProperties = ['vlan-id', 'vlan-header', 'vlan-priority', 'new-vlan-id', 'new-vlan-priority'];

/** The VLAN matcher or action of a rule that has no effect, and a port because of which; undefined = none. */
export function inertMatch(
  network: Network,
  item: Item,
): { readonly property: string; readonly port: string } | undefined {
  const property = vlanProperties.find((name) => item.properties.has(name));
  const port = property === undefined ? undefined : firstInertPort(network, item);
  return property === undefined || port === undefined ? undefined : { property, port };
}

/** A port of the rule without VLAN filtering in hardware; empty text when the rule names none and no bridge filters. */
function firstInertPort(network: Network, item: Item): string | undefined {
  const chip = network.offload?.switch;
  const ports = listValues(propertyValue(item, 'ports'));
  if (ports.length > 0) return ports.find((name) => filteringChip(network, name) === undefined);
  return [...network.bridges.values()].some((bridge) => bridge.vlanFiltering && chip && bridge.switches.includes(chip))
    ? undefined
    : '';
}
