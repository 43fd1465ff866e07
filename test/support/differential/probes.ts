// Single packets between the places of a random network, chosen so that each matcher of the generator means some of
// them and leaves others.

import type { PacketTrace } from '../../../src/device/sim/chip/packet.ts';
import type { Simulator } from '../../../src/device/sim/simulator.ts';
import { containsPrefix, parsePrefix } from '../../../src/model/prefix.ts';
import { computeIfAbsent, firstOfEach } from '../../../src/source/grouping.ts';
import { type SideName, sides } from './bases.ts';
import { type Configuration, hostAt, interfaceOf, scriptOf } from './configurations.ts';
import { type Device, isShared, translated } from './run-pairs.ts';
import { send as sendBy } from './send.ts';

export interface Probe {
  readonly family: 4 | 6;
  readonly from: SideName;
  readonly to: SideName;
  readonly source: string;
  readonly destination: string;
  readonly protocol: string;
  readonly sourcePort: number;
  readonly port?: number;
  readonly isAnswer?: true;
}

/** Of the device: what is sent there, from inside too, may be for somebody behind its NAT. */
const own = '10.0.2.1';
export const near: Readonly<Record<SideName, readonly string[]>> = {
  // One in each part that matchers of the generator cut a network into. The last of IPv4: in a second network, where
  // there is one.
  left: ['10.0.2.2', '10.0.2.9', '10.0.2.77', '10.0.2.200', '192.0.2.9', '2001:db8:2::2'],
  right: ['10.0.3.2', '10.0.3.3', '10.0.3.77', '10.0.3.200', '2001:db8:3::2', '2001:db8:3:0:8000::2'],
  spare: [],
};
/**
 * Hosts that lead nowhere: to who is behind another host of their side, and back, only the device leads. To another
 * network of their own side only the device leads all hosts.
 */
const clients: typeof near = {
  left: [...near.left, '2001:db8:2::77'],
  right: ['10.0.3.5', '10.0.3.77', '10.0.3.200', '2001:db8:3::77'],
  spare: [],
};
/** Behind the hosts of the other sides, where routes lead there. */
export const far = [
  ...['172.16.0.2', '198.51.100.9', '198.51.100.200', '192.0.2.77', '203.0.113.1'],
  ...['2001:db8:ff::9', '2001:db8:ff::c8'],
];
/** Whom the left side asks for: where they are, and whether a host of the left leads there, is up to routes. */
const remote = [...near.right, ...far];

/** Without a port of the client: one of its own. */
const kinds: readonly (readonly [protocol: string, port?: number, sourcePort?: number])[] = [
  // Answers go to such ports alone, so that these stand for all that no rule tells from them.
  ['tcp', 55_000],
  ['udp', 55_000],
  ['udp', 55_000, 514],
  ['tcp', 55_000, 514],
  ['tcp', 55_000, 80],
  ['tcp', 514],
  ['tcp', 80],
  ['tcp', 443],
  ['tcp', 550],
  ['udp', 514],
  ['udp', 80],
  ['udp', 53],
  ['udp', 550],
  // Beyond the ports that a range of the generator means.
  ['tcp', 5000],
  ['udp', 5000, 514],
  ['tcp', 5000, 514],
  ['tcp', 9, 514],
  ['tcp', 514, 514],
  ['tcp', 80, 514],
  ['udp', 9, 514],
  ['udp', 80, 514],
  ['icmp'],
];
const firstClientPort = 50_000;

/** One of each that no rule of the configuration tells from another; all where the ports pick a path of a route. */
function kindsIn(configuration: Configuration): typeof kinds {
  if (isShared(configuration)) return kinds;
  const named = [...scriptOf(configuration).matchAll(/\b(?:dst-|src-|any-)?port=!?([\d,-]+)/g)];
  const ranges = named.flatMap(([, list = '']) => list.split(',')).map((range) => range.split('-').map(Number));
  const isIn = (port = firstClientPort) => ranges.map(([from = 0, to = from]) => from <= port && port <= to);
  return firstOfEach(kinds, ([protocol, port, source]) => JSON.stringify([protocol, isIn(port), isIn(source)]));
}

type Send = (probe: Probe) => PacketTrace;

