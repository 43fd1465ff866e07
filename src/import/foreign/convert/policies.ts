// Policy routing: the permits of an access list, one by one, sent to a next hop. `next-hop` takes all destinations, the
// site's own networks included; `default next-hop` only what no better route covers, as a site's rule without `to` does.

import { printAddress } from '../../../model/prefix.ts';
import { Names } from '../../names.ts';
import type { DeviceDraft } from '../../site-draft.ts';
import { oneOrMany } from '../../site-draft.ts';
import type { ForeignAcl, ForeignInterface, PolicyNode } from '../facts.ts';
import { entranceOf, matchOf, whyNot } from './acls.ts';
import type { Conversion } from './conversion.ts';

type PbrDraft = NonNullable<DeviceDraft['pbr']>[number];

interface Step {
  readonly lines: readonly number[];
  readonly rule: Omit<PbrDraft, 'name' | 'from'>;
}

export function convertPolicies(conversion: Conversion): void {
  const { config, ledger, device } = conversion;
  const names = new Names([]);
  const users = usersOf(conversion);
  const pbr: PbrDraft[] = [];
  for (const [policy, nodes] of config.policies) {
    const own = users.get(policy) ?? [];
    if (own.length === 0) continue;
    const steps = stepsOf(conversion, nodes);
    if (typeof steps === 'string') {
      for (const each of own)
        conversion.refuse(each.said.policy, `its policy has ${steps}, so nothing is steered here`);
      refusePolicy(conversion, nodes, `not carried as a whole: ${steps} cannot be said`);
      continue;
    }
    const from = oneOrMany([...new Set(own.map((each) => entranceOf(conversion, each)))]);
    for (const { rule, lines } of steps) {
      conversion.from([...lines, ...own.flatMap(({ said }) => said.policy?.line ?? [])], 'pbr', pbr.length);
      pbr.push({ name: names.claim(policy, 'policy'), from, ...rule });
    }
    if (steps.length === 0) refusePolicy(conversion, nodes, 'the policy steers nothing');
    for (const node of nodes)
      if (node.action === 'deny') ledger.carry(...node.lines, ...node.acls.map(({ line }) => line));
  }
  for (const [policy, nodes] of config.policies) {
    const isSettled = nodes.every(({ line }) => ledger.isSettled(line));
    if (!users.has(policy) && !isSettled) refusePolicy(conversion, nodes, 'no interface that is carried uses it');
  }
  if (pbr.length > 0) device.pbr = pbr;
}

function usersOf(conversion: Conversion): ReadonlyMap<string, readonly ForeignInterface[]> {
  const users = new Map<string, ForeignInterface[]>();
  for (const each of conversion.config.interfaces.values()) {
    const { policy } = each.said;
    if (!policy) continue;
    const isRouted = each.kind === 'vlan' || (each.said.addresses ?? []).length > 0;
    if (!conversion.config.policies.has(policy.value)) conversion.refuse(policy, 'there is no such policy');
    else if (!conversion.placed.has(each) || !isRouted) conversion.refuse(policy, 'the interface is not carried');
    else users.set(policy.value, [...(users.get(policy.value) ?? []), each]);
  }
  return users;
}

export function refusePolicy({ ledger }: Conversion, nodes: readonly PolicyNode[], reason: string): void {
  for (const { lines, acls, prefixLists, nextHops, defaultNextHops, unsayable } of nodes) {
    const said = [...acls, ...prefixLists, ...nextHops, ...defaultNextHops, ...unsayable];
    for (const line of [...lines, ...said.map((each) => each.line)]) ledger.refuse(line, reason);
  }
}

/** A sentence where a site cannot say it. */
function stepsOf(conversion: Conversion, nodes: readonly PolicyNode[]): readonly Step[] | string {
  const ordered = [...nodes].sort((a, b) => a.sequence - b.sequence);
  const steps: Step[] = [];
  for (const [index, node] of ordered.entries()) {
    const later = ordered.slice(index + 1).some(({ action }) => action === 'permit');
    if (node.action === 'deny') {
      if (later) return 'a node that denies before one that permits';
      continue;
    }
    const found = stepsOfNode(conversion, node);
    if (typeof found === 'string') return found;
    steps.push(...found);
  }
  return steps;
}

function stepsOfNode(conversion: Conversion, node: PolicyNode): readonly Step[] | string {
  const { config, ledger } = conversion;
  const [unsayable] = [...node.unsayable, ...node.prefixLists.map(() => ({ value: 'a prefix list' }))];
  if (unsayable) return unsayable.value;
  const hops = node.nextHops.length > 0 ? node.nextHops : node.defaultNextHops;
  const [hop] = hops;
  if (!hop) return 'a node without a next hop';
  if (hops.length > 1 || (node.nextHops.length > 0 && node.defaultNextHops.length > 0)) {
    return 'several next hops, of which the first that answers counts';
  }
  const isDefault = node.nextHops.length === 0;
  if (isDefault) ledger.remark(hop.line, 'rosc spares the site’s own VLANs and links; other routes do not count');
  const via = printAddress(hop.value);
  const base = { lines: [...node.lines, hop.line], everywhere: isDefault ? {} : { to: '0.0.0.0/0' } };
  if (node.acls.length === 0) return [{ lines: base.lines, rule: { ...base.everywhere, via } }];
  const steps: Step[] = [];
  for (const name of node.acls) {
    const acl = config.acls.get(name.value);
    if (!acl) return 'a list that is not there';
    const reason = whyNot(acl) ?? denyBeforePermit(acl);
    if (reason !== undefined) return reason;
    for (const rule of acl.rules) {
      if (rule.action === 'deny') continue;
      const { to, ...match } = matchOf(rule) ?? {};
      steps.push({
        lines: [...base.lines, name.line, rule.line],
        rule: {
          ...(to === undefined ? base.everywhere : { to }),
          ...(Object.keys(match).length > 0 && { match }),
          via,
        },
      });
    }
    ledger.carry(...acl.lines);
  }
  return steps;
}

function denyBeforePermit({ rules }: ForeignAcl): string | undefined {
  const firstDeny = rules.findIndex(({ action }) => action === 'deny');
  const isMixed = firstDeny >= 0 && rules.slice(firstDeny).some(({ action }) => action === 'permit');
  return isMixed ? 'a list that denies before it permits' : undefined;
}
