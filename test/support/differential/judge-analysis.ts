// What `analyze` says of one random configuration against packets through the simulated device: findings about
// policies that the chip goes past, in both directions, and the verdict of every route, VLAN interface, port and switch
// rule.

import type { PacketTrace } from '../../../src/device/sim/chip/packet.ts';
import type { Simulator } from '../../../src/device/sim/simulator.ts';
import type { Network } from '../../../src/forwarding/network/network.ts';
import { type Item, propertyValue } from '../../../src/model/config.ts';
import { analyze } from '../../../src/offload/analyze.ts';
import type { Verdict } from '../../../src/offload/verdict.ts';
import { groupBy } from '../../../src/source/grouping.ts';
import { findingsOf, namedBy, placesOf } from '../audit-and-trace.ts';
import { sides } from './bases.ts';
import { type Configuration, interfaceOf, scriptOf } from './configurations.ts';
import { itemOf } from './item-of-row.ts';
import { unseenSkips } from './judge-fasttrack.ts';
import { bestRoute, hasNeighbours, needsNoDevice, routesBy } from './judge-routes.ts';
import { type Probe, probe } from './probes.ts';
import { deviceOf, networkOf, pastTranslation } from './run-pairs.ts';

export interface Judged {
  /** Findings and verdicts that packets were held against. */
  readonly checked: number;
  readonly disagreements: readonly string[];
}

interface Sent {
  readonly probe: Probe;
  readonly trace: PacketTrace;
}

export function judgeAnalysis(configuration: Configuration, network = networkOf(configuration)): Judged {
  const { config, target } = network;
  const findings = findingsOf({ config, target, network });
  const device = deviceOf(configuration);
  const sent = probe(device, configuration).filter(({ trace }) => trace.unmodelled.length === 0);
  // Whether anything picks a table says nothing about who is where its routes lead.
  const tables = [...new Set(network.routes.map(({ table }) => table))];
  // Nobody is behind a port that no route leaves by which packets may take.
  const entered = sent.filter(({ probe: { from } }) => hasNeighbours(network, interfaceOf(configuration, from)));
  const needing = entered.filter(
    ({ probe: one }) => !needsNoDevice(network, interfaceOf(configuration, one.from), one),
  );
  const missed = missedIn(configuration, network, device.simulator, needing);
  const named = new Set(findings.flatMap(({ rule, finding }) => (saysBypass(rule) ? namedBy(finding) : [])));
  const problems = [...missed].flatMap(([item, one]) =>
    placesOf(item).some((at) => named.has(at))
      ? []
      : [`no finding names ${tell(item)}, which ${describe(one)} goes past`],
  );
  const claims = findings.filter(({ rule, finding }) => isBypass(rule) && finding.placement === 'unpredictable');
  const missable = new Set([
    ...missedIn(configuration, network, device.simulator, entered, tables).keys(),
    ...lostIn(network, device.simulator, entered),
  ]);
  for (const { rule, finding } of claims) {
    if (!missable.has(finding.subject)) problems.push(`${rule} on ${tell(finding.subject)}, which no packet goes past`);
  }
  for (const { rule, finding } of unseenSkips(configuration, network, findings)) {
    problems.push(`${rule} on ${tell(finding.subject)}, which no FastTrack connection goes past`);
  }
  const { verdicts } = analyze({ config, target, network, context: 'audit' });
  const wrong = verdicts.flatMap((verdict) =>
    verdict.kind === 'acl'
      ? contradictedRule(verdict, ruledBy(network, device.simulator, verdict.subject, sent))
      : contradicted(configuration, network, verdict, verdicts, sent),
  );
  const script = scriptOf(configuration);
  const where = `${configuration.hardware.model}, RouterOS ${configuration.routeros}, ${configuration.base}\n${script}`;
  return {
    checked: claims.length + missed.size + verdicts.length,
    disagreements: [...problems, ...wrong].map((text) => `${text}\n${where}`),
  };
}

/** Codes of policies that the chip goes past. */
function isBypass(code: string): boolean {
  return (code.includes('bypass') && !code.includes('fasttrack')) || code === 'l2/bridge-filter-nat-rules';
}

/** Names policies that the chip goes past, or may: who names a rule for its cost on the CPU says nothing of that. */
function saysBypass(code: string): boolean {
  return isBypass(code) || code === 'l3hw/l3hw-ingress-only-off';
}

/**
 * Policies that some packet in hardware went past, with the first such packet. Hosts are where the interface's own
 * table leads, and maybe where policy leads by one of these tables.
 */
