// Features beside the firewall that some packet misses because the chip forwards it: asks the decision procedure about
// the packets that an item of theirs means.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import { followFlow } from '../forwarding/directions.ts';
import type { Cause, Endpoint, Flow } from '../forwarding/flow.ts';
import type { Network } from '../forwarding/network.ts';
import type { Item } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import type { Finding } from './rule.ts';

export const anywhere: Endpoint = { label: 'any', interfaces: [], prefixes: [], internet: false };

export function endOfPrefix(text: string | undefined): Endpoint {
  const prefix = parsePrefix(text ?? '');
  return prefix && prefix.length > 0 ? { ...anywhere, label: text ?? '', prefixes: [prefix] } : anywhere;
}

export function endOfInterface(network: Network, name: string): Endpoint {
  const addresses = network.l3Interfaces.get(name)?.addresses ?? [];
  return { ...anywhere, label: name, interfaces: [name], prefixes: addresses.map((address) => address.network) };
}

/** How packets from one end to the other fare past an item; undefined = none of them misses it. */
export function sparedBetween(
  network: Network,
  code: EvidencedCode,
  item: Item,
  { from, to, protocol }: Pick<Flow, 'from' | 'to' | 'protocol'>,
): Pick<Finding, 'placement'> | undefined {
  const flow: Flow = {
    name: '',
    origin: item.origin,
    from,
    to,
    ...(protocol !== undefined && { protocol }),
    ports: [],
    oneWay: true,
  };
  const places = new Set([item.origin, ...[...item.properties.values()].map(({ origin }) => origin)]);
  const isAbout = (cause: Cause) => cause.code === code && cause.at !== undefined && places.has(cause.at);
  const missed = followFlow(network, flow).filter(({ outcome }) => outcome.because.some(isAbout));
  if (missed.length === 0) return undefined;
  const isSure = missed.some(({ outcome }) => outcome.placement === 'unpredictable');
  return { placement: isSure ? 'unpredictable' : 'unknown' };
}
