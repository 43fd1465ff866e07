// How full the chip's tables are by this config alone: switch rules, and what routing takes.

import { tableUse } from '../forwarding/capacity.ts';
import type { Network } from '../forwarding/network.ts';
import { dynamicRuleCount, installedRules } from './switch-rules.ts';
import type { Capacity } from './verdict.ts';

export function capacityOf(network: Network): readonly Capacity[] {
  return [...network.chips.flatMap((chip) => switchRuleUse(network, chip.switch)), ...tableUse(network)];
}

function switchRuleUse(network: Network, chip: Network['chips'][number]['switch']): readonly Capacity[] {
  const size = chip.fact('acl.rules');
  if (!size || size.value === 0) return [];
  const used = installedRules(network, chip).length;
  const { count: dynamic } = dynamicRuleCount(network, chip);
  return [{ resource: 'acl-rules', used, dynamic, size: size.value, bound: size.bound }];
}
