// A mesh interface stops FastPath and FastTrack.

import { enabledItemsOf } from '../../model/config.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';

export const fpMesh = defineRule({
  id: 'fastpath/fp-mesh',
  cost: 'M',
  datapath: 'l3-routing',
  implies: ['firewall/fasttrack-killed-by-tool', 'firewall/fasttrack-bridge-fp-off', 'fastpath/fp-bridge-conditions'],
  summary: 'A mesh interface stops FastPath and FastTrack for the whole device',
  why: 'Every packet that the CPU forwards takes the slow path.',
  remedy: 'Remove the mesh interface.',

  check({ config, network }) {
    const benefit = fastpathBenefit(network);
    if (benefit === 'none') return [];
    return enabledItemsOf(config, '/interface/mesh').map((item) => ({
      subject: item,
      placement: 'cpu' as const,
      ...(benefit === 'hardware' && { cost: 'i' as const }),
      what: 'neither FastPath nor FastTrack work, because there is a mesh interface',
      primary: label(item, 'name', 'a mesh interface'),
    }));
  },
});
