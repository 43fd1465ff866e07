// A mesh interface stops FastPath and FastTrack.

import { defineStopRule } from '../fastpath-benefit.ts';

export const fpMesh = defineStopRule({
  id: 'fastpath/fp-mesh',
  cost: 'M',
  implies: ['firewall/fasttrack-killed-by-tool', 'firewall/fasttrack-bridge-fp-off', 'fastpath/fp-bridge-conditions'],
  summary: 'A mesh interface stops FastPath and FastTrack for the whole device',
  why: 'Every packet that the CPU forwards takes the slow path.',
  remedy: 'Remove the mesh interface.',

  words: ({ property }, { benefit }) => ({
    cost: benefit === 'hardware' ? 'i' : 'M',
    what: 'neither FastPath nor FastTrack work, because there is a mesh interface',
    primary: [property, 'a mesh interface'],
  }),
});
