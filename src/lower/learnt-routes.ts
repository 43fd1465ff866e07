// Routes that neighbours are expected to send: they are in no configuration, but need room in the chip.

import type { DeviceIntent } from '../intent/intent.ts';
import type { Lowered } from './lowered.ts';

/** Undefined where the site says nothing about it. */
export function learntRoutesOf({ settings: { bgp, ospf } }: DeviceIntent): Lowered['learntRoutes'] {
  const peers = Object.values(bgp?.peers ?? {});
  if (ospf?.routes === undefined && peers.every(({ routes }) => routes === undefined)) return undefined;
  const ofFamily = (family: 4 | 6) => {
    const learnt = peers.filter(({ address }) => address.family === family).map(({ routes }) => routes ?? 0);
    const hasOspf = (ospf?.version ?? ['2']).includes(family === 4 ? '2' : '3');
    return learnt.reduce((sum, each) => sum + each, hasOspf ? (ospf?.routes ?? 0) : 0);
  };
  return { 4: ofFamily(4), 6: ofFamily(6) };
}
