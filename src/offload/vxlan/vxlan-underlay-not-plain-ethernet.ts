// A tunnel whose packets leave by a VLAN, bridge or bond: the chip sends them by stand-alone ports only.

import { documented } from '../evidence.ts';
import { masterOf } from '../masters.ts';
import { label } from '../place.ts';
import { defineRule, type Finding } from '../rule.ts';
import { offloadableVxlans, underlayInterfaces } from '../vxlans.ts';

export const vxlanUnderlayNotPlainEthernet = defineRule({
  id: 'vxlan/vxlan-underlay-not-plain-ethernet',
  cost: 'H',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'The chip sends encapsulated packets by stand-alone routed Ethernet ports only',
  why: 'The other end of the tunnel is reached through an interface that the chip does not use for encapsulated packets, so the tunnel stays on the CPU.',
  remedy: 'Give the underlay a stand-alone routed port of its own.',
  evidence: [documented('routeros/vxlan', 'the underlay has to be a stand-alone routed port')],

  check({ network }) {
    const findings: Finding[] = [];
    for (const { item, vteps } of offloadableVxlans(network)) {
      for (const vtep of vteps) {
        const other = underlayInterfaces(network, vtep).find(
          (name) => network.kindOf(name) !== 'port' || masterOf(network, name),
        );
        if (other === undefined) continue;
        findings.push({
          subject: item,
          placement: 'cpu',
          what: 'VXLAN goes through the CPU: its underlay is no stand-alone port',
          primary: label(vtep.item, 'remote-ip', `reached by \`${other}\``),
          related: [label(item, 'name', 'the tunnel')],
        });
      }
    }
    return findings;
  },
});
