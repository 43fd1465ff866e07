// The ports by which packets of an interface are followed in: those that fare alike stand for each other.

import { derivedPer } from '../../source/grouping.ts';
import { rulesAt } from '../acl/acl.ts';
import { bridgeMentions } from '../firewall/bridge-firewall.ts';
import { type Attachment, classesOf, entriesInto } from '../network/attachments.ts';
import type { Network } from '../network/network.ts';

/**
 * Of ports of one kind that the same switch rules and rules of bridges name one, and where these differ by what leaves
 * there another, which sends to the first.
 */
export const ingressPorts = derivedPer((network: Network, name: string): readonly Attachment[] => {
  const mentions = (side: 'in' | 'out') => (port: Attachment) => bridgeMentions(network, port.name, side);
  const named = mentions('in');
  return classesOf(entriesInto(network, name), (port) =>
    [...rulesAt(network, port).map(({ index }) => index), named(port)].join(),
  ).flatMap(({ members }) =>
    classesOf(members, mentions('out'))
      .slice(0, 2)
      .map(({ representative }) => representative),
  );
});
