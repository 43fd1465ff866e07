// What the kernel would have done to a packet that the chip forwarded: policies of the configuration that never saw it.

import { containsPrefix, parsePrefix } from '../../../model/prefix.ts';
import { type Bypassed, familyOf, hostOf, type IpHeader, type Packet } from '../chip/packet.ts';
import { vrfOf } from '../derived/addresses.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { StoredRow } from '../store/store.ts';
import { type Connection, Connections, translated } from './connections.ts';
import { firewallMenus, isTracking } from './fast-path.ts';
import { type Between, shaping, slowPathFeatures } from './features.ts';
import { runChain } from './firewall-rules.ts';
import { newAddresses } from './nat.ts';
import { arriving, type PacketContext, setMark } from './packet-context.ts';
import { decideRoute } from './route-lookup.ts';

export interface Bypass extends Between {
  /** The table that the chip looked up. */
  readonly table: string;
}

/**
 * Policies that would drop, translate, steer or limit the packet: `filter forward: drop (new)`. What they do depends
 * on the connection, which the kernel does not know: it may open one, be a later packet of one, or an answer.
 */
export function bypassedPolicies(
  router: ForwardingRouter,
  packet: Packet,
  ip: IpHeader,
  way: Bypass,
): readonly Bypassed[] {
  const found = [
    ...slowPathFeatures(router, ip, way),
    ...inConversation(router, packet, ip, way, 0),
    ...inConversation(router, packet, ip, way, 1),
  ];
  return [...new Map(found.map((each) => [`${each.text} ${each.row?.id}`, each] as const)).values()];
}

/** What a packet meets whose side sends first (0) or answers (1), with what both sides have made of the connection. */
function inConversation(
  router: ForwardingRouter,
  packet: Packet,
  ip: IpHeader,
  way: Bypass,
  own: 0 | 1,
): readonly Bypassed[] {
  const opened = openedBy(ip);
  const other = opened ? translated(ip, opened, 'reply') : ip;
  const back = { ...way, inInterface: way.outInterface, outInterface: way.inInterface };
  const here = { ip, way };
  const there = { ip: { ...other, syn: false }, way: back };
  const connection = isTracking(router, familyOf(ip)) ? openedBy(own === 0 ? ip : other) : undefined;
  let markers: StoredRow[] = [];
  const missed: Bypassed[] = [];
  const states: string[] = [];
  for (const [turn, stage] of stages.entries()) {
    states.push(stateOf(connection, markers));
    // What NAT has translated is answered on another path: there the device is asked, or somebody else.
    if ((own === 1 && isTranslated(connection)) || isSettled(states)) break;
    const isOwn = turn % 2 === own;
    const side = isOwn ? here : there;
    const met = { ...side.ip, ...(stage === 'new' ? { syn: true, ack: false } : { ack: true }) };
    const found = judge(router, packet, met, side.way, { stage, connection, markers });
    markers = markers.filter(({ values }) => values.get('action') === 'mark-connection');
    if (isOwn) missed.push(...found);
  }
  return missed;
}

function isTranslated(connection: Connection | undefined): boolean {
  return connection !== undefined && (connection.isSourceTranslated || connection.isDestinationTranslated);
}

/** Who meets the connection as the packet before it on the same side did misses the same, and so do those after. */
function isSettled(states: readonly string[]): boolean {
  return states.length > 3 && states.at(-1) === states.at(-3);
}

/** What packets so far have made of the connection. */
function stateOf(connection: Connection | undefined, markers: readonly StoredRow[]): string {
  const { mark, isSourceTranslated, isDestinationTranslated } = connection ?? {};
  return [mark, isSourceTranslated, isDestinationTranslated, ...markers.map(({ id }) => id)].join(' ');
}

/** Packets in turn, until nothing about the connection changes any more: the first, its answer, a later one, … */
const stages = ['new', 'answer', 'established', 'answer', 'established', 'answer'] as const;
type Stage = (typeof stages)[number];

interface Asked {
  readonly stage: Stage;
  /** Undefined = nothing is tracked. */
  readonly connection: Connection | undefined;
  /** Rows that gave the marks so far; the connection's are there from its first packet on. */
  readonly markers: StoredRow[];
}

/** Who misses a policy that asks for a mark misses the rule that gives it, too. */
function withMarkers(missed: Bypassed, stage: Stage, markers: readonly StoredRow[]): readonly Bypassed[] {
  const givers = ['packet', 'connection'].flatMap((kind) => {
    const asked = [`${kind}-mark`, `${kind}-marks`].flatMap((name) => missed.row?.values.get(name)?.split(',') ?? []);
    const at = markers.findLastIndex(
      ({ values }) => values.get('action') === `mark-${kind}` && asked.includes(values.get(`new-${kind}-mark`) ?? ''),
    );
    const row = markers[at];
    const text = `mangle: mark-${kind} (${stage})`;
    return row ? withMarkers({ text, row }, stage, markers.slice(0, at)) : [];
  });
  return [missed, ...givers];
}

