// Classes of packets, without those that are judged already.

import { matchOf, type PacketSet, splitAll } from './space.ts';

/** What a class has in common with none of the others. */
export function outsideOf(packets: PacketSet, others: readonly PacketSet[]): readonly PacketSet[] {
  return others.reduce<readonly PacketSet[]>((left, each) => splitAll(left, matchOf(each)).outside, [packets]);
}
