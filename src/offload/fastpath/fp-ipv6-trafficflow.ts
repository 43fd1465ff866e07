// Traffic-Flow, which stopped IPv6 FastPath for some versions.

import type { Stop } from '../../forwarding/cpu-path.ts';
import { explainStops, type FastpathBenefit } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpIpv6Trafficflow = defineRule({
  id: 'fastpath/fp-ipv6-trafficflow',
  cost: 'M',
  summary: 'From 7.18 until 7.21.5 Traffic-Flow stops IPv6 FastPath',
  why: 'Every IPv6 packet that the CPU forwards takes the slow path while Traffic-Flow is on.',
  remedy: 'Upgrade to 7.21.5 or newer, or switch Traffic-Flow off.',

  check({ network, target }) {
    const code = 'fastpath/fp-ipv6-trafficflow';
    const words = ({ property }: Stop, benefit: FastpathBenefit) => ({
      cost: benefit === 'policy' || benefit === 'hardware' ? ('i' as const) : ('M' as const),
      what: 'IPv6 packets take the slow path while Traffic-Flow is on',
      primary: [property, `stops IPv6 FastPath in RouterOS ${target.routeros.text}`] as const,
    });
    return explainStops(network, code, words, 6);
  },
});
