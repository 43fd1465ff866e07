// What reaches a switch rule: the packets of an interface that it is the first to match.

import type { Item } from '../model/config.ts';
import { applySwitchRules } from './acl.ts';
import { entriesInto } from './attachments.ts';
import type { Network } from './network.ts';
import type { PacketSet } from './space.ts';

/** The parts of a class, at any port of an L3 interface, that this rule is certain to decide. */
export function decidedBy(network: Network, rule: Item, name: string, packets: PacketSet): readonly PacketSet[] {
  return entriesInto(network, name).flatMap((ingress) =>
    applySwitchRules(network, ingress, packets)
      .filter((outcome) => outcome.rule?.item === rule && !outcome.uncertainty)
      .map((outcome) => outcome.packets),
  );
}
