// Keys by which classes of packets and their outcomes are told apart.

import { computeIfAbsent } from '../../source/grouping.ts';
import { locationKey } from '../../source/location.ts';
import type { Cause } from '../packets/flow.ts';
import { type IntervalSet, type PacketSet, packetSetKey, setKey } from '../packets/space.ts';
import type { Fasttracked, OpenedTo, Outcome, Traffic } from './outcome.ts';

/** Long sets get short names, for as long as one comparison of many classes lasts. */
export class Keys {
  readonly #named = new Map<IntervalSet | string, number>();
  readonly #packets = new Map<PacketSet, string>();
  readonly #traffic = new Map<Traffic, string>();

  packets(packets: PacketSet): string {
    return computeIfAbsent(this.#packets, packets, () => packetSetKey(packets, (set) => this.set(set)));
  }

  set(set: IntervalSet): number {
    return computeIfAbsent(this.#named, set, () => computeIfAbsent(this.#named, setKey(set), () => this.#named.size));
  }

  traffic(traffic: Traffic): string {
    return computeIfAbsent(this.#traffic, traffic, () => {
      const { ingress, fasttracked, packets, openedTo, ...entering } = traffic;
      return textOf([ingress.name, fastKey(fasttracked), this.packets(packets), this.openedTo(openedTo), entering]);
    });
  }

  openedTo(asked: OpenedTo | undefined): readonly number[] {
    return asked ? [this.set(asked.destination), this.set(asked.destinationPort ?? [])] : [];
  }

  /** All but how it was explained. */
  end(outcome: Outcome): string {
    const { steps: _, because: __, notes: ___, ...told } = outcome;
    const { traffic, packets, egress, newSources = [], openedTo, fasttracked, ...end } = told;
    const ways = egress.map((each) => [each.interface, each.attachment?.name, each.isOpen]);
    const sets = [this.packets(packets), this.set(newSources), this.openedTo(openedTo)];
    return textOf([sets, this.traffic(traffic), fastKey(fasttracked), ways, end]);
  }
}

export function causeKey({ code, at }: Cause): string {
  return `${code} ${at ? locationKey(at) : ''}`;
}

export function fastKey(taken: Fasttracked | undefined) {
  return taken && [taken.rule.item.key, taken.atOnce];
}

export const textOf: (value: unknown) => string = JSON.stringify;
