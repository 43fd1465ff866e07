// A mesh interface stops FastPath and FastTrack.

import { explainStops } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpMesh = defineRule({
  id: 'fastpath/fp-mesh',
  cost: 'M',
  implies: ['firewall/fasttrack-killed-by-tool', 'firewall/fasttrack-bridge-fp-off', 'fastpath/fp-bridge-conditions'],
  summary: 'A mesh interface stops FastPath and FastTrack for the whole device',
  why: 'Every packet that the CPU forwards takes the slow path.',
  remedy: 'Remove the mesh interface.',

  check: ({ network }) =>
    explainStops(network, 'fastpath/fp-mesh', ({ property }, benefit) => ({
      cost: benefit === 'hardware' ? 'i' : 'M',
      what: 'neither FastPath nor FastTrack work, because there is a mesh interface',
      primary: [property, 'a mesh interface'],
    })),
});
