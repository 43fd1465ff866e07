// How full the chip's tables are by this config and by what its neighbours send: switch rules, and what routing takes.

import { leavesRoutesToCpu, type TableUse, tableUse } from '../forwarding/legs/capacity.ts';
import type { Network } from '../forwarding/network/network.ts';
import { dynamicRules } from '../forwarding/network/switch-rule-table.ts';
import { type RoutePlacement, routeFit } from '../forwarding/routing/route-fit.ts';
import { nameRoute } from './route-overflow.ts';
import { installedRules } from './switch-rules.ts';
import type { Capacity, RouteOverflow } from './verdict.ts';

export function capacityOf(network: Network): readonly Capacity[] {
  return [
    ...network.chips.flatMap((chip) => switchRuleUse(network, chip.switch)),
    ...tableUse(network).map((use) => tableCapacity(network, use)),
  ];
}

function switchRuleUse(network: Network, chip: Network['chips'][number]['switch']): readonly Capacity[] {
  const size = chip.fact('acl.rules');
  if (!size || size.value === 0) return [];
  const used = installedRules(network, chip).length;
  const { count: dynamic } = dynamicRules(network, chip);
  const use = { resource: 'acl-rules', used, dynamic, shared: 0, size: size.value, bound: size.bound };
  return [{ ...use, headroom: headroomOf(use) }];
}

function tableCapacity(network: Network, use: TableUse): Capacity {
  const shared = use.resource === 'fasttrack-connections' ? takenBySwitchRules(network) : use.shared;
  const family = use.resource === 'routes-ipv4' ? 4 : use.resource === 'routes-ipv6' ? 6 : undefined;
  const overflow = family && overflowOf(network, family);
  return { ...use, shared, headroom: headroomOf({ ...use, shared }), ...(overflow && { overflow }) };
}

function headroomOf({ used, dynamic, shared, size }: Omit<Capacity, 'headroom'>): number {
  return Math.max(0, size - used - dynamic - shared);
}

/** Switch rules and FastTrack entries lie in one memory; a rule costs at most so many of them. */
function takenBySwitchRules(network: Network): number {
  const chip = network.offload?.switch;
  if (!chip) return 0;
  const rules = installedRules(network, chip).length + dynamicRules(network, chip).count;
  return rules * (chip.fact('acl.fasttrack-entries-per-rule')?.value ?? 0);
}

function overflowOf(network: Network, family: 4 | 6): RouteOverflow | undefined {
  const fit = routeFit(network);
  const left = fit?.left.filter(({ route }) => route.prefix.family === family) ?? [];
  if (!fit || left.length === 0 || !network.offload?.l3Offload || !leavesRoutesToCpu(network)) return undefined;
  const of = (wanted: RoutePlacement) =>
    left.filter(({ placement }) => placement === wanted).map(({ route }) => nameRoute(route));
  return { entries: fit.excess, cpu: of('cpu'), partial: of('partial'), unknown: of('unknown') };
}
