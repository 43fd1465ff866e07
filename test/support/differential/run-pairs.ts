// Runs one random configuration twice: through the static decision, and as packets through the simulated device.

import type { Row } from '../../../src/device/device.ts';
import type { IpHeader, PacketTrace } from '../../../src/device/sim/chip/packet.ts';
import { createSimulator, type Simulator } from '../../../src/device/sim/simulator.ts';
import { buildNetwork } from '../../../src/forwarding/build.ts';
import { decideFlow } from '../../../src/forwarding/decide.ts';
import type { Network } from '../../../src/forwarding/network/network.ts';
import type { Endpoint, FlowVerdict } from '../../../src/forwarding/packets/flow.ts';
import { parsePrefix } from '../../../src/model/prefix.ts';
import { factoryConfig } from '../../../src/profile/factory.ts';
import { evaluateScript } from '../../../src/rsc/evaluate.ts';
import { parseRsc } from '../../../src/rsc/parser.ts';
import type { Host } from '../sim-rig.ts';
import { targetOf } from '../sim-target.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { answersBelong, areSentOut } from './answers-belong.ts';
import { type HostName, hosts, sides } from './bases.ts';
import { type Configuration, hostAt, hostOf, interfaceOf, scriptOf } from './configurations.ts';
import { send } from './send.ts';

export interface Conversation {
  readonly family: 4 | 6;
  readonly protocol: 'tcp' | 'udp' | 'icmp';
  /** Absent for protocols without ports. */
  readonly port?: number;
  readonly from: HostName;
  readonly to: HostName;
  readonly oneWay?: true;
}

/** The packets of a conversation once it goes on, with the one that opened it. */
export interface Simulated {
  readonly opening: PacketTrace;
  readonly there: PacketTrace;
  /** Absent where nobody answers. */
  readonly back: PacketTrace | undefined;
  /** The kernel takes answers for connections of their own, and translates them. */
  readonly isAstray?: boolean;
  /** Source NAT translates the answers back to somebody whom the device's own routes lead to by these ports. */
  readonly translatedTo?: readonly string[];
  /** Policy routing takes the openers for a host here to a provider. */
  readonly isSentOut?: boolean;
  /** Ports with a host behind them: what leaves by others alone arrives nowhere. */
  readonly hostPorts: readonly string[];
}

export interface Pair {
  readonly configuration: Configuration;
  readonly conversation: Conversation;
  readonly verdict: FlowVerdict;
  /** Several where paths of one route share the traffic: the verdict is about all of them. */
  readonly simulated: readonly Simulated[];
}

export const conversations: readonly Conversation[] = [
  { family: 4, protocol: 'tcp', port: 514, from: 'left', to: 'right' },
  { family: 4, protocol: 'tcp', port: 80, from: 'left', to: 'right' },
  { family: 4, protocol: 'udp', port: 514, from: 'left', to: 'right' },
  { family: 4, protocol: 'tcp', port: 514, from: 'right', to: 'left' },
  { family: 4, protocol: 'udp', port: 80, from: 'right', to: 'left' },
  { family: 4, protocol: 'tcp', port: 80, from: 'left', to: 'far' },
  { family: 4, protocol: 'udp', port: 514, from: 'far', to: 'left' },
  { family: 6, protocol: 'tcp', port: 80, from: 'left', to: 'right' },
  { family: 6, protocol: 'udp', port: 514, from: 'right', to: 'left' },
  { family: 6, protocol: 'tcp', port: 80, from: 'left', to: 'far' },
  { family: 4, protocol: 'udp', port: 514, from: 'left', to: 'right', oneWay: true },
  { family: 4, protocol: 'icmp', from: 'right', to: 'left' },
  { family: 4, protocol: 'tcp', port: 80, from: 'far', to: 'left' },
];

/** What the chip brings past the CPU of a connection that is translated. */
export const pastTranslation = 'translation of the connection';

/** Enough client ports to come upon every path of a route. */
const sharedRuns = 16;

/** Every conversation in one configuration. Every run of one has a client port of its own. */
export function runPairs(configuration: Configuration, network = networkOf(configuration)): readonly Pair[] {
  const device = deviceOf(configuration);
  const runs = isShared(configuration) ? sharedRuns : 1;
  return conversations.map((conversation, index) => ({
    configuration,
    conversation,
    verdict: decide(network, configuration, conversation),
    simulated: Array.from({ length: runs }, (_, run) =>
      converse(device, configuration, conversation, 50_000 + index * sharedRuns + run),
    ),
  }));
}

