// Findings about what FastTrack skips, against conversations through the simulated device: some packet of a connection
// that is fast-tracked has to go past the policy that each names.

import type { PacketTrace } from '../../../src/device/sim/chip/packet.ts';
import type { Network } from '../../../src/forwarding/network/network.ts';
import type { Item } from '../../../src/model/config.ts';
import { type Found, namedBy, placesOf } from '../audit-and-trace.ts';
import { sides } from './bases.ts';
import { type Configuration, hostAt } from './configurations.ts';
import { itemOf } from './item-of-row.ts';
import { far, near } from './probes.ts';
import { type Device, deviceOf, translated } from './run-pairs.ts';
import { send } from './send.ts';

/** One in each part that matchers of the generator cut ports into; answers come from the ports of servers. */
const kinds: readonly (readonly [protocol: string, port: number, sourcePort?: number])[] = [
  ['tcp', 514],
  ['tcp', 80],
  ['tcp', 550],
  ['udp', 514],
  ['udp', 80],
  ['udp', 550],
  ['tcp', 55_001, 514],
  ['udp', 55_001, 514],
];

/** Claims that no conversation bears out. Where the simulator has to guess, it says nothing. */
export function unseenSkips(
  configuration: Configuration,
  network: Network,
  findings: readonly Found[],
): readonly Found[] {
  let open = findings.filter(({ rule, finding }) => isSkip(rule) && finding.placement === 'unpredictable');
  if (open.length === 0) return [];
  const device = deviceWithAll(configuration);
  for (const traces of conversationsIn(device, configuration)) {
    if (traces.some(({ unmodelled, placement }) => unmodelled.length > 0 || placement === 'unpredictable')) return [];
    const past = traces.flatMap(({ bypassed }) => bypassed);
    const items = past.flatMap(({ row }) => (row && itemOf(network, device.simulator, row)) ?? []);
    const isElsewhere = past.some(({ text }) => text.startsWith('routing by table'));
    if (past.length > 0) open = open.filter((claim) => !bearsOut(claim, items, isElsewhere));
    if (open.length === 0) break;
  }
  return open;
}

function isSkip(code: string): boolean {
  return /^firewall\/fasttrack-.*(?:bypass|misroute|vrf)$/.test(code);
}

/** Of tables the simulator tells that there is another one, and not who chose it. */
function bearsOut({ rule, finding }: Found, items: readonly Item[], isElsewhere: boolean): boolean {
  if (isElsewhere && (rule.endsWith('misroute') || finding.subject.menu === '/ip/vrf')) return true;
  const places = namedBy(finding);
  return items.some((item) => placesOf(item).some((at) => places.includes(at)));
}

function deviceWithAll(configuration: Configuration): Device {
  const device = deviceOf(configuration);
  const homes = { left: [...near.left, ...far], right: [...near.right, ...far], spare: far };
  for (const side of sides) {
    for (const each of homes[side]) device.simulator.attach({ ...hostAt(configuration, side, each), isResolved: true });
  }
  device.simulator.settle();
  return device;
}

/** Rules may drop the class that most packets are of. No connection of one is that of another. */
const classes = [
  { dscp: 0, firstClient: 50_000 },
  { dscp: 46, firstClient: 57_000 },
] as const;

function* conversationsIn(device: Device, configuration: Configuration): Generator<readonly PacketTrace[], void> {
  for (const each of classes) yield* conversationsOf(device, configuration, each);
}

function* conversationsOf(
  device: Device,
  configuration: Configuration,
  { dscp, firstClient }: (typeof classes)[number],
): Generator<readonly PacketTrace[], void> {
  let client: number = firstClient;
  for (const from of ['left', 'right'] as const) {
    for (const source of [...near[from], ...far]) {
      for (const destination of [...near.right, ...near.left, ...far]) {
        if (source === destination || source.includes(':') !== destination.includes(':')) continue;
        for (const [protocol, port, sourcePort = client++] of kinds) {
          yield converse(device, configuration, { from, source, destination, protocol, sourcePort, port, dscp });
        }
      }
    }
  }
}

interface Ends {
  readonly from: 'left' | 'right';
  readonly source: string;
  readonly destination: string;
  readonly protocol: string;
  readonly sourcePort: number;
  readonly port: number;
  readonly dscp: number;
}

/** Asked more than once before anybody answers, then both in turn. */
function converse(device: Device, configuration: Configuration, ends: Ends): readonly PacketTrace[] {
  const { from, source, destination, protocol, sourcePort, port, dscp } = ends;
  const asked = { source, destination, protocol, sourcePort, destinationPort: port, dscp };
  const client = hostAt(configuration, from, source);
  const request = (flags: Flags) => send(device, configuration, client, { ...asked, ...flags });
  const openings = [request(opener), request(opener), request(opener)];
  const [opening] = openings;
  if (!opening || opening.exits.length === 0) return openings;
  const seenBy = (chain: string, side: Parameters<typeof translated>[2]) =>
    opening.judgedBy.includes(`nat ${chain}`) ? translated(device.simulator, asked, side) : undefined;
  const seen = seenBy('srcnat', 'reply-dst-address') ?? { address: source, port: sourcePort };
  const server = seenBy('dstnat', 'reply-src-address') ?? { address: destination, port };
  const by = sides.find((side) => opening.exits.some((exit) => exit.port === configuration.hardware[side])) ?? from;
  const answered = { source: server.address, destination: seen.address, protocol, dscp };
  const ports = { sourcePort: server.port, destinationPort: seen.port };
  const answerer = hostAt(configuration, by, server.address);
  const answer = (flags: Flags) => send(device, configuration, answerer, { ...answered, ...ports, ...flags });
  const first = answer({ syn: true, ack: true });
  // Who gets no answer opens again.
  const flags = first.placement === 'dropped' ? opener : { syn: false, ack: true };
  const later = [0, 1, 2].flatMap(() => [request(flags), answer({ ...flags, ack: true })]);
  return [...openings, first, ...later];
}

interface Flags {
  readonly syn: boolean;
  readonly ack: boolean;
}
const opener: Flags = { syn: true, ack: false };
