// A tunnel whose other end is reached by several paths.

import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { defineRule, type Finding } from '../rule.ts';
import { offloadableVxlans, underlayInterfaces } from '../vxlans.ts';

export const vxlanUnderlayEcmp = defineRule({
  id: 'vxlan/vxlan-underlay-ecmp',
  cost: 'H',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'The chip sends encapsulated packets to each tunnel end by a single path',
  why: 'The other end is reached by several paths, which the chip does not support for VXLAN, so the tunnel stays on the CPU.',
  remedy: 'Route the address of the tunnel end by one path.',
  evidence: [documented('routeros/vxlan', 'ECMP is not supported for the underlay')],

  check({ network }) {
    const findings: Finding[] = [];
    for (const { item, vteps } of offloadableVxlans(network)) {
      for (const vtep of vteps) {
        const paths = underlayInterfaces(network, vtep);
        if (paths.length < 2) continue;
        findings.push({
          subject: item,
          placement: 'cpu',
          what: 'VXLAN goes through the CPU: its underlay has several paths',
          primary: label(vtep.item, 'remote-ip', `${paths.length} paths`),
        });
      }
    }
    return findings;
  },
});
