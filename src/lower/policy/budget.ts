// Makes a table fit the chip: denies that mean the same for everybody become blackhole routes, and rules that cost
// many entries become one that sends a little more to the CPU, where the same ACL stands as a firewall rule. Nothing
// is left out.

import { allPorts } from '../../forwarding/packets/space.ts';
import type { Switch } from '../../profile/target.ts';
import type { LowerContext } from '../context.ts';
import { entryCount } from './entries.ts';
import { findPacket, type Listed, listed } from './find-packet.ts';
import { everything, type IngressPacketSet, includes, isUnrestricted, overlap } from './ingress-packet-set.ts';
import type { IngressSpace } from './ingress-space.ts';
import { judge } from './judge.ts';
import { isTreated, type Layer, type LayerRule, type PolicyRule, toCpu, treatmentOf } from './policy-rule.ts';
import { withoutIdle } from './simplify.ts';

export interface Fitted {
  readonly table: readonly PolicyRule[];
  /** Denies that became blackhole routes. */
  readonly blackholes: readonly PolicyRule[];
  /** Rules whose packets the CPU judges, as they were before. */
  readonly redirected: readonly PolicyRule[];
  /** Entries that the table needs. */
  readonly needed: number;
  /** Entries that it has for us; undefined = the size is not documented. */
  readonly room: number | undefined;
}

export interface Budget {
  readonly layers: readonly Layer[];
  readonly space: IngressSpace;
}

export function fitTable(context: LowerContext, table: readonly PolicyRule[], budget: Budget): Fitted {
  const { space } = budget;
  const room = roomIn(context);
  const total = (rules: readonly PolicyRule[]) => rules.reduce((sum, { match }) => sum + entryCount(space, match), 0);
  const before = total(table);
  if (room === undefined || before <= room) {
    return { table, blackholes: [], redirected: [], needed: before, room };
  }
  const routed = withRoutes(table, { ...budget, excess: before - room });
  const sent = withRedirects(routed.table, { ...budget, excess: total(routed.table) - room });
  return { ...routed, ...sent, needed: total(sent.table), room };
}

/** What RouterOS adds by itself is not ours. */
function roomIn({ target, device }: LowerContext): number | undefined {
  const chip: Switch | undefined = target.offloadSwitch;
  const size = chip?.fact('acl.rules')?.value;
  if (size === undefined) return undefined;
  const dynamic = device.settings['dhcp-snooping'] ? (chip?.fact('l2.dhcp-snooping-dynamic-rules')?.value ?? 0) : 0;
  return size - dynamic;
}

interface Excess extends Budget {
  /** Entries that have to go. */
  readonly excess: number;
}

function isAcl({ parts }: PolicyRule): boolean {
  return parts.every(({ cause }) => cause.tag[0] === 'acl');
}

function withRoutes(table: readonly PolicyRule[], budget: Excess): Pick<Fitted, 'table' | 'blackholes'> {
  const { space, layers } = budget;
  let { excess } = budget;
  const blackholes: PolicyRule[] = [];
  const candidates = table
    .filter((rule) => rule.verdict.kind === 'drop' && isAcl(rule) && isByDestination(rule.match))
    .map((rule) => ({ rule, entries: entryCount(space, rule.match) }))
    .sort((a, b) => b.entries - a.entries);
  const sentences = candidates.length > 0 ? layers.flatMap((layer, list) => listed(layer.rules, list)) : [];
  for (const { rule, entries } of candidates) {
    if (excess <= 0) break;
    if (!isDroppedForAll(rule.match, sentences, budget)) continue;
    blackholes.push(rule);
    excess -= entries;
  }
  return { table: blackholes.length > 0 ? table.filter((rule) => !blackholes.includes(rule)) : table, blackholes };
}

/** A route knows destinations alone, and the default route is no place for a deny. */
export function isByDestination({
  family,
  protocol,
  source,
  destination,
  sourcePort,
  destinationPort,
}: IngressPacketSet): boolean {
  return (
    protocol === undefined &&
    isUnrestricted(source, 'source', family) &&
    isUnrestricted(sourcePort, 'sourcePort', family) &&
    isUnrestricted(destinationPort, 'destinationPort', family) &&
    !isUnrestricted(destination, 'destination', family)
  );
}

/** Whoever sends there, by whatever way in: the site drops it. */
function isDroppedForAll(
  match: IngressPacketSet,
  sentences: readonly (LayerRule & Listed)[],
  { layers, space }: Budget,
): boolean {
  const region = { ...everything(space.all, match.family), destination: match.destination };
  const spared = findPacket(region, layers.length, sentences, (first) => {
    return judge(layers, first).verdict.kind !== 'drop';
  });
  return spared === undefined;
}

/** Rules that cost most leave their ports to the CPU, which asks the whole ACL about every packet that it gets. */
function withRedirects(
  table: readonly PolicyRule[],
  { space, excess: given }: Excess,
): Pick<Fitted, 'table' | 'redirected'> {
  let excess = given;
  const redirected: PolicyRule[] = [];
  const list: PolicyRule[] = [...table];
  const candidates = table
    .filter((rule) => isAcl(rule) && rule.verdict.kind !== 'cpu' && !isTreated(treatmentOf(rule.verdict)))
    .map((rule) => {
      const match = { ...rule.match, sourcePort: allPorts, destinationPort: allPorts };
      return { rule, match, saving: entryCount(space, rule.match) - entryCount(space, match) };
    })
    .filter(({ saving }) => saving > 0)
    .sort((a, b) => b.saving - a.saving);
  for (const { rule, match, saving } of candidates) {
    if (excess <= 0) break;
    const index = list.indexOf(rule);
    // The CPU keeps no rates, and marks nothing.
    const isChips = list.some((other) => isTreated(treatmentOf(other.verdict)) && overlap(other.match, match));
    if (index < 0 || isChips) continue;
    redirected.push(rule);
    list[index] = { ...rule, match, verdict: toCpu };
    excess -= saving;
    // What the rule now takes as a whole needs no rule behind it.
    for (let later = list.length - 1; later > index; later--) {
      const hidden = list[later];
      if (!hidden || !includes(match, hidden.match)) continue;
      list.splice(later, 1);
      excess -= entryCount(space, hidden.match);
    }
  }
  return { table: redirected.length > 0 ? withoutIdle(list) : table, redirected };
}
