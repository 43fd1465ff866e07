// Networks, found again by one that overlaps them in a time that does not grow with their number.

import { type Prefix, widened } from '../model/prefix.ts';
import { append } from '../source/append.ts';

interface Placed {
  readonly network: Prefix;
  readonly vrf?: string | undefined;
}

interface Entry<N> {
  readonly order: number;
  readonly network: N;
}

export class NetworkIndex<N extends Placed> {
  readonly #lengths: Readonly<Record<Prefix['family'], readonly number[]>>;
  readonly #equal = new Map<string, Entry<N>[]>();
  /** By every network of a length in use that contains them, themselves among those. */
  readonly #within = new Map<string, Entry<N>[]>();
  #count = 0;

  /** `all`: whatever will be added or asked about. */
  constructor(all: readonly N[]) {
    const lengthsOf = (family: Prefix['family']) => [
      ...new Set(all.flatMap(({ network }) => (network.family === family ? [network.length] : []))),
    ];
    this.#lengths = { 4: lengthsOf(4), 6: lengthsOf(6) };
  }

  add(network: N): void {
    const entry = { order: this.#count++, network };
    append(this.#equal, keyOf(network, network.network.length), entry);
    for (const length of this.#upTo(network)) append(this.#within, keyOf(network, length), entry);
  }

  /** The first of those added, in the same VRF and overlapping it, that is wanted. */
  first(network: Placed, isWanted: (added: N) => boolean): N | undefined {
    const { length: own } = network.network;
    const wider = this.#upTo(network).filter((length) => length < own);
    const lists = [this.#within.get(keyOf(network, own)), ...wider.map((at) => this.#equal.get(keyOf(network, at)))];
    const found = lists.flatMap((entries) => entries?.find((entry) => isWanted(entry.network)) ?? []);
    return found.sort((a, b) => a.order - b.order)[0]?.network;
  }

  #upTo({ network }: Placed): readonly number[] {
    return this.#lengths[network.family].filter((length) => length <= network.length);
  }
}

function keyOf({ network, vrf = '' }: Placed, length: number): string {
  return `${network.family} ${length} ${widened(network, length).base} ${vrf}`;
}
