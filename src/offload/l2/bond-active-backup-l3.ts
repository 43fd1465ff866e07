// Routing over an active-backup bond: switched in hardware, but nobody says whether it is routed there.

import { allEnds } from '../../forwarding/legs/ends.ts';
import { bondUse } from '../bond-use.ts';
import { aboutEach, bonds, defineRule, routed } from '../rule.ts';

export const bondActiveBackupL3 = defineRule({
  id: 'l2/bond-active-backup-l3',
  cost: 'M',
  datapath: 'l3-routing',

  check: aboutEach(routed(bonds), (bond, { network }) => {
    if (bond.mode !== 'active-backup' || bond.hardware === undefined || !bondUse(network, bond)) return [];
    if (allEnds(network).length < 2) return [];
    const member = network.bridgePorts.get(bond.name);
    return {
      ...(member && { affects: [member.item] }),
      placement: 'unknown',
      what: `whether packets over \`${bond.name}\` are routed in hardware is not described`,
      primary: ['mode', 'switched in hardware, routed perhaps'],
      fix: { set: 'mode', to: '802.3ad', title: 'use 802.3ad, with LACP on the other side' },
    };
  }),
});
