// What the kernel would have done to a packet that the chip forwarded: policies of the configuration that never saw it.

import { listValues, type MenuPath } from '../../../model/config.ts';
import { containsPrefix, parsePrefix } from '../../../model/prefix.ts';
import { familyOf, hostOf, type IpHeader, type Packet } from '../chip/packet.ts';
import { vrfOf } from '../derived/addresses.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { ConnectionState } from './connections.ts';
import { isEnabledRow } from './fast-path.ts';
import { type PacketContext, runChain } from './firewall-rules.ts';
import { decideRoute } from './route-lookup.ts';

export interface Bypass {
  readonly inInterface: string;
  readonly outInterface: string;
  /** The table that the chip looked up. */
  readonly table: string;
}

/**
 * Policies that would drop, translate, steer or limit the packet: `filter forward: drop (new)`. What they do depends
 * on the connection, which the kernel does not know: packets that open one and packets that belong to one are both
 * asked for.
 */
export function bypassedPolicies(
  router: ForwardingRouter,
  packet: Packet,
  ip: IpHeader,
  way: Bypass,
): readonly string[] {
  const found = new Set<string>();
  for (const state of ['new', 'established'] as const) {
    const mark = judge(router, packet, ip, way, state, found) ?? 'no-mark';
    const takes = (marks: string | undefined) => marks === undefined || listValues(marks).includes(mark);
    for (const { values } of router.store.rows('/queue/simple').filter(isEnabledRow)) {
      if (takes(values.get('packet-marks')) && limits(listValues(values.get('target')), ip, way)) {
        found.add(`simple queue (${state})`);
      }
    }
    for (const { values } of router.store.rows('/queue/tree').filter(isEnabledRow)) {
      const isOnWay = [way.outInterface, 'global'].includes(values.get('parent') ?? '');
      if (isOnWay && takes(values.get('packet-mark'))) found.add(`queue tree (${state})`);
    }
  }
  return [...found];
}

/** The mark that the packet would have had in the end. */
function judge(
  router: ForwardingRouter,
  packet: Packet,
  ip: IpHeader,
  { inInterface, outInterface, table }: Bypass,
  state: ConnectionState,
  found: Set<string>,
): string | undefined {
  const root = familyOf(ip) === 4 ? '/ip/firewall' : '/ipv6/firewall';
  const context: PacketContext = {
    router,
    ip,
    length: packet.length,
    sourceMac: packet.sourceMac,
    inInterface,
    outInterface: undefined,
    state,
    isExempt: false,
    direction: 'original',
    connection: undefined,
    packetMark: undefined,
    routingMark: undefined,
    unmodelled: [],
  };
  const run = (name: string, chain: string): string | undefined => {
    const menu: MenuPath = `/${root.slice(1)}/${name}`;
    return runChain(context, menu, chain, ({ values }, action) => {
      if (action === 'mark-routing') context.routingMark = values.get('new-routing-mark');
      else if (action === 'mark-packet') context.packetMark = values.get('new-packet-mark');
      else if (rewriting.test(action)) found.add(`mangle ${chain}: ${action}`);
    })?.action;
  };
  const refuse = (name: string, chain: string): void => {
    const action = run(name, chain);
    if (action === 'drop' || action === 'reject' || action === 'tarpit')
      found.add(`${name} ${chain}: ${action} (${state})`);
  };
  const translate = (chain: string): void => {
    if (state !== 'new') return;
    const verdict = runChain(context, `/${root.slice(1)}/nat`, chain, () => undefined);
    const action = verdict?.action ?? 'accept';
    if (action !== 'accept' && !isThere(ip, action, verdict?.row.values)) found.add(`nat ${chain}: ${action}`);
  };
  refuse('raw', 'prerouting');
  refuse('mangle', 'prerouting');
  translate('dstnat');
  steer(context, ip, table, found);
  context.outInterface = outInterface;
  refuse('mangle', 'forward');
  refuse('filter', 'forward');
  refuse('mangle', 'postrouting');
  translate('srcnat');
  return context.packetMark;
}

/** Mangle actions that change packets, or copy them to somebody. */
const rewriting = /^(change-|set-priority|clear-df|strip-|sniff-)/;

/** Packets that go already where a rule would send them. */
function isThere(
  { destination, destinationPort }: IpHeader,
  action: string,
  values: ReadonlyMap<string, string> | undefined,
): boolean {
  const target = action === 'dst-nat' ? parsePrefix(values?.get('to-addresses') ?? '') : undefined;
  const port = values?.get('to-ports');
  const isPortKept = port === undefined || Number(port) === destinationPort;
  return isPortKept && target !== undefined && containsPrefix(target, hostOf(destination));
}

/** The kernel would have looked the packet up in another table, or refused it by a routing rule. */
function steer(
  { router, inInterface = '', routingMark: mark }: PacketContext,
  ip: IpHeader,
  table: string,
  found: Set<string>,
): void {
  const decision = decideRoute(router, ip, { inInterface, vrf: vrfOf(router, inInterface), mark });
  if (decision.kind === 'none') found.add('routing: no route');
  else if (decision.table !== table) found.add(`routing: table ${decision.table}`);
}

/** A simple queue limits what comes from or goes to its targets: addresses or interfaces. */
function limits(targets: readonly string[], ip: IpHeader, { inInterface, outInterface }: Bypass): boolean {
  return targets.some((target) => {
    const prefix = parsePrefix(target);
    if (!prefix) return target === inInterface || target === outInterface;
    return containsPrefix(prefix, hostOf(ip.source)) || containsPrefix(prefix, hostOf(ip.destination));
  });
}
