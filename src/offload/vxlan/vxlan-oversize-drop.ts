// Frames that do not fit the underlay once they are encapsulated: the chip drops them.

import { propertyValue } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { commandFix, word } from '../fix.ts';
import { label } from '../place.ts';
import { defineRule, type Finding } from '../rule.ts';
import { offloadableVxlans, underlayInterfaces } from '../vxlans.ts';

/** Outer Ethernet, IPv4, UDP and VXLAN headers, in bytes. */
const overhead = 50;

export const vxlanOversizeDrop = defineRule({
  id: 'vxlan/vxlan-oversize-drop',
  cost: 'H',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'The underlay has to carry 50 bytes more than the overlay',
  why: 'Encapsulated frames that exceed the MTU of the underlay are dropped by the chip and counted in `vxlan-mtu-packet-drop`. Small packets work, so the fault looks like hanging connections.',
  remedy:
    'Raise the MTU and L2MTU of the underlay by 50 bytes (54 with a tag inside), or lower the MTU of the overlay.',
  evidence: [
    documented('routeros/vxlan', 'packets above the MTU of the underlay are dropped by the chip'),
    documented('routeros/l3hw#monitor', 'vxlan-mtu-packet-drop counts them'),
  ],

  check({ network }) {
    const findings: Finding[] = [];
    for (const { item, vteps } of offloadableVxlans(network)) {
      const overlay = Number(propertyValue(item, 'mtu') ?? 1500);
      for (const vtep of vteps) {
        const [name] = underlayInterfaces(network, vtep);
        const underlay = name === undefined ? undefined : network.l3Interfaces.get(name);
        if (!underlay || overlay + overhead <= underlay.mtu) continue;
        const place =
          underlay.item?.origin.kind === 'source' ? label(underlay.item, 'mtu', `MTU ${underlay.mtu}`) : undefined;
        findings.push({
          subject: item,
          placement: 'dropped',
          what: `full-size frames of \`${item.properties.get('name')?.value ?? item.key}\` are dropped: the underlay takes ${underlay.mtu - overhead} bytes of them`,
          primary:
            item.properties.has('mtu') || !place
              ? label(item, item.properties.has('mtu') ? 'mtu' : 'name', `MTU ${overlay} inside`)
              : place,
          related: [label(vtep.item, 'remote-ip', `by \`${underlay.name}\``)],
          fix: commandFix(
            'raise the MTU of the underlay',
            `/interface/ethernet set [find name=${word(underlay.name)}] l2mtu=${overlay + overhead + 66} mtu=${overlay + overhead}`,
          ),
        });
      }
    }
    return findings;
  },
});
