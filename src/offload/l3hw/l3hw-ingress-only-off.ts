// A port without the L3HW flag whose peers have it: packets that enter there can be routed in hardware all the same.

import { isRedirected } from '../../forwarding/acl/entering-tables.ts';
import { allSpared, type Spared } from '../../forwarding/bypass/spared.ts';
import { firewallItems } from '../../forwarding/firewall/cpu-path.ts';
import { isLocal } from '../../forwarding/firewall/firewall.ts';
import { type RoutedEnd, unguardedPaths } from '../../forwarding/legs/ends.ts';
import { bondOf } from '../../forwarding/network/masters.ts';
import type { Network, PhysicalPort } from '../../forwarding/network/network.ts';
import { isTranslating } from '../../forwarding/paths/translating-ends.ts';
import { enabledItemsOf } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { redirectPorts } from '../fix.ts';
import { flaggedOff } from '../held.ts';
import { type Cost, defineRule, type WrittenFinding } from '../rule.ts';

export const l3hwIngressOnlyOff = defineRule({
  id: 'l3hw/l3hw-ingress-only-off',
  cost: 'C',
  implies: ['l3hw/l3hw-egress-only-off', 'l3hw/l3hw-port-off'],

  check: ({ network }) =>
    unguardedPaths(network).flatMap(({ from, to, family }) => {
      const open = flaggedOff(from.leg.off).filter(
        ({ port }) => !isRedirected(network, from.name, port, family) && !isMixedBond(network, port),
      );
      const missed = open.length === 0 ? [] : policiesMissed(network, from);
      const cost = () =>
        missed.length > 0 || isTranslating(network, from, family) ? 'C' : hasRules(network) ? 'M' : 'L';
      const text = 'not met by what the chip takes';
      const related = missed.map(({ item, reason }) => ({ at: reason.cause.at ?? item.origin, text }));
      return open.map(({ item, name }) => ({
        subject: item,
        affects: from.interface.addresses.map((address) => address.item),
        ...consequenceOf(name, cost()),
        primary: ['l3-hw-offloading', `off here, on towards \`${to.name}\``],
        related,
        fix: ['bring the port to the CPU with switch rules', ...redirectPorts(network, name)],
      }));
    }),
});

/** A bond whose slaves differ has a rule of its own. */
function isMixedBond(network: Network, { name }: PhysicalPort): boolean {
  return bondOf(network, name)?.slaves.some((slave) => network.ports.get(slave)?.l3Offload === true) === true;
}

/** Without any rule for forwarded packets there is nothing that hardware could bypass. */
function hasRules({ config }: Network): boolean {
  const rules = [
    ...families.flatMap((family) => firewallItems(config, family)),
    ...enabledItemsOf(config, '/queue/simple'),
  ];
  return rules.some((item) => !isLocal(item));
}

/** Policies that packets of this end miss where the chip takes them in spite of the flag. */
function policiesMissed(network: Network, from: RoutedEnd): readonly Spared[] {
  return allSpared(network).filter(
    ({ from: end, uncertainties }) =>
      end.name === from.name && uncertainties.some(({ cause }) => cause.code === 'l3hw/l3hw-ingress-only-off'),
  );
}

function consequenceOf(port: string, cost: Cost): Pick<WrittenFinding, 'placement' | 'cost' | 'what'> {
  const isPast = cost === 'C';
  const what = isPast
    ? `what enters at \`${port}\` may be routed in hardware, past the firewall that is meant to see it`
    : `what enters at \`${port}\` may still be routed in hardware, although its flag is off`;
  return { placement: isPast ? 'unpredictable' : 'hardware', cost, what };
}
