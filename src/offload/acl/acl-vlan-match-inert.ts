// VLAN matchers where the chip filters no VLANs: they have no effect.

import type { Network } from '../../forwarding/network.ts';
import { type Item, listValues, propertyValue } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { manualFix } from '../fix.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

const vlanProperties = ['vlan-id', 'vlan-header', 'vlan-priority', 'new-vlan-id', 'new-vlan-priority'];

export const aclVlanMatchInert = defineRule({
  id: 'acl/acl-vlan-match-inert',
  cost: 'C',
  datapath: 'acl',
  needs: 'configuration',
  facts: [],
  summary: 'VLAN matchers and actions of switch rules work on ports of a VLAN-filtering hardware bridge only',
  why: 'Without VLAN filtering, or on a port outside the bridge, the matcher has no effect: the rule matches too much or nothing.',
  remedy: 'Switch VLAN filtering on for the bridge of these ports, or match by port.',
  evidence: [
    documented(
      'routeros/prestera#switch-rules-acl',
      'VLAN matchers and actions need VLAN filtering and hardware offloading on the ports',
    ),
  ],

  check({ network }) {
    return rulesOfRoutingChip(network).flatMap((item) => {
      const property = vlanProperties.find((name) => item.properties.has(name));
      const inert = property === undefined ? undefined : firstInertPort(network, item);
      if (property === undefined || inert === undefined) return [];
      return [
        {
          subject: item,
          placement: 'unpredictable',
          what: 'VLAN matchers of switch rules have no effect: these rules match too much or nothing',
          primary: label(item, property, inert === '' ? 'no bridge filters VLANs' : `\`${inert}\` filters no VLANs`),
          fix: manualFix('switch VLAN filtering on for the bridge of these ports, or match by port'),
        },
      ];
    });
  },
});

/** A port of the rule without VLAN filtering in hardware; empty text when the rule names none and no bridge filters. */
function firstInertPort(network: Network, item: Item): string | undefined {
  const chip = network.offload?.switch;
  const ports = listValues(propertyValue(item, 'ports'));
  if (ports.length > 0) return ports.find((name) => !filters(name));
  return [...network.bridges.values()].some((bridge) => bridge.vlanFiltering && chip && bridge.switches.includes(chip))
    ? undefined
    : '';

  function filters(name: string): boolean {
    const member = network.bridgePorts.get(name);
    return (
      member !== undefined &&
      member.hardware !== undefined &&
      network.bridges.get(member.bridge)?.vlanFiltering === true
    );
  }
}
