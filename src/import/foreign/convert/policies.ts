// Policy routing: the permits of an access list, one by one, sent to a next hop, without the destinations that earlier
// denies leave to the routing table. `next-hop` takes the site's own networks too; `default next-hop` only what no
// better route covers, as a site's rule without `to` does.

import {
  allAddresses,
  type Interval,
  type IntervalSet,
  intersect,
  isEmpty,
  prefixInterval,
  subtract,
  unionOf,
} from '../../../forwarding/packets/space.ts';
import { prefixesOf } from '../../../lower/policy/entries.ts';
import { bitsOf, containsPrefix, type Prefix, printAddress, printPrefix } from '../../../model/prefix.ts';
import { append } from '../../../source/append.ts';
import { Names } from '../../names.ts';
import type { DeviceDraft } from '../../site-draft.ts';
import { oneOrMany } from '../../site-draft.ts';
import type { ForeignInterface } from '../facts.ts';
import type { ForeignAclRule, PolicyNode } from '../policy-facts.ts';
import { linesOf } from '../said.ts';
import { prefixOfAddresses } from '../values.ts';
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
      refuseSteering(conversion, own, nodes, steps);
      continue;
    }
    const from = oneOrMany([...new Set(own.map((each) => entranceOf(conversion, each)))]);
    for (const { rule, lines } of steps) {
      conversion.from([...lines, ...linesOf(...own.map(({ said }) => said.policy))], 'pbr', pbr.length);
      pbr.push({ name: names.claim(policy, 'policy'), from, ...rule });
    }
    if (steps.length === 0) refusePolicy(conversion, nodes, 'the policy steers nothing');
    for (const node of nodes.filter(({ action }) => action === 'deny')) {
      const lists = node.acls.flatMap(({ value }) => config.acls.get(value)?.lines ?? []);
      ledger.carry(...node.lines, ...linesOf(node.acls), ...lists);
    }
  }
  if (pbr.length > 0) device.pbr = pbr;
}

function refuseSteering(
  conversion: Conversion,
  users: readonly ForeignInterface[],
  nodes: readonly PolicyNode[],
  what: string,
): void {
  for (const { said } of users) conversion.refuse(said.policy, `its policy has ${what}, so nothing is steered here`);
  refusePolicy(conversion, nodes, `not carried as a whole: ${what} cannot be said`);
}

function usersOf(conversion: Conversion): ReadonlyMap<string, readonly ForeignInterface[]> {
  const users = new Map<string, ForeignInterface[]>();
  const routed = new Set(conversion.routed().map(([each]) => each));
  for (const each of conversion.config.interfaces.values()) {
    const { policy } = each.said;
    if (!policy) continue;
    if (!conversion.config.policies.has(policy.value)) conversion.refuse(policy, 'there is no such policy');
    else if (!routed.has(each)) conversion.refuse(policy, 'the interface is not carried');
    else append(users, policy.value, each);
  }
  return users;
}

export function refusePolicy({ ledger }: Conversion, nodes: readonly PolicyNode[], reason: string): void {
  for (const { lines, acls, prefixLists, nextHops, defaultNextHops, unsayable } of nodes) {
    const said = linesOf(acls, prefixLists, nextHops, defaultNextHops, unsayable);
    for (const line of [...lines, ...said]) ledger.refuse(line, reason);
  }
}

/** A sentence where a site cannot say it. */
function stepsOf(conversion: Conversion, nodes: readonly PolicyNode[]): readonly Step[] | string {
  const ordered = [...nodes].sort((a, b) => a.sequence - b.sequence);
  const last = ordered.findLastIndex(({ action }) => action === 'permit');
  const steps: Step[] = [];
  let left: IntervalSet = allAddresses(4);
  for (const node of ordered.slice(0, last + 1)) {
    if (node.action === 'permit') {
      const found = stepsOfNode(conversion, node, left);
      if (typeof found === 'string') return found;
      steps.push(...found);
      continue;
    }
    const spared = sparedBy(conversion, node);
    if (!spared) return 'a node that denies more than destinations before one that permits';
    left = subtract(left, spared);
  }
  return steps;
}

/** The destinations that a node leaves to the routing table, where nothing but them decides. */
function sparedBy({ config }: Conversion, node: PolicyNode): IntervalSet | undefined {
  if (node.unsayable.length > 0 || node.prefixLists.length > 0 || node.acls.length === 0) return undefined;
  const spared: Interval[] = [];
  for (const { value } of node.acls) {
    for (const rule of config.acls.get(value)?.rules ?? []) {
      const destinations = rule.action === 'permit' ? destinationsOf(rule) : undefined;
      if (!destinations) return undefined;
      spared.push(...destinations);
    }
  }
  return unionOf(spared);
}

