// Features of the kernel beside the chains of its firewall that decide about packets between two interfaces: IPsec,
// HotSpot, the firewall of the bridges, queues. Source: manual, packet-flow-in-routeros, ipsec, hotspot, bridge.

import { isYes, listValues } from '../../../model/config.ts';
import { containsPrefix, parsePrefix } from '../../../model/prefix.ts';
import { type Bypassed, familyOf, hostOf, type IpHeader, protocolNumber } from '../chip/packet.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { StoredRow } from '../store/store.ts';
import { isEnabledRow } from './fast-path.ts';

export interface Between {
  readonly inInterface: string;
  readonly outInterface: string;
  /** Front ports below that interface that it leaves by. */
  readonly outPorts?: readonly string[];
}

/** What only the slow path does: FastTrack and the chip go past it. `leaving`: with what NAT makes of it. */
export function slowPathFeatures(
  router: ForwardingRouter,
  ip: IpHeader,
  way: Between,
  leaving: IpHeader = ip,
): readonly Bypassed[] {
  return [...encryptedBy(router, leaving), ...askingForLogin(router, ip, way)];
}

/** The first policy that selects the packet decides. */
export function encryptedBy(router: ForwardingRouter, ip: IpHeader): readonly Bypassed[] {
  const row = router.store.rows('/ip/ipsec/policy').find((each) => isEnabledRow(each) && selects(each.values, ip));
  const action = row?.values.get('action') ?? 'encrypt';
  return row && action !== 'none' ? [{ text: `ipsec policy: ${action}`, row }] : [];
}

function selects(values: ReadonlyMap<string, string>, ip: IpHeader): boolean {
  const covers = (name: string, address: string) => {
    const prefix = parsePrefix(values.get(name) ?? '');
    return prefix ? containsPrefix(prefix, hostOf(address)) : familyOf(ip) === 4;
  };
  if (isYes(values.get('template') ?? 'no')) return false;
  // Transport mode is for packets of the device itself.
  if ((values.get('action') ?? 'encrypt') === 'encrypt' && !isYes(values.get('tunnel') ?? 'no')) return false;
  if (!covers('src-address', ip.source) || !covers('dst-address', ip.destination)) return false;
  const protocol = values.get('protocol') ?? 'all';
  return protocol === 'all' || protocolNumber(protocol) === protocolNumber(ip.protocol);
}

/** Who is behind the interface of a HotSpot is a client, on the way there and back. */
function askingForLogin(router: ForwardingRouter, ip: IpHeader, way: Between): readonly Bypassed[] {
  if (familyOf(ip) === 6) return [];
  const isFree = (address: string) =>
    router.store.rows('/ip/hotspot/ip-binding').some(({ values }) => {
      const prefix = parsePrefix(values.get('address') ?? '');
      return values.get('type') === 'bypassed' && prefix !== undefined && containsPrefix(prefix, hostOf(address));
    });
  return router.store.rows('/ip/hotspot').flatMap((row) => {
    if (!isEnabledRow(row)) return [];
    const name = row.values.get('interface');
    const asked =
      (name === way.inInterface && !isFree(ip.source)) || (name === way.outInterface && !isFree(ip.destination));
    return asked ? [{ text: 'hotspot: login', row }] : [];
  });
}

/** Queues for packets of a mark. `isRoot`: of trees, what those hang on that are asked. */
export function shaping(
  router: ForwardingRouter,
  ip: IpHeader,
  way: Between,
  mark: string,
  isRoot = (parent: string) => isPassed(router, way, parent),
): readonly Bypassed[] {
  const takes = (marks: string | undefined) => marks === undefined || listValues(marks).includes(mark);
  const simple = router.store
    .rows('/queue/simple')
    .filter(isEnabledRow)
    .filter(({ values }) => takes(values.get('packet-marks')) && limits(values, ip, way));
  const rows = router.store.rows('/queue/tree').filter(isEnabledRow);
  const trees = treesAt(rows, isRoot).filter(({ values }) => takes(values.get('packet-mark')));
  return [
    ...simple.map((row) => ({ text: 'simple queue', row })),
    ...trees.map((row) => ({ text: 'queue tree', row })),
  ];
}

/** The rows at the ends of the trees that hang on such parents: those above them take no packets themselves. */
function treesAt(rows: readonly StoredRow[], isRoot: (parent: string) => boolean): readonly StoredRow[] {
  const below = (parent: string, seen: readonly string[]): readonly StoredRow[] =>
    rows
      .filter(({ values }) => values.get('parent') === parent && !seen.includes(parent))
      .flatMap((row) => {
        const children = below(row.values.get('name') ?? '', [...seen, parent]);
        return children.length > 0 ? children : [row];
      });
  const parents = new Set(rows.map(({ values }) => values.get('parent') ?? ''));
  return [...parents].filter(isRoot).flatMap((parent) => below(parent, []));
}

/** The queues of an interface, of the port below it and of that port's bond: each sends the packet on to the next. */
function isPassed(router: ForwardingRouter, { outInterface, outPorts = [] }: Between, parent: string): boolean {
  const slaves = router.derived().interfaces.get(parent)?.slaves ?? [];
  return ['global', outInterface, ...outPorts].includes(parent) || outPorts.some((port) => slaves.includes(port));
}

/** A simple queue limits what goes between its targets, addresses or interfaces, and its `dst`, or anybody. */
function limits(values: ReadonlyMap<string, string>, ip: IpHeader, { inInterface, outInterface }: Between): boolean {
  const isAt = (property: string, address: IpHeader['source'], port: string) =>
    listValues(values.get(property)).some((end) => {
      const prefix = parsePrefix(end);
      return prefix ? containsPrefix(prefix, hostOf(address)) : end === port;
    });
  const isOther = (address: IpHeader['source'], port: string) => !values.has('dst') || isAt('dst', address, port);
  return (
    (isAt('target', ip.source, inInterface) && isOther(ip.destination, outInterface)) ||
    (isAt('target', ip.destination, outInterface) && isOther(ip.source, inInterface))
  );
}
