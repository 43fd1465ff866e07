// Ends between which the chip forwards everything, whatever it is: the CPU sees none of it.

import { rulesAt, type SwitchRule, switchRules } from './acl.ts';
import { entriesInto } from './attachments.ts';
import { asksAt, serverRules } from './destination-nat.ts';
import { routedEnds } from './ends.ts';
import { computeIfAbsent, derivedOnce } from './grouping.ts';
import type { ChipState, Network } from './network.ts';
import { behindGroup, type EndGroup, pathUncertainties, strandsTo } from './routed-classes.ts';
import { isEmpty, subtract } from './space.ts';

/** Of IPv4, either way between two groups; false where nobody can be sure. */
export function isChipsAlone(network: Network, from: EndGroup, to: EndGroup): boolean {
  const chip = network.offload;
  // Both families of an interface are followed together.
  if (!chip?.l3Offload || routedEnds(network, 6).length > 0) return false;
  const { paths, ends } = known(network);
  return (
    [from, to].every((group) => computeIfAbsent(ends, group, () => isLeftAlone(network, chip, group))) &&
    from.first.interface.vrf === to.first.interface.vrf &&
    [[from, to] as const, [to, from] as const].every(([enters, leaves]) =>
      computeIfAbsent(paths, `${enters.traits}\n${leaves.traits}`, () => isInChip(network, chip, enters, leaves)),
    )
  );
}

const known = derivedOnce<Network, { paths: Map<string, boolean>; ends: Map<EndGroup, boolean> }>(() => ({
  paths: new Map(),
  ends: new Map(),
}));

function isInChip(network: Network, chip: ChipState, { first: from }: EndGroup, { first: to }: EndGroup): boolean {
  const isFlagged = [from, to].some(({ leg }) => leg.off.length > 0);
  return !isFlagged && pathUncertainties(network, chip, from, to, 4)?.length === 0;
}

/** No rule takes what enters there elsewhere, and the chip has all routes that lead there. */
function isLeftAlone(network: Network, chip: ChipState, group: EndGroup): boolean {
  const { first, ends } = group;
  const table = first.interface.vrf;
  const [strand, ...others] = strandsTo(network, chip, group, table, 4);
  const isRouted =
    strand &&
    !strand.reason &&
    others.length === 0 &&
    isEmpty(subtract(behindGroup(network, group, 4), strand.destinations));
  if (!isRouted || ends.some((end) => serverRules(network, 4).some((each) => asksAt(each, end)))) return false;
  const sending = new Set(switchRules(network).filter(isSending));
  return (
    sending.size === 0 ||
    ends.every(({ name }) =>
      entriesInto(network, name).every((ingress) => !rulesAt(network, ingress).some((rule) => sending.has(rule))),
    )
  );
}

function isSending({ action }: SwitchRule): boolean {
  return action.kind !== 'permit' && action.kind !== 'drop';
}
