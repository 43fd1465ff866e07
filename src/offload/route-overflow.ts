// Routes that outgrow the chip's table: which stay on the CPU for certain, which may, and what is left of the rest.

import { leavesRoutesToCpu } from '../forwarding/legs/capacity.ts';
import type { Network, Route } from '../forwarding/network/network.ts';
import {
  type LeftRoute,
  learntRoutes,
  type RouteFit,
  type RoutePlacement,
  routeEntries,
  routeFit,
  type SplitLength,
} from '../forwarding/routing/route-fit.ts';
import { enabledItemsOf, type Item } from '../model/config.ts';
import { printPrefix } from '../model/prefix.ts';
import type { Findings, WrittenLabel } from './rule.ts';

/** Entries that every chip which routes has; below them, where the size is unknown, the question does not arise. */
export const smallestTable = 13_000;

/** Places shown beside the first one. */
const relatedMax = 5;

/** Prefixes that a sentence names before it counts the rest. */
const namedMax = 3;

export interface RouteTable {
  readonly kind: 'shared' | 'indexed';
  /** No chip of the kind has fewer entries: where the size is unknown, the question does not arise below it. */
  readonly smallest: number;
}

/** For one kind of table; where nobody knows the kind, each of them asks the question. */
export function routeOverflow(network: Network, { kind, smallest }: RouteTable): Findings {
  const chip = network.offload;
  const known = chip?.switch.fact('l3.table')?.value;
  if (!chip?.l3Offload || (known ?? kind) !== kind || !leavesRoutesToCpu(network)) return [];
  const fit = routeFit(network);
  if (!fit || known === undefined) return unknownTable(network, fit?.size.value ?? smallest);
  const subject = fit.left[0]?.route.item ?? senderOf(network);
  const [primary, ...related] = placesOf(network, fit);
  if ((fit.left.length === 0 && fit.excess === 0) || !subject || !primary) return [];
  const { bound, value } = fit.size;
  return {
    subject,
    affects: fit.left.map(({ route }) => route.item),
    placement: fit.excess > 0 ? 'partial' : 'unknown',
    what: [headline(network, fit), ...tails(network, fit)].join('; '),
    primary,
    related,
    evidence: [fit.size.says(`the table holds ${bound === 'exact' ? '' : 'up to '}${value} routes`)],
    ...(fit.left.some(({ placement }) => placement === 'unknown') && { why: whyUndecided(network, fit, kind) }),
  };
}

function unknownTable(network: Network, size: number): Findings {
  const { total } = routeEntries(network);
  const last = network.routes.findLast(({ origin, table }) => origin === 'static' && table === 'main');
  if (!last || total <= size) return [];
  return {
    subject: last.item,
    affects: network.routes.map(({ item }) => item),
    placement: 'unknown',
    what: `it is not documented whether ${total} entries of routes fit this chip`,
    primary: [last.item, 'dst-address', 'the last of them'],
  };
}

function headline(network: Network, { size, excess }: RouteFit): string {
  const { total, learnt } = routeEntries(network);
  const entries = `${total} entries of routes${learnt > 0 ? ` (${learnt} of them learnt)` : ''}`;
  const isExact = size.bound === 'exact';
  if (excess === 0) {
    return isExact
      ? `${entries} may not fit the ${size.value} of the chip`
      : `${entries} may be more than the chip holds (up to ${size.value})`;
  }
  return isExact
    ? `${entries} do not fit the ${size.value} of the chip, hosts not counted`
    : `${entries} are more than the chip holds at best (${size.value})`;
}

function tails(network: Network, { left, splits, excess }: RouteFit): readonly string[] {
  const of = (wanted: RoutePlacement) => left.filter(({ placement }) => placement === wanted).map(({ route }) => route);
  const [cpu, unknown] = [of('cpu'), of('unknown')];
  const tails: string[] = [];
  if (excess > 0 && routeEntries(network).learnt > 0) {
    tails.push(`at least ${excess} stay on the CPU${cpu.length > 0 ? `, ${nameRoutes(cpu)} among them` : ''}`);
  } else if (cpu.length > 0) tails.push(`${nameRoutes(cpu)} ${cpu.length === 1 ? 'stays' : 'stay'} on the CPU`);
  for (const { length, routes, fitting } of splits) {
    if (fitting > 0) tails.push(`of ${routes} prefixes of /${length} at most ${fitting} find room`);
  }
  if (unknown.length > 0) tails.push(`${nameRoutes(unknown)} may stay on the CPU${tails.length > 0 ? ' too' : ''}`);
  return tails;
}

/** `0.0.0.0/0`, `10.0.0.0/8` and 1203 more. */
function nameRoutes(routes: readonly Route[]): string {
  const names = routes.slice(0, namedMax).map((route) => `\`${nameRoute(route)}\``);
  const more = routes.length - names.length;
  const [last = '', ...others] = more > 0 ? [`${more} more`, ...names] : [...names.slice(-1), ...names.slice(0, -1)];
  return others.length > 0 ? `${others.join(', ')} and ${last}` : last;
}

/** The prefix, with its table where that is not `main`. */
export function nameRoute({ prefix, table }: Route): string {
  return table === 'main' ? printPrefix(prefix) : `${printPrefix(prefix)}@${table}`;
}

/** What neighbours send is what somebody can change first. */
function placesOf(network: Network, fit: RouteFit): readonly WrittenLabel[] {
  const senders = [...learntRoutes(network, 4), ...learntRoutes(network, 6)]
    .sort((a, b) => b.routes - a.routes)
    .slice(0, relatedMax)
    .map(({ at, by, routes }) => ({ at, text: `${routes} routes are expected from ${by}` }));
  return [...senders, ...fit.left.slice(0, relatedMax).map((each) => labelRoute(each, fit.splits))];
}

/** The item that brings learnt routes, where the configuration has no route that could suffer. */
function senderOf({ config }: Network): Item | undefined {
  return [...enabledItemsOf(config, '/routing/bgp/connection'), ...enabledItemsOf(config, '/routing/ospf/instance')][0];
}

function labelRoute({ route, placement }: LeftRoute, splits: readonly SplitLength[]): WrittenLabel {
  const { item, origin, prefix } = route;
  const split = splits.find(({ length }) => length === prefix.length);
  const texts = {
    cpu: 'stays on the CPU',
    partial: split ? `${split.fitting} of the ${split.routes} of this length find room at most` : 'may find no room',
    unknown: 'may stay on the CPU',
  };
  return [item, origin === 'static' ? 'dst-address' : 'address', texts[placement]];
}

function whyUndecided(network: Network, { excess }: RouteFit, kind: RouteTable['kind']): string {
  const { learnt, ipv6 } = routeEntries(network);
  const reasons = [
    learnt > 0 && 'nobody has said how long the learnt prefixes are',
    ipv6 > 0 && 'IPv4 and IPv6 share the memory, and which comes first is not described',
    kind === 'shared' && 'hosts that answer take entries too',
    kind === 'indexed' && excess === 0 && 'routes that lead where the default route leads may take no room at all',
  ].filter((reason) => reason !== false);
  return `When the table is full, the longest prefixes stay in hardware. Where rosc does not decide: ${reasons.join('; ')}.`;
}
