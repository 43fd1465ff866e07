// A tunnel with several other ends: they do not reach each other through this device.

import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

export const vxlanNoHorizon = defineRule({
  id: 'vxlan/vxlan-no-horizon',
  cost: 'L',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'What comes from one tunnel end is not forwarded to another',
  why: 'The chip isolates tunnel ends from each other, and no setting changes that. They reach each other only by tunnels of their own.',
  remedy: 'Connect all tunnel ends with each other.',
  evidence: [documented('routeros/vxlan', 'isolation between tunnel ends is fixed in hardware')],

  check({ network }) {
    return offloadableVxlans(network).flatMap(({ item, vteps }) =>
      vteps.length < 2
        ? []
        : [
            {
              subject: item,
              placement: 'hardware' as const,
              what: 'tunnel ends reach each other only by tunnels of their own, not through this device',
              primary: label(item, 'name', `${vteps.length} other ends`),
              related: vteps.map((vtep) => label(vtep.item, 'remote-ip', 'isolated from the others')),
            },
          ],
    );
  },
});
