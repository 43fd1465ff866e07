// A mesh interface: while one exists, FastTrack does not work.

import { fasttrackStops } from '../../forwarding/firewall/cpu-path.ts';
import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { defineRule, fastFamilies } from '../rule.ts';

export const fasttrackKilledByTool = defineRule({
  id: 'firewall/fasttrack-killed-by-tool',
  cost: 'H',

  check({ network }) {
    const rules = fastFamilies(fasttrackRules)(network);
    const [rule] = rules;
    const meshes = fasttrackStops(network, 4).filter(({ reason }) => reason.cause.code === 'fastpath/fp-mesh');
    if (!rule) return [];
    return meshes.map(({ item, property }) => ({
      subject: item,
      affects: rules,
      what: 'FastTrack does not work while a mesh interface exists',
      primary: [property, 'switches FastTrack off'],
      related: [[rule, 'action', 'FastTrack is wanted here']],
    }));
  },
});
