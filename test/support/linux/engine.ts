// What `src/forwarding` says of the packets of a conversation.

import { buildNetwork } from '../../../src/forwarding/build.ts';
import type { Outcome } from '../../../src/forwarding/firewall/outcome.ts';
import type { Network } from '../../../src/forwarding/network/network.ts';
import { followFlow } from '../../../src/forwarding/paths/directions.ts';
import type { Config } from '../../../src/model/config.ts';
import { parsePrefix } from '../../../src/model/prefix.ts';
import { factoryConfig } from '../../../src/profile/factory.ts';
import { evaluateScript } from '../../../src/rsc/evaluate.ts';
import { parseRsc } from '../../../src/rsc/parser.ts';
import { targetOf } from '../sim-target.ts';
import type { KernelCase } from './cases.ts';
import type { Talk } from './job.ts';

/** The classes that the packets of each direction are in; several where paths of one route share the traffic. */
export interface Predicted {
  readonly there: readonly Outcome[];
  readonly back: readonly Outcome[];
}

export interface Device {
  readonly config: Config;
  readonly network: Network;
}

export function deviceOf({ model, routeros, base, lines }: Omit<KernelCase, 'talks'>): Device {
  const target = targetOf(model, routeros);
  const { value: parsed } = parseRsc({ path: 'random.rsc', text: `${[...base, ...lines].join('\n')}\n` });
  const config = evaluateScript(parsed, factoryConfig(target)).value;
  return { config, network: buildNetwork(config, target) };
}

export function predict(network: Network, talk: Talk): Predicted {
  const bits = talk.family === 4 ? 32 : 128;
  const end = (address: string, interfaces: readonly string[]) => {
    const prefix = parsePrefix(`${address}/${bits}`);
    return { label: address, interfaces, prefixes: prefix ? [prefix] : [], internet: false };
  };
  const all = followFlow(network, {
    name: 'talk',
    origin: { kind: 'device', device: 'random', menu: '/ip/route', key: '' },
    from: end(talk.src, [talk.in]),
    to: end(talk.dst, []),
    protocol: talk.protocol,
    ports: talk.dport === 0 ? [] : [{ from: talk.dport, to: talk.dport }],
    oneWay: talk.oneWay,
  });
  const holds = (outcome: Outcome, side: 'sourcePort' | 'destinationPort') =>
    outcome.packets[side].some(({ from, to }) => from <= talk.sport && talk.sport < to);
  return {
    there: all.flatMap(({ direction, outcome }) =>
      direction === 'forward' && holds(outcome, 'sourcePort') ? [outcome] : [],
    ),
    back: all.flatMap(({ direction, outcome }) =>
      direction === 'reverse' && holds(outcome, 'destinationPort') ? [outcome] : [],
    ),
  };
}
