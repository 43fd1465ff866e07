// Hardware paths between networks of different MTU.

import { documented, inferred } from '../evidence.ts';
import { hardwareEnds } from '../hardware-ends.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { underlayInterfaces, vxlansOf } from '../vxlans.ts';

export const routedMtuMismatch = defineRule({
  id: 'mtu/routed-mtu-mismatch',
  cost: 'M',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: [],
  summary: 'Networks that are routed among each other in hardware should have one MTU',
  why: 'Packets that are too long for the network that they go to leave the hardware path: the CPU answers with an ICMP error or fragments them, or the chip drops them.',
  remedy: 'Give the networks that talk to each other the same MTU.',
  evidence: [
    documented(
      'routeros/l3hw#l3hw-settings',
      'packets above the MTU are handed to the CPU for an ICMP error, or dropped',
    ),
    inferred('routeros/l3hw#l3hw-settings', 'packets that may be fragmented are fragmented by the CPU'),
  ],

  check({ network }) {
    const underlay = new Set(
      vxlansOf(network).flatMap(({ vteps }) => vteps.flatMap((vtep) => underlayInterfaces(network, vtep))),
    );
    const ends = hardwareEnds(network, 4).filter(({ name }) => !underlay.has(name));
    const smallest = ends.reduce(
      (least, end) => (end.interface.mtu < least.interface.mtu ? end : least),
      ends[0] ?? noEnd,
    );
    return ends.flatMap(({ interface: { mtu, item } }) => {
      if (!item || mtu <= smallest.interface.mtu) return [];
      return [
        {
          subject: item,
          placement: 'partial',
          what: 'packets from networks with a larger MTU do not fit networks with a smaller one, and leave the hardware path',
          primary: label(item, 'mtu', `\`${smallest.name}\` takes ${smallest.interface.mtu} bytes`),
        },
      ];
    });
  },
});

const noEnd = { name: '', interface: { mtu: 0 } };