function missedIn(
  configuration: Configuration,
  network: Network,
  simulator: Simulator,
  sent: readonly Sent[],
  policyTables: readonly string[] = [],
): ReadonlyMap<Item, Sent> {
  const found = new Map<Item, Sent>();
  const isAnswered = answersOf(sent);
  const isMet = (text: string, { probe: each }: Sent) => {
    // Who asks without the device has no connection through it that would be translated, unless policy decides it.
    if (text === pastTranslation && policyTables.length === 0)
      return !needsNoDevice(network, interfaceOf(configuration, each.to), answerTo(each));
    return !text.endsWith('(answer)') || (isForClient(each) && isAnswered(each));
  };
  for (const one of sent) {
    // Nobody is where no route leads.
    const { source, from } = one.probe;
    const { placement, exits } = one.trace;
    const isBack = exits.every(({ port }) => port === configuration.hardware[from]);
    const entry = interfaceOf(configuration, from);
    if (placement !== 'hardware' || routesBy(network, source, entry, policyTables).length === 0) continue;
    if (isBack && needsNoDevice(network, entry, one.probe)) continue;
    const past = one.trace.bypassed.filter(({ text }) => isMet(text, one));
    for (const { row } of past) {
      const item = row && itemOf(network, simulator, row);
      if (item && !found.has(item)) found.set(item, one);
    }
  }
  return found;
}

function answerTo({ from, to, source, destination, ...probe }: Probe): Probe {
  return { ...probe, from: to, to: from, source: destination, destination: source };
}

/** Replies go to a port that clients use. */
function isForClient({ port = 65_535 }: Probe): boolean {
  return port >= 49_152;
}

/** Translations that packets never come to, because the chip throws them away. */
function lostIn(network: Network, simulator: Simulator, sent: readonly Sent[]): readonly Item[] {
  const lost = sent.filter(({ trace: { stages } }) => stages.at(-1)?.text === 'a blackhole route');
  return lost.flatMap(({ trace }) =>
    trace.bypassed.flatMap(({ row }) => (row && itemOf(network, simulator, row)) ?? []),
  );
}

/** Whether a packet may be an answer: nobody answers openers none of which arrives. */
function answersOf(sent: readonly Sent[]): (probe: Probe) => boolean {
  const keyOf = (protocol: string, from: string, to: string) => [protocol, from, to].join();
  const openers = groupBy(sent, ({ probe }) => keyOf(probe.protocol, probe.source, probe.destination));
  return ({ protocol, source, destination }) =>
    openers.get(keyOf(protocol, destination, source))?.every(({ trace }) => trace.placement === 'dropped') !== true;
}

/** Packets that a switch rule was the first to match. */
function ruledBy(network: Network, simulator: Simulator, item: Item, sent: readonly Sent[]): readonly Sent[] {
  return sent.filter(({ trace: { ruledBy: row } }) => row && itemOf(network, simulator, row) === item);
}

/** What a verdict on a switch rule promises of the packets that it matches. */
function contradictedRule({ subject, placement, because }: Verdict, met: readonly Sent[]): readonly string[] {
  const isIdle = placement === 'unavailable' || because.includes('acl/acl-shadowed');
  const one = met.find(
    (each) => isIdle || (placement === 'cpu' ? isForwarded(each) : placement === 'hardware' && isBroughtToCpu(each)),
  );
  return one
    ? [`switch rule ${tell(subject)} is ${placement} (${because.join(', ')}), but matches ${describe(one)}`]
    : [];
}

const isBroughtToCpu = ({ trace: { stages } }: Sent) =>
  stages.some(({ name, text }) => name === 'acl' && text.includes('CPU'));

const isForwarded = ({ trace }: Sent) =>
  trace.placement === 'hardware' && trace.stages.some(({ name }) => name === 'lpm');

/** By the bridge: what a switch rule sends elsewhere never comes to it. */
const isSwitched = ({ trace: { placement, exits, stages } }: Sent) =>
  placement === 'hardware' && exits.length > 0 && stages.some(({ name }) => name === 'fdb');

