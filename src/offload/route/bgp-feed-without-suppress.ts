// An Internet feed into a chip that cannot hold the Internet, with nothing that chooses what goes in.

import type { Network } from '../../forwarding/network/network.ts';
import { bgpConnections, isPrivateAs } from '../../forwarding/routing/bgp-connections.ts';
import { suppressingRule, takesSome } from '../../forwarding/routing/input-filters.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { isSamePrefix, parsePrefix } from '../../model/prefix.ts';
import { defineRule } from '../rule.ts';

/** The largest table that any chip has; what holds more needs no choice. */
const largestTable = 240_000;

export const bgpFeedWithoutSuppress = defineRule({
  id: 'route/bgp-feed-without-suppress',
  cost: 'M',

  check(context) {
    const chip = context.network.offload;
    const size = chip?.switch.fact('l3.routes.ipv4');
    if (!chip?.l3Offload || chip.switch.fact('l3.table')?.value === 'shared') return [];
    if (size && size.value > largestTable) return [];
    return bgpConnections(context.config).flatMap(({ item, localAs, remoteAs, filter, limit }) => {
      if (remoteAs === undefined || remoteAs === localAs || limit !== undefined) return [];
      if (filter !== undefined && (suppressingRule(context.config, filter) || takesSome(context.config, filter)))
        return [];
      if (isDeclared(context.network, item)) return [];
      return {
        subject: item,
        placement: size ? 'partial' : 'unknown',
        ...(isPrivateAs(remoteAs) && { cost: 'L' }),
        what: 'a full feed may outgrow the chip, and nothing chooses which routes stay in hardware',
        primary: ['remote.as', filter === undefined ? 'no input filter' : `chain \`${filter}\` suppresses nothing`],
        ...(size && { evidence: [size.says(`the chip holds up to ${size.value} routes`)] }),
      };
    });
  },
});

/** Somebody has said how many routes this neighbour sends: whether they fit is for the table's own rules. */
function isDeclared(network: Network, connection: Item): boolean {
  const remote = parsePrefix(propertyValue(connection, 'remote.address') ?? '');
  return network.learntRoutes.some(({ from }) => from && remote && isSamePrefix(from, remote));
}
