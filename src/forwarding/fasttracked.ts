// What FastTrack makes of all that a device forwards: the classes of TCP and UDP from each kind of end, with the rule
// that takes them. Rules about FastTrack ask these; none follows rules by itself.

import type { Item } from '../model/config.ts';
import { followFlow } from './directions.ts';
import type { Flow } from './flow.ts';
import { derivedOnce } from './grouping.ts';
import type { Network } from './network.ts';
import type { Outcome } from './outcome.ts';
import { endGroups } from './routed-classes.ts';

export interface Forwarded {
  readonly outcome: Outcome;
  readonly from: string;
  /** Where the packets leave, as far as that is certain. */
  readonly to: string | undefined;
}

/** Classes of IPv4, of both directions. */
export const forwardedClasses: (network: Network) => readonly Forwarded[] = derivedOnce((network) =>
  endGroups(network, 4).flatMap(({ first }) => {
    const from = { label: first.name, interfaces: [first.name], prefixes: [], internet: first.internet };
    const flow: Flow = { name: '', origin, from, to: everywhere, ports: [], oneWay: false };
    return followFlow(network, flow).flatMap(({ outcome }) => {
      const [enters, leaves] = [outcome.traffic.inInterface, outcome.egress[0]?.interface];
      // What goes back where it came from is hardly what a rule is about.
      return enters === leaves ? [] : [{ outcome, from: enters, to: leaves }];
    });
  }),
);

/** Classes that a FastTrack rule takes, on the CPU or in the chip. */
export interface Fasttracked extends Forwarded {
  readonly rule: Item;
}

export const fasttrackedClasses: (network: Network) => readonly Fasttracked[] = derivedOnce((network) =>
  forwardedClasses(network).flatMap((each) => {
    const rule = each.outcome.fasttracked?.rule.item;
    return rule && each.outcome.packets.family === 4 ? [{ ...each, rule }] : [];
  }),
);

const everywhere = { label: 'any', interfaces: [], prefixes: [], internet: false } as const;
const origin = { kind: 'device', device: '', menu: '', key: '' } as const;
