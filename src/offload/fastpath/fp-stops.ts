// What stops IP FastPath on the whole device: the engine finds it, and each rule has the words for one cause.

import type { Stop } from '../../forwarding/firewall/cpu-path.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { explainStops, type FastpathBenefit, ofEitherFamily, type StopWords } from '../fastpath-benefit.ts';
import { type Cost, defineRule, type Rule, type RuleHead } from '../rule.ts';

interface FastpathStop extends RuleHead {
  /** Absent = IPv4, or IPv6 where it alone is routed. */
  readonly families?: readonly (4 | 6)[];
  words(stop: Stop, context: { benefit: FastpathBenefit; family: 4 | 6; network: Network }): StopWords;
}

const stops: readonly FastpathStop[] = [
  {
    id: 'fastpath/fp-disabled',
    cost: 'H',
    families: [4, 6],
    words: ({ property }, { benefit, family }) => ({
      cost: benefit === 'hardware' ? 'i' : 'H',
      what:
        benefit === 'fasttrack'
          ? `IPv${family} has neither FastPath nor FastTrack: what the CPU forwards takes the slow path`
          : `IPv${family} packets that the CPU forwards take the slow path: FastPath is switched off`,
      primary: [property, 'switches FastPath and FastTrack off'],
      fix: { set: property, to: 'yes', title: 'allow FastPath' },
    }),
  },
  {
    id: 'fastpath/fp-hotspot',
    cost: 'H',
    words: ({ property }) => ({
      what: 'IP FastPath is off on the whole device, because there is a HotSpot',
      primary: [property, 'a HotSpot'],
    }),
  },
  {
    id: 'fastpath/fp-ipsec',
    cost: 'H',
    words: ({ property }) => ({
      what: 'IP FastPath is off on the whole device, because there are IPsec policies',
      primary: [property, 'an IPsec policy'],
    }),
  },
  {
    id: 'fastpath/fp-ipv6-trafficflow',
    cost: 'M',
    families: [6],
    words: ({ property }, { benefit, network }) => ({
      cost: benefit === 'policy' || benefit === 'hardware' ? 'i' : 'M',
      what: 'IPv6 packets take the slow path while Traffic-Flow is on',
      primary: [property, `stops IPv6 FastPath in RouterOS ${network.target.routeros.text}`],
    }),
  },
  {
    id: 'fastpath/fp-mesh',
    cost: 'M',
    implies: ['firewall/fasttrack-killed-by-tool', 'firewall/fasttrack-bridge-fp-off', 'fastpath/fp-bridge-conditions'],
    words: ({ property }, { benefit }) => ({
      cost: costsOfMesh[benefit] ?? 'M',
      what: 'neither FastPath nor FastTrack work, because there is a mesh interface',
      primary: [property, 'a mesh interface'],
    }),
  },
  {
    id: 'fastpath/fp-simple-queue-or-global-tree',
    cost: 'H',
    words: ({ property }) => ({
      what: 'IP FastPath is off, because of queues for all traffic',
      primary: [property, 'every packet is looked at for this queue'],
    }),
  },
  {
    id: 'fastpath/fp-vrf',
    cost: 'H',
    words: ({ property }) => ({
      what: 'IP FastPath is off on the whole device, because there is a VRF',
      primary: [property, 'a VRF'],
    }),
  },
];

/** What relies on FastTrack loses it. */
const costsOfMesh: Partial<Record<FastpathBenefit, Cost>> = { hardware: 'i', fasttrack: 'H' };

export const fpStops: readonly Rule[] = stops.map(({ words, families, ...rule }) =>
  defineRule({
    ...rule,
    check({ network }) {
      const found = (family: 4 | 6) =>
        explainStops(network, rule.id, (stop, benefit) => words(stop, { benefit, family, network }), family);
      return families ? families.flatMap(found) : ofEitherFamily(found);
    },
  }),
);