/** Everybody has been heard of before, so that no packet waits for an answer to ARP. */
export function probe(
  device: Device,
  configuration: Configuration,
): readonly { readonly probe: Probe; readonly trace: PacketTrace }[] {
  const { simulator } = device;
  const homes = {
    left: [...near.left, ...clients.left, ...remote],
    right: [...near.right, ...clients.right, ...far, ...near.left],
    spare: remote,
  };
  for (const side of sides) {
    for (const address of homes[side]) {
      simulator.attach({ ...hostAt(configuration, side, address), isResolved: true });
    }
  }
  simulator.settle();
  const send: Send = ({ from, source, destination, protocol, sourcePort, port, isAnswer = false }) => {
    const ports = { sourcePort, ...(port !== undefined && { destinationPort: port }) };
    const flags = protocol === 'tcp' && { syn: true, ack: isAnswer };
    const ip = { source, destination, protocol, ...ports, ...flags };
    return sendBy(device, configuration, hostAt(configuration, from, source), ip);
  };
  const sent = kindsIn(configuration);
  const reached = new Set(sides.filter((side) => hasNeighbours(simulator, interfaceOf(configuration, side))));
  const paths = pathsOf(simulator, configuration, send);
  // Whom no route reaches comes last: nobody is there whose connections the packets of others could belong to.
  const ordered = [true, false].flatMap((known) => paths.filter(({ from }) => reached.has(from) === known));
  const all = ordered.flatMap((path, index) =>
    sent.map(([protocol, port, sourcePort]): Probe => {
      const client = sourcePort ?? firstClientPort + index;
      const name = protocol === 'icmp' && path.family === 6 ? 'icmpv6' : protocol;
      return { ...path, protocol: name, sourcePort: client, ...(port !== undefined && { port }) };
    }),
  );
  return all.flatMap((each) => {
    const trace = send(each);
    const answer = trace.judgedBy.includes('nat dstnat') ? answerTo(simulator, configuration, each, trace) : undefined;
    const isForDevice = each.destination === own;
    return [
      ...(isForDevice ? [] : [{ probe: each, trace }]),
      ...(answer ? [{ probe: answer, trace: send(answer) }] : []),
    ];
  });
}

/** What whoever is reached by a translation answers. */
function answerTo(
  simulator: Simulator,
  { hardware }: Configuration,
  { family, from, source, destination, protocol, sourcePort, port }: Probe,
  { exits }: PacketTrace,
): Probe | undefined {
  const side = sides.find((each) => exits.some((exit) => exit.port === hardware[each]));
  const ip = { source, destination, protocol, sourcePort, ...(port !== undefined && { destinationPort: port }) };
  const reached = translated(simulator, ip, 'reply-src-address');
  if (!side || !reached) return undefined;
  const ends = { from: side, to: from, source: reached.address, destination: source };
  return { ...ends, family, protocol, sourcePort: reached.port, port: sourcePort, isAnswer: true };
}

type Path = Omit<Probe, 'protocol' | 'sourcePort' | 'port' | 'isAnswer'>;

