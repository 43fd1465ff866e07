// Bonds over ports of different speed.

import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';

export const bondMixedSpeed = defineRule({
  id: 'l2/bond-mixed-speed',
  cost: 'L',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: [],
  summary: 'Slaves of one bond should have one speed',
  why: 'Flows are spread without regard to speed, so the slow slave is full while the fast one is idle.',
  remedy: 'Use ports of one speed, or active-backup where one link is a spare.',

  check({ network }) {
    return [...network.bonds.values()].flatMap((bond) => {
      const ports = bond.slaves.flatMap((slave) => network.ports.get(slave) ?? []);
      const speeds = new Set(ports.map(({ port }) => port.mbps));
      if (bond.mode === 'active-backup' || bond.mode === 'broadcast' || speeds.size < 2) return [];
      const slowest = ports.reduce((a, b) => (b.port.mbps < a.port.mbps ? b : a));
      return [
        {
          subject: bond.item,
          placement: 'hardware',
          what: `bond \`${bond.name}\` spreads flows over ports of different speed`,
          primary: label(bond.item, 'slaves', `\`${slowest.name}\` is slower than the others`),
        },
      ];
    });
  },
});
