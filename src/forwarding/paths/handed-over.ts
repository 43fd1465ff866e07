// What becomes of connections to some addresses whose first packets the CPU forwards: FastTrack may hand all of them
// over to the chip.

import type { Placement } from '../../model/placement.ts';
import type { Prefix } from '../../model/prefix.ts';
import { computeIfAbsent, derivedOnce, derivedPer } from '../../source/grouping.ts';
import { meantBy } from '../bypass/address-classes.ts';
import { endGroups } from '../bypass/routed-classes.ts';
import { reasonsOffChip } from '../cpu/fasttrack.ts';
import { mayFasttrack } from '../firewall/cpu-path.ts';
import { fasttrackRules } from '../firewall/fasttrack-rules.ts';
import type { Outcome } from '../firewall/outcome.ts';
import type { Network } from '../network/network.ts';
import { anybody, type Endpoint, unwrittenFlow } from '../packets/flow.ts';
import { prefixInterval } from '../packets/space.ts';
import { followFlow } from './directions.ts';
import { sendersTo } from './forwarded.ts';

export interface HandedOver {
  /** `unknown`: nobody says whether the chip takes them. */
  readonly placement: Extract<Placement, 'fasttrack' | 'unknown' | 'cpu'>;
  /** Codes of what leaves it unknown. */
  readonly because: readonly string[];
}

const keptOnCpu: HandedOver = { placement: 'cpu', because: [] };
const notFollowed: HandedOver = { placement: 'unknown', because: ['flow/undecided'] };

/** TCP and UDP to a prefix by some interfaces, from everywhere else, with the answers. */
export function handedOver(network: Network, prefix: Prefix, names: readonly string[]): HandedOver {
  const { family, length } = prefix;
  if (!takesConnections(network, family)) return keptOnCpu;
  const exits = new Set(names.map((name) => groupsByName(network, family).get(name)));
  const meant = meantBy(network, family, [prefixInterval(prefix)]);
  const asked = askedOf(network);
  return computeIfAbsent(asked.known, [family, length === 0, ...exits, meant].join(), () => {
    const senders = sendersTo(network, family, names);
    asked.senders += senders.length;
    return asked.senders > sendersMax ? notFollowed : summaryOf(carried(network, senders, prefix, names));
  });
}

/** Rules may name hundreds of interfaces one by one: what is not followed is not known. */
const sendersMax = 256;
const askedOf = derivedOnce((_: Network) => ({ senders: 0, known: new Map<string, HandedOver>() }));

/** A chip that takes connections over, and a rule that gives it some. */
const takesConnections = derivedPer(
  (network: Network, family: 4 | 6): boolean =>
    mayFasttrack(network, family) &&
    fasttrackRules(network, family).some((rule) =>
      reasonsOffChip(network, rule, family).every(({ placement }) => placement !== 'cpu'),
    ),
);

const groupsByName = derivedPer(
  (network: Network, family: 4 | 6): ReadonlyMap<string, number> =>
    new Map(endGroups(network, family, 'both').flatMap(({ ends }, index) => ends.map(({ name }) => [name, index]))),
);

/** Its classes, each followed when its turn comes; nobody carries what is dropped. */
function* carried(
  network: Network,
  senders: readonly Endpoint[],
  prefix: Prefix,
  names: readonly string[],
): Generator<Outcome, void> {
  const isDefault = prefix.length === 0;
  const to = { ...anybody, prefixes: isDefault ? [] : [prefix], internet: isDefault };
  const leaves = ({ traffic, egress }: Outcome) =>
    traffic.opens ? egress.some((each) => names.includes(each.interface)) : names.includes(traffic.inInterface);
  for (const from of senders) {
    for (const { outcome } of followFlow(network, unwrittenFlow(from, to), [prefix.family])) {
      if (outcome.placement !== 'dropped' && !outcome.isControl && leaves(outcome)) yield outcome;
    }
  }
}

function summaryOf(outcomes: Iterable<Outcome>): HandedOver {
  const open = new Set<string>();
  let placement: HandedOver['placement'] | undefined;
  for (const outcome of outcomes) {
    if (outcome.placement !== 'fasttrack' && outcome.placement !== 'unknown') return keptOnCpu;
    if (placement !== 'unknown') placement = outcome.placement;
    // What is open is told behind what brought the packets to the CPU.
    const why = outcome.placement === 'unknown' ? outcome.because.at(-1) : undefined;
    if (why) open.add(why.code);
  }
  return placement ? { placement, because: [...open] } : keptOnCpu;
}
