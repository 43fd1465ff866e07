// Finds the rules of a long list that may match some of a set of packets, without asking all of them.

import { intervalIndex } from '../../source/interval-index.ts';
import type { IntervalSet, PacketMatch } from './space.ts';

type Asked = Pick<PacketMatch, 'destination' | 'destinationPort'>;

/** Places of the rules that are not told apart by their destinations, or by their ports if that leaves fewer. */
export function nearMatches(rules: readonly { readonly match: Asked }[]): (match: Asked) => readonly number[] {
  const indexOf = (dimension: keyof Asked) => intervalIndex(rules.map(({ match }) => edgesOf(match[dimension])));
  const [destinations, ports] = [indexOf('destination'), indexOf('destinationPort')];
  return ({ destination, destinationPort }) => {
    const [to, port] = [edgesOf(destination), edgesOf(destinationPort)];
    return ports.count(port.low, port.high) < destinations.count(to.low, to.high)
      ? ports.touching(port.low, port.high)
      : destinations.touching(to.low, to.high);
  };
}

/** Outer edges as numbers; IPv6 addresses lose their last bits, which may only make a neighbour of a stranger. */
function edgesOf(set: IntervalSet | undefined) {
  return { low: Number(set?.[0]?.from ?? 0), high: Number(set?.at(-1)?.to ?? Number.POSITIVE_INFINITY) };
}
