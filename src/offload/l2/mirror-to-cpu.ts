// Copies of packets for the CPU: as many as the ports bring.

import { breadthOf } from '../../forwarding/acl/switch-rule-effects.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { enabledItemsOf, type Item, isYes, propertyValue } from '../../model/config.ts';
import { setNamed } from '../fix.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

export const mirrorToCpu = defineRule({
  id: 'l2/mirror-to-cpu',
  cost: 'M',
  implies: ['acl/acl-copy-to-cpu'],
  summary: 'Mirroring to the CPU loads it with every copied packet',
  why: 'The copies share the one link to the CPU with routing protocols, management, and everything that the CPU forwards.',
  remedy: 'Mirror to a real port, or copy a narrow match only.',

  check: aboutEach(itemsIn('/interface/ethernet/switch', '/interface/ethernet/switch/rule'), (item, { network }) => {
    if (propertyValue(item, 'mirror-target') === 'cpu' && hasSource(network, item)) {
      return {
        placement: 'hardware',
        what: 'the CPU gets a copy of every mirrored packet',
        primary: ['mirror-target', 'the CPU is the target'],
        fix: ['mirror to a port', setNamed('/interface/ethernet/switch', item.key, 'mirror-target=<a port>')],
      };
    }
    if (!isYes(propertyValue(item, 'copy-to-cpu')) || !isBroad(item)) return [];
    return {
      placement: 'hardware',
      what: 'the CPU gets a copy of all packets of whole ports',
      primary: ['copy-to-cpu', 'a rule without a match of its own'],
    };
  }),
});

/** Ports or rules that feed the mirror of this switch. */
function hasSource({ config }: Network, chip: Item): boolean {
  const source = propertyValue(chip, 'mirror-source');
  if (source !== undefined && source !== 'none') return true;
  const ports = enabledItemsOf(config, '/interface/ethernet/switch/port');
  const rules = enabledItemsOf(config, '/interface/ethernet/switch/rule');
  return (
    ports.some((port) => ['mirror-ingress', 'mirror-egress'].some((name) => isYes(propertyValue(port, name)))) ||
    rules.some((rule) => isYes(propertyValue(rule, 'mirror')))
  );
}

/** Says nothing about packets but their ports, or that they are IP. */
function isBroad(rule: Item): boolean {
  return !['service', 'addresses'].includes(breadthOf(rule)) && !rule.properties.has('vlan-id');
}