/** Of a rule that judges packets by nothing but their destination; of `others`, which come later, too. */
function destinationsOf(rule: ForeignAclRule, others: readonly ForeignAclRule[] = []): IntervalSet | undefined {
  if (rule.protocol !== undefined || rule.sourcePorts || rule.destinationPorts) return undefined;
  const source = rule.source && prefixOfAddresses(rule.source);
  const isFree = others.length > 0 && source && others.every((each) => isFrom(each, source));
  if (rule.source && !isFree) return undefined;
  const destination = rule.destination && prefixOfAddresses(rule.destination);
  if (rule.destination && !destination) return undefined;
  return destination ? [prefixInterval(destination)] : allAddresses(4);
}

function isFrom({ source }: ForeignAclRule, prefix: Prefix): boolean {
  const own = source && prefixOfAddresses(source);
  return own !== undefined && containsPrefix(prefix, own);
}

/** `left`: destinations that no earlier node leaves to the routing table. */
function stepsOfNode(conversion: Conversion, node: PolicyNode, left: IntervalSet): readonly Step[] | string {
  const hop = hopOf(node);
  if (typeof hop === 'string') return hop;
  const isDefault = node.nextHops.length === 0;
  if (isDefault) {
    const text = 'rosc spares the site’s own VLANs and links; other routes do not count';
    conversion.ledger.remark(hop.line, text);
    if (!isSameSet(left, allAddresses(4))) return 'a node that denies before a default next hop';
  }
  const steering: Steering = { via: printAddress(hop.value), isDefault, lines: [...node.lines, hop.line] };
  if (node.acls.length === 0) {
    const only = ruleOf(steering, undefined, left);
    return only ? [{ lines: steering.lines, rule: only }] : [];
  }
  const steps: Step[] = [];
  for (const name of node.acls) {
    const found = stepsOfList(conversion, steering, name, left);
    if (typeof found === 'string') return found;
    steps.push(...found);
  }
  return steps;
}

interface Steering {
  readonly via: string;
  readonly isDefault: boolean;
  readonly lines: readonly number[];
}

/** A sentence where a site cannot say it. */
function hopOf(node: PolicyNode): PolicyNode['nextHops'][number] | string {
  const [unsayable] = [...node.unsayable, ...node.prefixLists.map(() => ({ value: 'a prefix list' }))];
  if (unsayable) return unsayable.value;
  const [hop, further] = [...node.nextHops, ...node.defaultNextHops];
  if (!hop) return 'a node without a next hop';
  return further ? 'several next hops, of which the first that answers counts' : hop;
}

/** Undefined = nothing is left of it. */
function ruleOf({ via, isDefault }: Steering, said: ForeignAclRule | undefined, rest: IntervalSet) {
  const { to: _, ...match } = (said && matchOf(said)) ?? {};
  const destination = said?.destination && prefixOfAddresses(said.destination);
  const wanted = destination ? intersect([prefixInterval(destination)], rest) : rest;
  if (isEmpty(wanted)) return undefined;
  const prefixes = prefixesOf(wanted, 4).map((each) => (each ? shortest(each) : '0.0.0.0/0'));
  return {
    ...(!(isDefault && isSameSet(wanted, allAddresses(4))) && { to: oneOrMany(prefixes) }),
    ...(Object.keys(match).length > 0 && { match }),
    via,
  } satisfies Step['rule'];
}

/** The permits of a list, each without the destinations that an earlier deny spares. */
function stepsOfList(
  { config, ledger }: Conversion,
  steering: Steering,
  name: PolicyNode['acls'][number],
  left: IntervalSet,
): readonly Step[] | string {
  const acl = config.acls.get(name.value);
  if (!acl) return 'a list that is not there';
  const reason = whyNot(acl);
  if (reason !== undefined) return reason;
  const steps: Step[] = [];
  const lastPermit = acl.rules.findLastIndex(({ action }) => action === 'permit');
  let rest = left;
  for (const [index, each] of acl.rules.slice(0, lastPermit + 1).entries()) {
    if (each.action === 'deny') {
      const later = acl.rules.slice(index).filter(({ action }) => action === 'permit');
      const spared = destinationsOf(each, later);
      if (!spared || steering.isDefault) return 'a list that denies more than destinations before it permits';
      rest = subtract(rest, spared);
      continue;
    }
    const rule = ruleOf(steering, each, rest);
    if (rule) steps.push({ lines: [...steering.lines, name.line, each.line], rule });
  }
  ledger.carry(...acl.lines);
  return steps;
}

function shortest(prefix: Prefix): string {
  return prefix.length === bitsOf(prefix.family) ? printAddress(prefix) : printPrefix(prefix);
}

function isSameSet(a: IntervalSet, b: IntervalSet): boolean {
  return isEmpty(subtract(a, b)) && isEmpty(subtract(b, a));
}
