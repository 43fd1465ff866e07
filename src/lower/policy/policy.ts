// Everything that the site forbids, steers or translates on one device: the switch rules as one proved table, and what is
// left for the CPU.

import type { LowerContext } from '../context.ts';
import { lowerAclsOnCpu } from './acl-firewall.ts';
import { compose } from './compose.ts';
import { explainAcls, explainSwitchRules } from './explain-switch-rules.ts';
import { lowerFirewall } from './firewall.ts';
import { ingressSpace } from './ingress-space.ts';
import { minimise } from './minimise.ts';
import { lowerNat } from './nat.ts';
import { lowerPbr } from './pbr.ts';
import { proveTable } from './prove-table.ts';
import { addSwitchRules, policyLayers } from './switch-rules.ts';
import { setUplinkFlags } from './uplink-flags.ts';

export function lowerPolicy(context: LowerContext): void {
  const space = ingressSpace(context.layout, context.target);
  const layers = policyLayers(context, space);
  const table = context.target.offloadSwitch ? minimise(compose(layers), space) : [];
  const used = addSwitchRules(context, space, table);
  context.diagnostics.push(...proveTable(context, { layers, space, config: context.draft.config() }));
  explainSwitchRules(context, table, used);
  setUplinkFlags(context);
  const lists = new Map<string, string>();
  explainAcls(context, { table, inChip: used, onCpu: lowerAclsOnCpu(context, lists) });
  lowerFirewall(context, lists);
  lowerNat(context, lists);
  lowerPbr(context, used);
}