/** A route may have several paths. */
export function isShared({ changes }: Configuration): boolean {
  const ways = changes.flatMap((text) =>
    [...text.matchAll(/gateway=\S+/g)].flatMap(([gateways]) => gateways.split(',')),
  );
  return ways.length > 1 || changes.filter((text) => text.startsWith('/ip/address/add')).length > 0;
}

export function networkOf(configuration: Configuration): Network {
  const target = targetOf(configuration.hardware.model, configuration.routeros);
  const { value: parsed } = parseRsc({ path: 'random.rsc', text: scriptOf(configuration) });
  return buildNetwork(evaluateScript(parsed, factoryConfig(target)).value, target);
}

export function decide(network: Network, configuration: Configuration, conversation: Conversation): FlowVerdict {
  const { family, protocol, port, from, to, oneWay = false } = conversation;
  return decideFlow(network, {
    name: 'conversation',
    origin: { kind: 'device', device: 'random', menu: '/ip/route', key: '' },
    from: endOf(configuration, from, family),
    to: endOf(configuration, to, family),
    protocol,
    ports: port === undefined ? [] : [{ from: port, to: port }],
    oneWay,
  });
}

function endOf(configuration: Configuration, place: HostName, family: 4 | 6): Endpoint {
  const name = interfaceOf(configuration, hosts[place].side);
  const prefix = parsePrefix(`${hosts[place].addresses[family]}/${family === 4 ? 32 : 128}`);
  return { label: place, interfaces: [name], prefixes: prefix ? [prefix] : [], internet: false };
}

/** An end as the other one sees it, and its port where that is another one too. */
export function translated(
  simulator: Simulator,
  ip: Omit<IpHeader, 'ttl'>,
  side: 'reply-src-address' | 'reply-dst-address',
): { readonly address: string; readonly port: number } | undefined {
  const [, address, seenPort] = /^(.*):(\d+)$/.exec(connectionOf(simulator, ip)?.[side] ?? '') ?? [];
  return address === undefined ? undefined : { address, port: Number(seenPort) };
}

function connectionOf(simulator: Simulator, ip: Omit<IpHeader, 'ttl'>): Row | undefined {
  const from = `${ip.source}:${ip.sourcePort ?? 0}`;
  const to = `${ip.destination}:${ip.destinationPort ?? 0}`;
  return simulator
    .print('/ip/firewall/connection')
    .find((each) => each.protocol === ip.protocol && each['src-address'] === from && each['dst-address'] === to);
}

export interface Device {
  readonly simulator: Simulator;
  /** MAC addresses of its interfaces. */
  readonly macs: ReadonlyMap<string, string>;
}

const answered = [
  ...Object.values(hosts).flatMap(({ addresses }) => [addresses[4], addresses[6]]),
  '10.0.3.77',
  '203.0.113.1',
];

export function deviceOf(configuration: Configuration): Device {
  const target = targetOf(configuration.hardware.model, configuration.routeros);
  const simulator = createSimulator({
    target,
    clock: createVirtualClock(),
    script: scriptOf(configuration),
    // Recipes name VLANs by number.
    readings: { listsInFind: 'member' },
  });
  for (const place of ['left', 'right', 'other', 'second'] as const) {
    for (const family of [4, 6] as const) simulator.attach(hostOf(configuration, place, family));
  }
  // Neighbours are assumed: whoever is asked for on a side answers there.
  for (const side of sides) {
    for (const address of answered) simulator.attach({ ...hostAt(configuration, side, address), isResolved: true });
  }
  simulator.settle();
  const macs = simulator.print('/interface').map((row) => [row.name ?? '', row['mac-address'] ?? ''] as const);
  return { simulator, macs: new Map(macs) };
}

