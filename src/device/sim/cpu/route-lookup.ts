// The kernel's routing decision: which table, which route, which next hop.
// Source: manual, policy-routing (marks before rules, rules before main), VRF.

import { containsPrefix, type Prefix, parsePrefix } from '../../../model/prefix.ts';
import { hostOf, type IpHeader } from '../chip/packet.ts';
import type { NextHop, Route, RouteTable } from '../derived/routes.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { StoredRow } from '../store/store.ts';
import { isEnabledRow, setting } from './fast-path.ts';

/** The routes of the longest matching prefix; several of one distance are paths of one ECMP route. */
export function bestRoutes(routes: RouteTable, table: string, host: Prefix): readonly Route[] {
  let best: Route[] = [];
  for (const route of routes) {
    if (!route.active || route.table !== table || !containsPrefix(route.prefix, host)) continue;
    const length = best[0]?.prefix.length ?? -1;
    if (route.prefix.length > length) best = [route];
    else if (route.prefix.length === length) best.push(route);
  }
  return best;
}

/**
 * One of the paths, the same for all packets of a flow. No source says that the chip's choice is the kernel's: each has
 * its own.
 */
export function pickHop(hops: readonly NextHop[], ip: IpHeader, by: 'chip' | 'kernel'): NextHop | undefined {
  if (hops.length < 2) return hops[0];
  const text = `${by} ${ip.source} ${ip.destination} ${ip.protocol} ${ip.sourcePort ?? 0} ${ip.destinationPort ?? 0}`;
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The low bits of the product alone depend on little more than the last digit.
  return hops[((hash ^ (hash >>> 15)) >>> 0) % hops.length];
}

export type Decision =
  | { readonly kind: 'route'; readonly routes: readonly Route[]; readonly table: string; readonly by?: StoredRow }
  | { readonly kind: 'none'; readonly why: string; readonly by?: StoredRow };

export interface Asker {
  readonly inInterface: string | undefined;
  readonly vrf: string;
  readonly mark: string | undefined;
}

/**
 * The whole decision in the order of `policy-rules`, by default: mark, VRF of the interface, rules, main.
 * Source: manual, routing-decision, "Routing table lookup".
 */
export function decideRoute(router: ForwardingRouter, ip: IpHeader, asker: Asker): Decision {
  const found = firstDecision(router, ip, asker, stepsOf(router));
  return found ?? look(router, ip, 'main') ?? { kind: 'none', why: `no route to ${ip.destination}` };
}

/** Something decides before the device asks whether the packet is for itself. */
export function isDecidedBeforeLocal(router: ForwardingRouter, ip: IpHeader, asker: Asker): boolean {
  const steps = stepsOf(router);
  const before = steps.slice(0, steps.indexOf('local')).filter((step) => step !== 'vrf-lookup');
  return firstDecision(router, ip, asker, before) !== undefined;
}

/** Names of decisions, and rows behind the one that their chain names; rows may stand for decisions themselves. */
function stepsOf(router: ForwardingRouter): readonly (string | StoredRow)[] {
  const rows = router.store.rows('/routing/rule').filter(isEnabledRow);
  const standing = new Set(rows.map(decisionOf));
  const order = setting(router, '/routing/settings', 'policy-rules') ?? 'mangle,vrf-lookup,vrf-unreach,local,user,main';
  const isRow = (name: string) => standing.has('mangle') && standing.has(name);
  return order
    .split(',')
    .flatMap((name) => [
      ...(isRow(name) ? [] : [name]),
      ...rows.filter(({ values }) => (values.get('chain') ?? 'user') === name).map((row) => decisionOf(row) ?? row),
    ]);
}

/** Source: manual, moving-from-rosv6-to-rosv7, "Use of Routing Tables and Policy Routing". */
function decisionOf({ values }: StoredRow): string | undefined {
  if (values.get('action') === 'mangle') return 'mangle';
  return values.get('table') === 'local' ? 'local' : undefined;
}

function firstDecision(
  router: ForwardingRouter,
  ip: IpHeader,
  { inInterface, vrf, mark }: Asker,
  steps: readonly (string | StoredRow)[],
): Decision | undefined {
  for (const step of steps) {
    if (step === 'vrf-lookup' && vrf !== 'main') {
      return look(router, ip, vrf) ?? { kind: 'none', why: `VRF ${vrf} has no route to ${ip.destination}` };
    }
    const marked = step === 'mangle' && mark !== undefined ? look(router, ip, mark) : undefined;
    if (marked) return marked;
    if (typeof step === 'string' || !matchesRule(step.values, ip, inInterface, mark)) continue;
    const decision = decideByRule(step.values, (...asked) => look(router, ip, ...asked));
    if (decision) return { ...decision, by: step };
  }
  return undefined;
}

/** A result that is not longer than `suppressed` counts as none, unless it drops (`suppress_prefixlength` of Linux). */
function look(router: ForwardingRouter, ip: IpHeader, table: string, suppressed = -1): Decision | undefined {
  const best = bestRoutes(router.derived().routes, table, hostOf(ip.destination));
  const found = best.filter(({ prefix, isBlackhole }) => isBlackhole || prefix.length > suppressed);
  return found.length > 0 ? { kind: 'route', routes: found, table } : undefined;
}

/** Undefined: its table has no route, and the next rule is asked. */
function decideByRule(
  values: ReadonlyMap<string, string>,
  look: (table: string, suppressed: number) => Decision | undefined,
): Decision | undefined {
  const action = values.get('action') ?? 'lookup';
  if (action === 'drop' || action === 'unreachable') return { kind: 'none', why: `a routing rule says ${action}` };
  const found = look(values.get('table') ?? 'main', Number(values.get('min-prefix') ?? -1));
  if (found || action !== 'lookup-only-in-table') return found;
  return { kind: 'none', why: `table ${values.get('table')} has no route` };
}

function matchesRule(
  values: ReadonlyMap<string, string>,
  ip: IpHeader,
  inInterface: string | undefined,
  mark: string | undefined,
): boolean {
  const covers = (name: string, address: string): boolean => {
    const value = values.get(name);
    const prefix = value === undefined ? undefined : parsePrefix(value);
    return prefix === undefined || containsPrefix(prefix, hostOf(address));
  };
  if (!covers('dst-address', ip.destination) || !covers('src-address', ip.source)) return false;
  if (values.has('interface') && values.get('interface') !== inInterface) return false;
  return !values.has('routing-mark') || values.get('routing-mark') === mark;
}
