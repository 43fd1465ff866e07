// Makes a table fit the chip: denies that mean the same for everybody become blackhole routes, and rules that cost many
// entries become one that sends a little more to the CPU, where the same ACL stands as a firewall rule. Nothing is left out.

import { allPorts, isEmpty } from '../../forwarding/space.ts';
import type { Switch } from '../../profile/target.ts';
import type { LowerContext } from '../context.ts';
import { entryCount, prefixesOf } from './entries.ts';
import { findPacket, listed } from './find-packet.ts';
import type { IngressSpace } from './ingress-space.ts';
import { judge } from './judge.ts';
import { everything, isWhole, type PacketSet } from './packet-set.ts';
import { type Layer, type PolicyRule, toCpu } from './policy-rule.ts';
import { withoutIdle } from './simplify.ts';

export interface Fitted {
  readonly table: readonly PolicyRule[];
  /** Denies that became blackhole routes. */
  readonly blackholes: readonly PolicyRule[];
  /** Rules whose packets the CPU judges, as they were before. */
  readonly redirected: readonly PolicyRule[];
  /** Entries that the table needs. */
  readonly needed: number;
  /** Entries that it has for us; undefined = nobody has recorded the size. */
  readonly room: number | undefined;
}

export interface Budget {
  readonly layers: readonly Layer[];
  readonly space: IngressSpace;
}

export function fitTable(context: LowerContext, table: readonly PolicyRule[], { layers, space }: Budget): Fitted {
  const room = roomIn(context);
  const blackholes: PolicyRule[] = [];
  const redirected: PolicyRule[] = [];
  let list = table;
  const needed = () => list.reduce((sum, { match }) => sum + entryCount(space, match), 0);
  while (room !== undefined && needed() > room) {
    const saving = bestBlackhole(list, { layers, space }) ?? bestRedirect(list, space);
    if (!saving) break;
    const { rule, replacement } = saving;
    (replacement ? redirected : blackholes).push(rule);
    list = withoutIdle(list.flatMap((each) => (each === rule ? (replacement ? [replacement] : []) : [each])));
  }
  return { table: list, blackholes, redirected, needed: needed(), room };
}

/** What RouterOS adds by itself is not ours. */
function roomIn({ target, device }: LowerContext): number | undefined {
  const chip: Switch | undefined = target.offloadSwitch;
  const size = chip?.fact('acl.rules')?.value;
  if (size === undefined) return undefined;
  const dynamic = device.settings['dhcp-snooping'] ? (chip?.fact('l2.dhcp-snooping-dynamic-rules')?.value ?? 0) : 0;
  return size - dynamic;
}

interface Saving {
  readonly rule: PolicyRule;
  /** Absent = a route does it. */
  readonly replacement?: PolicyRule;
}

function isAcl({ parts }: PolicyRule): boolean {
  return parts.every(({ cause }) => cause.tag[0] === 'acl');
}

function bestBlackhole(list: readonly PolicyRule[], budget: Budget): Saving | undefined {
  const { space } = budget;
  const candidates = list
    .filter((rule) => rule.verdict.kind === 'drop' && isAcl(rule) && isByDestination(rule.match))
    .sort((a, b) => entryCount(space, b.match) - entryCount(space, a.match));
  const rule = candidates.find(({ match }) => isDroppedForAll(match, budget));
  return rule && { rule };
}

/** A route knows destinations alone, and the default route is no place for a deny. */
function isByDestination({ family, protocol, source, destination, sourcePort, destinationPort }: PacketSet): boolean {
  return (
    protocol === undefined &&
    isWhole(source, 'source', family) &&
    isWhole(sourcePort, 'sourcePort', family) &&
    isWhole(destinationPort, 'destinationPort', family) &&
    prefixesOf(destination, family).every((prefix) => prefix !== undefined)
  );
}

/** Whoever sends there, by whatever way in: the site drops it. */
function isDroppedForAll(match: PacketSet, { layers, space }: Budget): boolean {
  const region = { ...everything(space.all, match.family), destination: match.destination };
  const rules = layers.flatMap((layer, list) => listed(layer.rules, list));
  const spared = findPacket(region, layers.length, rules, (first) => {
    const matching = first.filter((rule) => rule !== undefined);
    return judge(layers, matching).verdict.kind !== 'drop';
  });
  return spared === undefined;
}

/** The rule that saves most when its ports are left to the CPU. */
function bestRedirect(list: readonly PolicyRule[], space: IngressSpace): Saving | undefined {
  let best: Saving | undefined;
  let saved = 0;
  for (const rule of list) {
    if (!isAcl(rule) || rule.verdict.kind === 'cpu') continue;
    const match = { ...rule.match, sourcePort: allPorts, destinationPort: allPorts };
    const saving = entryCount(space, rule.match) - entryCount(space, match);
    if (saving <= saved || isEmpty(match.destination)) continue;
    best = { rule, replacement: { ...rule, match, verdict: toCpu } };
    saved = saving;
  }
  return best;
}
