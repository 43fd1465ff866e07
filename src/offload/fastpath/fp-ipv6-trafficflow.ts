// Traffic-Flow, which stopped IPv6 FastPath for some versions.

import { defineStopRule } from '../fastpath-benefit.ts';

export const fpIpv6Trafficflow = defineStopRule({
  id: 'fastpath/fp-ipv6-trafficflow',
  cost: 'M',
  summary: 'From 7.18 until 7.21.5 Traffic-Flow stops IPv6 FastPath',
  why: 'Every IPv6 packet that the CPU forwards takes the slow path while Traffic-Flow is on.',
  remedy: 'Upgrade to 7.21.5 or newer, or switch Traffic-Flow off.',

  families: [6],
  words: ({ property }, { benefit, network }) => ({
    cost: benefit === 'policy' || benefit === 'hardware' ? 'i' : 'M',
    what: 'IPv6 packets take the slow path while Traffic-Flow is on',
    primary: [property, `stops IPv6 FastPath in RouterOS ${network.target.routeros.text}`],
  }),
});
