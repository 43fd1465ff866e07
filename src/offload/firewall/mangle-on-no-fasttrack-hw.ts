// Stateful policy on a chip that offloads no FastTrack connections: what has to meet the firewall stays on the CPU.

import { type Met, policiesBetween } from '../../forwarding/bypass/spared.ts';
import { hasFlaggedOff, isFlaggedOff } from '../../forwarding/legs/ends.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { defineRule, ofRoutingChip, restingOn } from '../rule.ts';

export const mangleOnNoFasttrackHw = defineRule({
  id: 'firewall/mangle-on-no-fasttrack-hw',
  cost: 'H',
  impliedBy: 'lower/stateful-on-cpu',
  datapath: 'l3-routing',

  check: ofRoutingChip(({ chip, network }) => {
    if (!hasFlaggedOff(network)) return [];
    const fact = chip.switch.fact('l3.fasttrack');
    if (fact?.value === true) return [];
    return policiesOnCpu(network).map(({ item: subject, from, to }) =>
      restingOn(fact, 'whether this chip offloads FastTrack connections', {
        subject,
        what: 'traffic that these rules need to see is forwarded by the CPU: the chip offloads no FastTrack connections',
        primary: ['action', `\`${from.name}\` to \`${to.name}\` stays on the CPU`],
        says: 'the chip offloads no FastTrack connections',
      }),
    );
  }),
});

/** Firewall rules, in the order of the chains. */
function policiesOnCpu(network: Network): readonly Met[] {
  return policiesBetween(network, (from, to) => isFlaggedOff(from) || isFlaggedOff(to)).filter(({ item }) =>
    tables.some((table) => item.menu === `/ip/firewall/${table}`),
  );
}

const tables = ['filter', 'mangle', 'nat'];
