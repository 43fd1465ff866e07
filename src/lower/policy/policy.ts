// Everything that the site forbids, steers or translates on one device: the switch rules as one proved table, and
// what is left for the CPU.

import type { LowerContext } from '../context.ts';
import { say } from '../say.ts';
import { lowerAclsOnCpu } from './acl-firewall.ts';
import { aclMarks } from './acl-marks.ts';
import { aclRates } from './acl-rates.ts';
import { aclTable } from './acl-table.ts';
import { type Budget, type Fitted, fitTable } from './budget.ts';
import { compose, TooManyRules } from './compose.ts';
import { explainStateful, statefulOnCpu } from './explain-stateful.ts';
import { explainAcls, explainSwitchRules } from './explain-switch-rules.ts';
import { SearchTooLarge } from './find-packet.ts';
import { lowerFirewall } from './firewall.ts';
import { type IngressSpace, ingressSpace } from './ingress-space.ts';
import { minimise } from './minimise.ts';
import { lowerNat } from './nat.ts';
import { setUplinkFlags } from './off-hardware.ts';
import { lowerPbr } from './pbr.ts';
import { proveTable } from './prove-table.ts';
import { rulesWithoutEffect } from './rules-without-effect.ts';
import { addSwitchRules, policyLayers } from './switch-rules.ts';
import { addBlackholes, fitDiagnostics } from './table-fit.ts';

export function lowerPolicy(context: LowerContext): void {
  const space = ingressSpace(context.layout, context.target);
  const layers = policyLayers(context, space);
  const fitted = fittedTable(context, { layers, space });
  const inChip = addSwitchRules(context, space, fitted.table);
  const lists = new Map<string, string>();
  const sent = sentInterfaces(context, fitted, space);
  const onCpu = lowerAclsOnCpu(context, lists, sent);
  addBlackholes(context, fitted);
  explainSwitchRules(context, fitted.table, inChip);
  explainAcls(context, { fitted, inChip, onCpu });
  setUplinkFlags(context);
  lowerFirewall(context, lists);
  lowerNat(context, lists);
  lowerPbr(context, inChip);
  explainStateful(context, inChip);
  context.diagnostics.push(...aclRates(context, inChip), ...aclMarks(context, layers));
  context.diagnostics.push(...rulesWithoutEffect(context, space));
  context.diagnostics.push(...statefulOnCpu(context), ...fitDiagnostics(context, fitted, space));
  context.diagnostics.push(...proveTable(context, { layers, space, config: context.draft.config(), sent }));
}

const nothing: Fitted = { table: [], blackholes: [], redirected: [], needed: 0, room: undefined };

/** Policies that nobody can write out leave no table, and the proof then says what is missing. */
function fittedTable(context: LowerContext, { layers, space }: Budget): Fitted {
  if (!context.target.offloadSwitch) return nothing;
  try {
    // Sentences whose permits multiply are refused, however few rules they would be.
    compose(layers);
    const table = minimise(compose(policyLayers(context, space, aclTable)), space);
    return fitTable(context, table, { layers, space });
  } catch (error) {
    if (!(error instanceof TooManyRules || error instanceof SearchTooLarge)) throw error;
    say(context, 'lower/acl-too-entangled', {
      what: `the ACLs of \`${context.device.name}\` are too entangled to become switch rules`,
      at: context.intent.keyAt('acls'),
      why: 'Several ACLs at one way in must all let a packet pass, and their permits multiply in the one table.',
      fix: 'write what is denied rather than what is permitted, or join the ACLs into one',
    });
    return nothing;
  }
}

/** Interfaces of which the CPU has to judge packets because the table had no room. */
function sentInterfaces({ layout }: LowerContext, { redirected }: Fitted, space: IngressSpace) {
  const sent = redirected.reduce((mask, { match }) => mask | match.ingress, 0n);
  return [...layout.l3.values()].filter((l3) => (space.ofInterface(l3) & sent) !== 0n);
}