/** Opens the conversation and lets it go on for a while. */
function converse(
  device: Device,
  configuration: Configuration,
  { family, protocol, port, from, to, oneWay }: Conversation,
  clientPort: number,
): Simulated {
  const { simulator } = device;
  const [client, server] = [hostOf(configuration, from, family), hostOf(configuration, to, family)];
  // An echo has no ports but an identifier, which tells one from the other as the client's port does.
  const there = { sourcePort: clientPort, ...(port !== undefined && { destinationPort: port }) };
  const back = { destinationPort: clientPort, ...(port !== undefined && { sourcePort: port }) };
  const sendTo = (by: Host, to: Host, details: Omit<IpHeader, 'source' | 'destination'>): PacketTrace =>
    send(device, configuration, by, { source: by.address, destination: to.address, ...details });
  const request = (flags = inside) => sendTo(client, server, { protocol, ...there, ...flags });
  const hostPorts = sides.map((side) => configuration.hardware[side]);
  const opening = request(opener);
  const asOpened = { source: client.address, destination: server.address, protocol, ...there };
  const seenBy = (side: Parameters<typeof translated>[2]) => translated(simulator, asOpened, side);
  // Behind a translation the server knows no client, only the address of the device on its side.
  const seen = opening.judgedBy.includes('nat srcnat') ? seenBy('reply-dst-address') : undefined;
  // Who is reached instead of the server answers with its own address.
  const reached = opening.judgedBy.includes('nat dstnat') ? seenBy('reply-src-address') : undefined;
  const isSentOut = areSentOut(device, configuration, opening, { server, port, reached });
  const fate = { opening, isSentOut, hostPorts };
  // The device itself answers what it takes: its packets enter nowhere.
  if (oneWay || opening.isDelivered) {
    request();
    return { ...fate, there: request(), back: undefined };
  }
  const answerer = receiverOf(configuration, opening, reached ? { ...server, address: reached.address } : server);
  const target = seen ? { ...client, address: seen.address } : client;
  const ports = { ...back, ...(reached && port !== undefined && { sourcePort: reached.port }) };
  const echo = protocol === 'icmp' && { isEchoReply: true };
  const answer = (flags = inside) => sendTo(answerer, target, { protocol, ...ports, ...flags, ...echo });
  const { again = opening, first } = firstAnswer(request, answer);
  // Who gets an answer from somebody else does not go on.
  if (first.placement === 'dropped') return { ...fate, there: again, back: first };
  const isUnseen = isKeptFromTracking(first, connectionOf(simulator, asOpened));
  // A rule that accepts leaves the address as it is.
  const isElsewhere = target.address !== client.address;
  const belonging = answersBelong(device, configuration, client, { isTranslated: isElsewhere, isUnseen });
  if (isAnsweredByOther(first, seen ?? reached, isUnseen)) {
    return { ...fate, there: opening, back: first, ...belonging };
  }
  for (const next of [request, answer, request, answer]) next();
  const [onward, returned] = [request(), answer()];
  const [asked, told] = [`${answerer.address}:${ports.sourcePort ?? 0}`, `${target.address}:${clientPort}`];
  const isAstray = simulator
    .print('/ip/firewall/connection')
    .some((row) => row['src-address'] === asked && row['dst-address'] === told && isTranslated(row));
  return { ...fate, there: onward, back: returned, isAstray, ...belonging };
}

/** Who gets no answer asks again, more than once, and is answered again: rules may take that for something else. */
function firstAnswer(request: (flags: Flags) => PacketTrace, answer: (flags: Flags) => PacketTrace) {
  const first = answer(acknowledged);
  if (first.placement !== 'dropped') return { first };
  request(opener);
  const again = request(opener);
  const isRefused = firewallTables.has(first.stages.at(-1)?.name ?? '');
  return { again, first: isRefused && again.placement !== 'dropped' ? answer(acknowledged) : first };
}

/** Raw rules may keep an answer from tracking, which alone would have translated it back. */
function isKeptFromTracking(answer: PacketTrace, connection: Row | undefined): boolean {
  return connection?.['seen-reply'] === 'false' && answer.judgedBy.includes('raw prerouting');
}

/** It reaches the client, or may, with an address that the client never asked. `isUnseen`: tracking does not see it. */
function isAnsweredByOther(
  answer: PacketTrace,
  translation: { readonly address: string } | undefined,
  isUnseen: boolean,
): boolean {
  if (translation && (isUnseen || answer.placement === 'unpredictable')) return true;
  return answer.bypassed.some(({ text }) => text === pastTranslation);
}

function isTranslated({ srcnat, dstnat }: Row): boolean {
  return srcnat === 'true' || dstnat === 'true';
}

export const firewallTables: ReadonlySet<string> = new Set(['filter', 'mangle', 'raw']);

/** Flags of TCP, which other protocols ignore. */
const opener = { syn: true, ack: false };
const acknowledged = { syn: true, ack: true };
type Flags = typeof opener;
const inside = { syn: false, ack: true };

/** Who gets the packets answers them, with the server's address: routes may lead to another port than the server's. */
function receiverOf(configuration: Configuration, opening: PacketTrace, server: Host): Host {
  const exits = opening.exits.map(({ port }) => port);
  if (exits.length === 0 || exits.includes(server.port)) return server;
  const side = sides.find((each) => exits.includes(configuration.hardware[each]));
  return side ? hostAt(configuration, side, server.address) : server;
}
