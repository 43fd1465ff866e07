// How full the chip's tables are by this config alone. What only the device knows (learned hosts, dynamic routes) is not in it.

import type { Network } from '../forwarding/network.ts';
import { itemsOf } from '../model/config.ts';
import { dynamicRuleCount, installedRules } from './switch-rules.ts';
import type { Capacity } from './verdict.ts';

export function capacityOf(network: Network): readonly Capacity[] {
  return network.chips.flatMap(({ switch: chip }) => {
    const size = chip.fact('acl.rules');
    if (!size || size.value === 0) return [];
    const used = installedRules(network, chip).length;
    const dynamic = dynamicRuleCount(network, chip).count;
    const isUsed = used > 0 || itemsOf(network.config, '/interface/ethernet/switch/rule').length > 0;
    return isUsed || dynamic > 0 ? [{ resource: 'acl-rules', used, dynamic, size: size.value, bound: size.bound }] : [];
  });
}