function contradicted(
  configuration: Configuration,
  network: Network,
  { subject, kind, placement }: Verdict,
  verdicts: readonly Verdict[],
  sent: readonly Sent[],
): readonly string[] {
  const isAbout = (one: Sent) => concerns(configuration, network, subject, kind, one, placement !== 'cpu');
  const says = `${kind} ${tell(subject)} is ${placement}, but`;
  if (placement === 'cpu') {
    // What the CPU switches at a port says nothing about what a chip routes there.
    const isByChip = kind === 'port' ? isSwitched : isForwarded;
    const isMeant = ({ probe: each }: Sent) =>
      kind === 'port' || !needsNoDevice(network, interfaceOf(configuration, each.from), each);
    const one = sent.find((each) => isByChip(each) && isAbout(each) && isMeant(each));
    return one ? [`${says} ${describe(one)} is forwarded by the chip`] : [];
  }
  if (placement !== 'hardware' || !['route', 'vlan'].includes(kind)) return [];
  // Other ends of the path, and what takes packets from their path, can be what brings them to the CPU.
  if (configuration.changes.some((text) => /switch\/rule|\/ip\/vrf|\/routing\/rule/.test(text))) return [];
  const one = sent.find(
    (each) =>
      each.trace.placement === 'cpu' &&
      isAbout(each) &&
      !isWaitingForReceiver(each) &&
      isAllInHardware(configuration, network, verdicts, each),
  );
  return one ? [`${says} ${describe(one)} goes to the CPU`] : [];
}

/** Hosts are in hardware once they are resolved, and those behind a port that is down never are. */
const isWaitingForReceiver = ({ trace: { stages } }: Sent) =>
  stages.some(({ text }) => text.endsWith('is not resolved yet'));

/** Every verdict about the path of a packet says hardware. */
function isAllInHardware(
  configuration: Configuration,
  network: Network,
  verdicts: readonly Verdict[],
  one: Sent,
): boolean {
  const { source, destination } = one.probe;
  const from = interfaceOf(configuration, one.probe.from);
  // Where a blackhole takes the answers, no route says by which port its sender enters.
  const back = bestRoute(network, source, from);
  if (!back?.nextHops.some((hop) => hop.interface !== undefined)) return false;
  if (!bestRoute(network, destination, from)) return false;
  return verdicts.every(
    ({ subject, kind, placement }) =>
      placement === 'hardware' || !concerns(configuration, network, subject, kind, one, true),
  );
}

/**
 * Whether the way of a packet depends on an item: the longest route to it or back, the interfaces and ports that it
 * enters and leaves by. What leaves nowhere was to leave where its receiver is.
 */
function concerns(
  configuration: Configuration,
  network: Network,
  item: Item,
  kind: string,
  { probe: { from, to, source, destination, family }, trace: { exits } }: Sent,
  bothEnds: boolean,
): boolean {
  const value = (name: string) => propertyValue(item, name) ?? '';
  const { hardware } = configuration;
  const left = exits.length > 0 ? sides.filter((side) => exits.some(({ port }) => port === hardware[side])) : [to];
  const passed = [from, ...left];
  if (kind === 'vlan') {
    const isAbout = bothEnds || family === familyOf(network, value('name'));
    return isAbout && passed.some((side) => interfaceOf(configuration, side) === value('name'));
  }
  if (kind === 'port') {
    const ports = network.portsBelow(value('interface'));
    return passed.some((side) => ports.some(({ name }) => name === hardware[side]));
  }
  if (kind !== 'route') return false;
  const entry = interfaceOf(configuration, from);
  const isWay = bestRoute(network, destination, entry)?.item === item;
  // Whatever leads back to its sender, a packet is not routed in hardware where it enters by an interface that is not.
  const isEntry = network.l3Interfaces.get(entry)?.addresses.some((address) => address.item === item);
  return isWay || (bothEnds && (isEntry || bestRoute(network, source, entry)?.item === item));
}

/** The verdict of a VLAN is about IPv4, or about IPv6 where it has that alone. */
function familyOf(network: Network, name: string): 4 | 6 {
  const addresses = network.l3Interfaces.get(name)?.addresses ?? [];
  return addresses.length > 0 && addresses.every((address) => address.network.family === 6) ? 6 : 4;
}

function tell({ menu, properties }: Item): string {
  return `${menu} ${[...properties].map(([name, { value }]) => `${name}=${value}`).join(' ')}`;
}

function describe({ probe: { from, source, destination, protocol, port, sourcePort }, trace }: Sent): string {
  const ways = trace.stages.map(({ text }) => text).join(' | ');
  const past = trace.bypassed.map(({ text }) => text).join(', ');
  const ends = `${source}:${sourcePort} → ${destination}:${port ?? '-'} from ${from}`;
  return `${protocol} ${ends} (${trace.placement}: ${ways}; ${past})`;
}
