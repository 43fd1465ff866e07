// L3 offloading is on for the chip and off for each of its ports: nothing is routed in hardware, only FastTrack can be.

import type { Fact } from '../../profile/target.ts';
import { routeInHardware } from '../fix.ts';
import { flaggedOff, portsOfRoutingChip, routedItems } from '../held.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const l3hwAllPortsOff = defineRule({
  id: 'l3hw/l3hw-all-ports-off',
  cost: 'H',

  check({ network }) {
    const chip = network.offload;
    const ports = portsOfRoutingChip(network);
    if (!chip?.l3Offload || ports.length === 0 || ports.some(({ l3Offload }) => l3Offload !== false)) return [];
    const fact = chip.switch.fact('l3.fasttrack');
    return flaggedOff(ports).map(({ item, name }) => ({
      subject: item,
      affects: routedItems(network),
      ...consequenceOf(fact),
      primary: ['l3-hw-offloading', `\`${name}\``],
      ...(!fact?.value && {
        fix: ['let the ports that route among themselves take part again', routeInHardware('yes', 'port', name)],
      }),
    }));
  },
});

function consequenceOf(fact: Fact<boolean> | undefined): Omit<WrittenFinding, 'subject' | 'primary'> {
  if (!fact) {
    return {
      placement: 'unknown',
      what: 'the chip routes nothing: the flag is off on every port, and it is not documented whether it offloads FastTrack',
    };
  }
  if (!fact.value) {
    return {
      what: 'everything is routed by the CPU: L3 offloading is off on every port, and the chip offloads no FastTrack',
      evidence: [fact.says('the chip offloads no FastTrack connections')],
    };
  }
  return {
    placement: 'fasttrack',
    cost: 'i',
    why: fasttrackMode,
    what: 'the chip routes nothing but FastTrack connections: the flag is off on every port',
    evidence: [fact.says('the chip offloads FastTrack connections')],
  };
}

const fasttrackMode =
  'The first packets of each connection go through the CPU; then the chip forwards the busiest connections, as many as its table holds.';