function openedBy(ip: IpHeader): Connection | undefined {
  return new Connections().track({ ...ip, syn: true, ack: false, isEchoReply: false }, true).connection;
}

function judge(
  router: ForwardingRouter,
  packet: Packet,
  ip: IpHeader,
  way: Bypass,
  { stage, connection, markers }: Asked,
): readonly Bypassed[] {
  const { inInterface, outInterface, table } = way;
  const found: Bypassed[] = [];
  const menus = firewallMenus[familyOf(ip)];
  const context: PacketContext = {
    ...arriving(router, packet, ip, inInterface),
    state: stage === 'new' ? 'new' : 'established',
    connection,
    byQuota: [],
  };
  let marking: StoredRow | undefined;
  const miss = (missed: Bypassed) => found.push(...withMarkers(missed, stage, markers));
  const run = (name: keyof typeof menus, chain: string) =>
    runChain(context, menus[name], chain, (row, action) => {
      if (action === 'mark-routing') marking = row;
      if (action.startsWith('mark-')) {
        setMark(context, row, action);
        if (action !== 'mark-connection' || context.connection) markers.push(row);
      } else if (rewriting.test(action)) miss({ text: `mangle ${chain}: ${action} (${stage})`, row });
    });
  const refuse = (name: keyof typeof menus, chain: string): void => {
    const ended = run(name, chain);
    context.isExempt ||= ended?.action === 'notrack';
    for (const { action, row } of [...(context.byQuota?.splice(0) ?? []), ...(ended ? [ended] : [])]) {
      if (action === 'drop' || action === 'reject' || action === 'tarpit')
        miss({ text: `${name} ${chain}: ${action} (${stage})`, row });
    }
  };
  const translate = (chain: string): void => {
    if (context.state !== 'new') return;
    const verdict = runChain(context, menus.nat, chain, () => undefined);
    const action = verdict?.action ?? 'accept';
    if (action !== 'accept' && !isThere(ip, action, verdict?.row.values)) {
      miss({ text: `nat ${chain}: ${action}`, row: verdict?.row, natChain: chain });
      const kind = chain === 'srcnat' ? 'isSourceTranslated' : 'isDestinationTranslated';
      if (context.connection) context.connection[kind] = true;
    }
  };
  refuse('raw', 'prerouting');
  if (context.isExempt || !context.connection) Object.assign(context, { connection: undefined, state: 'untracked' });
  refuse('mangle', 'prerouting');
  translate('dstnat');
  const ways = steered(context, ip, table, marking);
  for (const { text, row } of ways) miss({ text: `${text} (${stage})`, row });
  context.outInterface = outInterface;
  refuse('mangle', 'forward');
  refuse('filter', 'forward');
  refuse('mangle', 'postrouting');
  translate('srcnat');
  for (const queue of shaping(router, ip, way, context.packetMark ?? 'no-mark')) {
    miss({ ...queue, text: `${queue.text} (${stage})` });
  }
  return found;
}

/** Mangle actions that change packets, or copy them to somebody. */
const rewriting = /^(change-|set-priority|clear-df|strip-|sniff-)/;

/** Packets that go already where a rule would send them. */
function isThere(
  { destination, destinationPort }: IpHeader,
  action: string,
  values: ReadonlyMap<string, string> | undefined,
): boolean {
  const target = action === 'dst-nat' && values ? parsePrefix(newAddresses(values) ?? '') : undefined;
  const port = values?.get('to-ports');
  const isPortKept = port === undefined || Number(port) === destinationPort;
  return isPortKept && target !== undefined && containsPrefix(target, hostOf(destination));
}

/**
 * A rule or a mark would have had the kernel look the packet up in another table, or refuse it. Into another VRF than
 * that of the interface a switch rule moves it, which is policy itself.
 */
function steered(
  { router, inInterface = '', routingMark: mark }: PacketContext,
  ip: IpHeader,
  table: string,
  marking: StoredRow | undefined,
): readonly Bypassed[] {
  const decision = decideRoute(router, ip, { inInterface, vrf: vrfOf(router, inInterface), mark });
  const row = decision.by ?? marking;
  if (!row) return [];
  if (decision.kind === 'none') return [{ text: 'routing: no route', row }];
  return decision.table === table ? [] : [{ text: `routing: table ${decision.table}`, row }];
}
