// Audit against trace over one random configuration: both come from one engine, but audit asks for policies, as few
// classes as it can, and trace follows each class by itself.

import { decideFlow } from '../../../src/forwarding/decide.ts';
import type { Outcome } from '../../../src/forwarding/firewall/outcome.ts';
import { routedEnds } from '../../../src/forwarding/legs/ends.ts';
import { offloadMatrix, zonesOf } from '../../../src/forwarding/matrix.ts';
import { type Endpoint, type Flow, unwrittenFlow } from '../../../src/forwarding/packets/flow.ts';
import { followFlow } from '../../../src/forwarding/paths/directions.ts';
import { type Prefix, parsePrefix, printPrefix } from '../../../src/model/prefix.ts';
import { firstOfEach } from '../../../src/source/grouping.ts';
import { findingsOf, partings } from '../audit-and-trace.ts';
import { type Configuration, scriptOf } from './configurations.ts';
import { networkOf } from './run-pairs.ts';

/** Where they part, each with the script. */
export function judgeAgreement(configuration: Configuration, network = networkOf(configuration)): readonly string[] {
  const findings = findingsOf({ ...network, network });
  const zones = zonesOf(network);
  // Who is behind a router of a zone is not in it, nor who is behind an interface without an address.
  const routed = network.routes.filter(({ origin, prefix }) => origin !== 'connected' && prefix.length > 0);
  const beyond = firstOfEach(
    [
      ...['198.51.100.0/24', '172.16.0.0/12', '2001:db8:ff::/48'].flatMap((text) => parsePrefix(text) ?? []),
      ...routed.map(({ prefix }) => prefix),
    ],
    printPrefix,
  ).map(hostsOf);
  const outcomesTo = (targets: readonly Endpoint[], half: Pick<Flow, 'only'> = {}) =>
    [...zones, ...beyond].flatMap((from) =>
      // Who shares a router needs no device.
      targets.flatMap((to) =>
        (to === from ? [] : ['tcp', 'udp', 'icmp']).flatMap((protocol) =>
          // What nobody answers comes from any port, not from those of clients alone.
          [false, true].flatMap((oneWay) =>
            followFlow(network, { ...unwrittenFlow(from, to, protocol), oneWay, ...half }).map(
              ({ outcome }) => outcome,
            ),
          ),
        ),
      ),
    );
  // No finding has to speak of what may not even come this way, nor of what goes back: maybe to the sender's router.
  // Answers that nobody forwards, to openers that may not come, repeat what is said of those.
  const isOpen = ({ because, egress, traffic, mayDrop }: Outcome) =>
    because.some(({ code }) => code === 'flow/undecided') ||
    egress.some((exit) => exit.interface === traffic.inInterface) ||
    (mayDrop === true && !traffic.opens && egress.length === 0);
  const passing = outcomesTo([anybody, ...beyond]);
  // Port forwards name those. What mangle sends elsewhere of what is for the device itself, audit need not know.
  const own = routedEnds(network, 4).flatMap((end) => end.interface.addresses);
  const asked = outcomesTo(own.map(({ host }) => hostsOf(host)));
  const cells = offloadMatrix(network).cells.flatMap((cell) => {
    const [from, to] = [cell.from, cell.to].map((name) => zones.find(({ label }) => label === name));
    const flow = from && to && decideFlow(network, unwrittenFlow(from, to));
    // The matrix asks for more protocols.
    const placements = [cell.placement, ...cell.classes.map(({ placement }) => placement)];
    return flow && placements.includes(flow.placement) ? [] : [`matrix: ${cell.placement}, trace: ${flow?.placement}`];
  });
  const { hardware, routeros, base } = configuration;
  const where = `${hardware.model}, RouterOS ${routeros}, ${base}\n${scriptOf(configuration)}`;
  const parted = (...others: readonly Outcome[]) =>
    partings(
      findings,
      passing.filter((each) => !isOpen(each)),
      [...passing, ...asked, ...others],
    );
  const told = parted();
  // What audit says of answers holds, as for the packets of `judge-analysis.ts`, whatever becomes of their openers.
  const isIdle = told.some((text) => text.startsWith('audit alone'));
  const answers = isIdle ? outcomesTo([anybody, ...beyond], { only: 'reverse' }) : [];
  return [...(isIdle ? parted(...answers) : told), ...cells].map((text) => `${text}\n${where}`);
}

const anybody: Endpoint = { label: 'any', interfaces: [], prefixes: [], internet: false };

function hostsOf(prefix: Prefix): Endpoint {
  return { ...anybody, prefixes: [prefix] };
}
