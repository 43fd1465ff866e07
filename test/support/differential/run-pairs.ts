// Runs one random configuration twice: through the static decision, and as packets through the simulated device.

import type { Journey } from '../../../src/device/sim/chip/packet.ts';
import { createVirtualClock } from '../../../src/device/sim/clock.ts';
import { createSimulator } from '../../../src/device/sim/simulator.ts';
import { buildNetwork } from '../../../src/forwarding/build.ts';
import { decideFlow } from '../../../src/forwarding/decide.ts';
import type { Endpoint, FlowVerdict } from '../../../src/forwarding/flow.ts';
import type { Network } from '../../../src/forwarding/network.ts';
import { parsePrefix } from '../../../src/model/prefix.ts';
import { factoryConfig } from '../../../src/profile/factory.ts';
import { evaluateScript } from '../../../src/rsc/evaluate.ts';
import { parseRsc } from '../../../src/rsc/parser.ts';
import { type Host, left, packet, right } from '../sim-rig.ts';
import { targetOf } from '../sim-target.ts';
import { type Configuration, hostsOf, outInterface, scriptOf } from './configurations.ts';

export interface Conversation {
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
  /** Which host opens it. */
  readonly opener: 'left' | 'right';
}

/** The packets of a conversation once it goes on, with the one that opened it. */
export interface Simulated {
  readonly opening: Journey;
  readonly there: Journey;
  readonly back: Journey;
}

export interface Pair {
  readonly configuration: Configuration;
  readonly conversation: Conversation;
  readonly verdict: FlowVerdict;
  readonly simulated: Simulated;
}

export const conversations: readonly Conversation[] = (['left', 'right'] as const).flatMap((opener) =>
  (['tcp', 'udp'] as const).flatMap((protocol) => [514, 80].map((port) => ({ protocol, port, opener }))),
);

/** Every conversation in one configuration. */
export function runPairs(configuration: Configuration): readonly Pair[] {
  const network = networkOf(configuration);
  const simulate = simulatorOf(configuration);
  return conversations.map((conversation, index) => ({
    configuration,
    conversation,
    verdict: decide(network, configuration, conversation),
    simulated: simulate(conversation, 50_000 + index),
  }));
}

export function networkOf(configuration: Configuration): Network {
  const target = targetOf(configuration.model, configuration.routeros);
  const { value: parsed } = parseRsc({ path: 'random.rsc', text: scriptOf(configuration) });
  return buildNetwork(evaluateScript(parsed, factoryConfig(target)).value, target);
}

export function decide(network: Network, configuration: Configuration, conversation: Conversation): FlowVerdict {
  const ends = [endOf(left, 'left'), endOf(right, outInterface(configuration))] as const;
  const [from, to] = conversation.opener === 'left' ? ends : [ends[1], ends[0]];
  return decideFlow(network, {
    name: 'conversation',
    origin: { kind: 'device', device: 'random', menu: '/ip/route', key: '' },
    from,
    to,
    protocol: conversation.protocol,
    ports: [{ from: conversation.port, to: conversation.port }],
    oneWay: false,
  });
}

function endOf(host: Host, name: string): Endpoint {
  const prefix = parsePrefix(`${host.address}/32`);
  return { label: name, interfaces: [name], prefixes: prefix ? [prefix] : [], internet: false };
}

/** The device is the first address of every subnet of the rig. */
function gatewayOf({ address }: Host): string {
  return address.replace(/\d+$/, '1');
}

type Simulate = (conversation: Conversation, clientPort: number) => Simulated;

/** A device of its own for each configuration, shared by its conversations, every one of which has its own ports. */
function simulatorOf(configuration: Configuration): Simulate {
  const target = targetOf(configuration.model, configuration.routeros);
  const simulator = createSimulator({ target, clock: createVirtualClock(), script: scriptOf(configuration) });
  const [left, right] = hostsOf(configuration);
  for (const host of [left, right]) simulator.attach(host);
  simulator.settle();
  return ({ protocol, port, opener }, clientPort) => {
    const [client, server] = opener === 'left' ? [left, right] : [right, left];
    const there = { protocol, sourcePort: clientPort, destinationPort: port, ack: true };
    const opening = simulator.inject(packet(client, server, { ...there, syn: true, ack: false }));
    // Behind a translation the server knows no client, only the address of the device on its side.
    const seen = opening.judgedBy.includes('nat srcnat') ? { ...client, address: gatewayOf(server) } : client;
    const back = { protocol, sourcePort: port, destinationPort: clientPort, ack: true };
    const request = () => simulator.inject(packet(client, server, there));
    const answer = () => simulator.inject(packet(server, seen, back));
    simulator.inject(packet(server, seen, { ...back, syn: true }));
    for (const send of [request, answer, request, answer]) send();
    return { opening, there: request(), back: answer() };
  };
}
