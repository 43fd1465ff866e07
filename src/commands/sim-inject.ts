// `rosc sim inject SITE|EXPORT --from … --to …`: sends a conversation through a simulated device that has the
// configuration of a site's device or of an export, and tells the path that each packet took.

import { tagsOf } from '../device/sim/chip/egress.ts';
import type { IpHeader, Packet, PacketTrace } from '../device/sim/chip/packet.ts';
import type { Host } from '../device/sim/chip/tables.ts';
import type { Simulator } from '../device/sim/simulator.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, fail, type Output, outputOf, printJson, usage } from '../io/output.ts';
import { parsePrefix } from '../model/prefix.ts';
import { type SimulatedSubject, type SubjectRequest, simulatedSubject } from '../pipeline/import/simulated-subject.ts';
import { describeNotLoaded } from '../pipeline/read/describe-not-loaded.ts';
import { pickDevices } from '../pipeline/read/pick-devices.ts';
import { type InjectedPacket, injectionJson, renderInjection } from '../report/injection.ts';
import { nearestName } from '../source/near-name.ts';

export interface InjectOptions extends CommonOptions, Omit<SubjectRequest, 'picked' | 'profiles'> {
  readonly device?: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly host: readonly string[];
  readonly protocol: string;
  readonly port: number;
  readonly sourcePort: number;
  readonly size: number;
  readonly packets: number;
  readonly oneWay?: boolean;
}

export async function simInject(io: Io, path: string, options: InjectOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const subject = await simulatedSubject(io, path, { ...options, picked: pickDevices(options.device) });
  if (subject.kind !== 'simulator') return explain(io, output, subject);
  const { simulator } = subject;
  for (const line of describeNotLoaded(path, simulator.notLoaded)) output.remark(line);
  const hosts = hostsOf(options, [...simulator.target.ports.keys()]);
  if (typeof hosts === 'string') return usage(io, hosts);
  for (const host of [hosts.from, ...(hosts.to.port === '' ? [] : [hosts.to]), ...hosts.others]) simulator.attach(host);
  simulator.settle();
  const sent = converse(simulator, hosts, options);
  if (output.format === 'json') printJson(io, injectionJson(sent));
  else io.stdout(renderInjection(sent, output));
  return exit.fine;
}

/** Why there is nothing to send packets through. */
function explain(io: Io, output: Output, subject: Exclude<SimulatedSubject, { kind: 'simulator' }>): ExitStatus {
  switch (subject.kind) {
    case 'mistakes':
      return fail(io, output, subject.diagnostics, () => ({ packets: [] }));
    case 'ambiguous':
      return usage(io, `say by --device NAME which device the packets enter: ${subject.names.join(', ')}`);
    case 'refused':
      usage(io, `the simulated device does not start: ${subject.reason}`);
      return exit.findings;
  }
}

interface Hosts {
  readonly from: Host;
  /** Without a port where only its gateway is attached. */
  readonly to: Host;
  readonly others: readonly Host[];
}

/** The hosts, or why there are none. */
function hostsOf({ from, to, host }: InjectOptions, ports: readonly string[]): Hosts | string {
  const problems: string[] = [];
  const read = (text: string, index: number): Host => {
    const [, address = '', port = '', vlan] = /^([^@]+)(?:@([^/]+)(?:\/(\d+))?)?$/.exec(text) ?? [];
    if (!parsePrefix(address) || address.includes('/')) problems.push(`${text} does not begin with an address`);
    if (port !== '' && !ports.includes(port)) {
      const near = nearestName(port, ports);
      problems.push(`the device has no port ${port}${near ? `; did you mean ${near}?` : ''}`);
    }
    const mac = `02:00:00:00:00:${(index + 1).toString(16).padStart(2, '0').toUpperCase()}`;
    return { address, mac, port, ...(vlan !== undefined && { vlan: Number(vlan) }) };
  };
  const [sender, receiver, ...others] = [from, to, ...host].map(read);
  if (!sender || !receiver) return 'an end is missing';
  for (const each of [sender, ...others]) {
    if (each.port === '') problems.push(`write ${each.address} with its port: ${each.address}@${ports[0]}`);
  }
  if (receiver.port === '' && others.length === 0) {
    problems.push(`write ${receiver.address}@PORT, or say with --host which gateway leads there`);
  }
  return problems[0] ?? { from: sender, to: receiver, others };
}

/** Requests and answers by turns; an answer comes from the port that the request left by. */
function converse(simulator: Simulator, hosts: Hosts, options: InjectOptions): readonly InjectedPacket[] {
  const { packets, oneWay } = options;
  const sent: InjectedPacket[] = [];
  let opening: PacketTrace | undefined;
  for (let index = 0; index < packets; index++) {
    const isAnswer = oneWay !== true && index % 2 === 1;
    const by = isAnswer ? answererOf(hosts, opening) : hosts.from;
    if (!by) break;
    const { from, to } = hosts;
    const ends = isAnswer
      ? { source: to.address, destination: seenAs(simulator, hosts, opening, options) }
      : { source: from.address, destination: to.address };
    const ip: IpHeader = { ...ends, ...transportOf(options, index, isAnswer) };
    const tags = tagsOf(by);
    const packet: Packet = { port: by.port, sourceMac: by.mac, tags, length: options.size, ip };
    const trace = simulator.inject(packet);
    sent.push({ packet, trace, direction: isAnswer ? 'reverse' : 'forward' });
    opening ??= trace;
    // Nobody answers what did not arrive.
    if (!oneWay && trace.exits.length === 0) break;
  }
  return sent;
}

/** Protocol and ports; the first packet of a TCP connection opens it and the second accepts. */
function transportOf({ protocol, port, sourcePort }: InjectOptions, index: number, isAnswer: boolean) {
  if (!hasPorts(protocol)) return { protocol };
  const ports = isAnswer ? { sourcePort: port, destinationPort: sourcePort } : { sourcePort, destinationPort: port };
  return { protocol, ...ports, ...(protocol === 'tcp' && { syn: index < 2, ack: index > 0 }) };
}

function hasPorts(protocol: string): boolean {
  return protocol === 'tcp' || protocol === 'udp';
}

function answererOf({ to, others }: Hosts, opening: PacketTrace | undefined): Host | undefined {
  const ports = opening?.exits.map((each) => each.port) ?? [];
  if (ports.includes(to.port)) return to;
  return others.find((host) => ports.includes(host.port));
}

/** Behind a translation the receiver knows another address than the sender's. */
function seenAs(
  simulator: Simulator,
  { from }: Hosts,
  opening: PacketTrace | undefined,
  options: InjectOptions,
): string {
  if (!opening?.judgedBy.includes('nat srcnat')) return from.address;
  const own = `${from.address}:${hasPorts(options.protocol) ? options.sourcePort : 0}`;
  const row = simulator.print('/ip/firewall/connection').find((each) => each['src-address'] === own);
  return row?.['reply-dst-address']?.replace(/:\d+$/, '') ?? from.address;
}
