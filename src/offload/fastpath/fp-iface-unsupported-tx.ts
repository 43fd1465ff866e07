// Interfaces that send on the slow path: bonds, and all that do not support FastPath.

import { receivesFast } from '../../forwarding/cpu-path.ts';
import { routedEnds } from '../../forwarding/ends.ts';
import type { Network } from '../../forwarding/network.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpIfaceUnsupportedTx = defineRule({
  id: 'fastpath/fp-iface-unsupported-tx',
  cost: 'M',
  summary: 'Packets that leave by an interface without FastPath finish on the slow path',
  why: 'They start on FastPath and change to the slow path on their way, which costs part of the gain. Bonds support FastPath when they receive, not when they send.',
  remedy: 'Expect less there; a single faster port does better than a bond.',

  check({ network }) {
    const benefit = fastpathBenefit(network);
    if (benefit === 'none' || benefit === 'hardware') return [];
    return routedEnds(network, 4).flatMap((end) => {
      const bond = bondBelow(network, end.name);
      const item = bond ? network.bonds.get(bond)?.item : end.interface.item;
      if (!item || (!bond && receivesFast(network, end.name) !== false)) return [];
      return {
        subject: item,
        ...((!bond || benefit !== 'fastpath') && { cost: 'i' }),
        what: bond
          ? 'packets that leave by a bond finish on the slow path'
          : 'packets to interfaces without FastPath finish on the slow path',
        primary: ['name', bond ? 'a bond sends on the slow path' : `\`${end.name}\` does not support FastPath`],
      };
    });
  },
});

/** The bond that packets of the interface leave by. */
function bondBelow(network: Network, name: string): string | undefined {
  if (network.bonds.has(name)) return name;
  const parent = network.vlanInterfaces.get(name)?.parent;
  return parent !== undefined && network.bonds.has(parent) ? parent : undefined;
}