function pathsOf(simulator: Simulator, configuration: Configuration, send: Send): readonly Path[] {
  const path = (from: SideName, source: string, to: SideName, destination: string): Path[] => {
    const family = source.includes(':') ? 6 : 4;
    return (destination.includes(':') ? 6 : 4) === family ? [{ family, from, to, source, destination }] : [];
  };
  const there = near.left.flatMap((source) => remote.flatMap((to) => path('left', source, 'right', to)));
  const ways = new Map<string, readonly string[]>();
  const leadsTo = (side: SideName, address: string) =>
    computeIfAbsent(ways, address, () => waysTo(simulator, address)).includes(interfaceOf(configuration, side));
  // Only who is behind a side sends from there, also where nothing gets through to them.
  const isBehind = (side: SideName, each: Path) => {
    if (leadsTo(side, each.destination)) return true;
    const trace = send({ ...each, protocol: 'tcp', sourcePort: 40_000, port: 9 });
    return trace.exits.some(({ port }) => port === configuration.hardware[side]);
  };
  // The network of the left side may have become smaller than what is asked for there, or be another VRF's.
  const [left, right] = [interfaceOf(configuration, 'left'), interfaceOf(configuration, 'right')];
  const isOfRight = (ways: readonly string[]) => ways.includes(right) && !ways.includes(left);
  const outside = near.left.filter(
    (address) =>
      isOfRight(waysTo(simulator, address)) ||
      routesTo(simulator, address).some(({ table, row }) => table === 'main' && isOfRight(waysOf(row))),
  );
  const behind = (side: SideName): readonly string[] => [
    ...remote.filter(
      (address) =>
        !near[side].includes(address) && there.some((each) => each.destination === address && isBehind(side, each)),
    ),
    ...(side === 'right' ? outside : []),
  ];
  const beyond = { left: behind('left'), right: behind('right'), spare: behind('spare') };
  const across = sides.flatMap((from) =>
    sides.flatMap((to) => {
      if (to === from || (from === 'left' && to === 'right')) return [];
      return [...near[from], ...beyond[from]].flatMap((source) =>
        [...near[to], ...beyond[to]].flatMap((each) => (each === source ? [] : path(from, source, to, each))),
      );
    }),
  );
  const fromBeyond = beyond.left.flatMap((source) =>
    [...near.right, ...beyond.right].flatMap((to) => (to === source ? [] : path('left', source, 'right', to))),
  );
  const returning = sides.flatMap((side) =>
    beyond[side].flatMap((address) =>
      (isOnLink(simulator, address) ? near : clients)[side].flatMap((host) => [
        ...path(side, host, side, address),
        ...path(side, address, side, host),
      ]),
    ),
  );
  const links = new Map(
    [...near.left, ...near.right, ...clients.right].map((each) => [each, linksOf(simulator, each)]),
  );
  const areApart = (one: string, other: string) =>
    links.get(one) && links.get(other) && links.get(one) !== links.get(other);
  const between = sides.flatMap((side) =>
    near[side].flatMap((host) =>
      clients[side].flatMap((each) =>
        areApart(host, each) ? [...path(side, host, side, each), ...path(side, each, side, host)] : [],
      ),
    ),
  );
  const forwarded = (['left', 'right'] as const).flatMap((side) =>
    [...near[side], ...(side === 'right' ? beyond.right : [])].flatMap((source) => path(side, source, 'left', own)),
  );
  return [...there, ...across, ...fromBeyond, ...returning, ...between, ...forwarded];
}

/** It is behind nobody. */
function isOnLink(simulator: Simulator, address: string): boolean {
  return linksOf(simulator, address) !== '';
}

/** Connected networks that hold a host, in one text; empty = it is behind a router, or nowhere. */
function linksOf(simulator: Simulator, address: string): string {
  return routesTo(simulator, address)
    .filter(({ row }) => !(row['immediate-gw'] ?? '%').includes('%'))
    .map(({ table, row }) => `${table} ${row['dst-address']}`)
    .join(' ');
}

/** Interfaces that some table leads to an address by. */
function waysTo(simulator: Simulator, address: string): readonly string[] {
  return routesTo(simulator, address).flatMap(({ row }) => waysOf(row));
}

function hasNeighbours(simulator: Simulator, entry: string): boolean {
  const rows = (['/ip/route', '/ipv6/route'] as const).flatMap((menu) => simulator.print(menu));
  return rows.some((row) => waysOf(row).includes(entry) && !row['dst-address']?.startsWith('fe80:'));
}

function waysOf(row: Readonly<Record<string, string>>): readonly string[] {
  return (row['immediate-gw'] ?? '').split(',').map((way) => way.split('%').at(-1) ?? '');
}

function routesTo(simulator: Simulator, address: string) {
  const host = parsePrefix(address);
  const covering = simulator.print(address.includes(':') ? '/ipv6/route' : '/ip/route').flatMap((row) => {
    const prefix = parsePrefix(row['dst-address'] ?? '');
    const isUsed = row.active === 'true' && prefix && host && containsPrefix(prefix, host);
    return isUsed ? [{ length: prefix.length, table: row['routing-table'], row }] : [];
  });
  return covering.filter(({ length, table }) =>
    covering.every((other) => other.table !== table || other.length <= length),
  );
}
