// What flags and rules bring to the CPU of a switch shares a CPU that is made for management.

import { hasFlaggedOff } from '../../forwarding/legs/ends.ts';
import { flaggedOff } from '../held.ts';
import { defineRule, ofRoutingChip, restingOn } from '../rule.ts';

const weakMhz = 1000;
const weakCores = 2;

export const cpuLegBandwidth = defineRule({
  id: 'ops/cpu-leg-bandwidth',
  cost: 'L',
  datapath: 'l3-routing',
  facts: ['cpu.cores', 'cpu.mhz'],
  summary: 'All that falls to the CPU shares one CPU, and one link between it and the chip',
  why: 'Traffic that flags take off the chip, packets for the device and its management share a CPU that forwards a small part of what the chip does. Under load the device is hard to reach.',
  remedy: 'Limit what is redirected by the rate of a switch rule, and keep bulk traffic in hardware.',

  check: ofRoutingChip(({ network, target }) => {
    if (!hasFlaggedOff(network)) return [];
    const cores = target.fact('cpu.cores');
    const mhz = target.fact('cpu.mhz');
    if (cores && mhz && (mhz.value > weakMhz || cores.value > weakCores)) return [];
    const [flag] = flaggedOff([...network.ports.values()]);
    const vlan = [...network.vlanInterfaces.values()].find(({ l3Offload }) => !l3Offload)?.item;
    const item = flag?.item ?? vlan;
    if (!item) return [];
    const speed = `${cores?.value} core${cores?.value === 1 ? '' : 's'} at ${mhz?.value} MHz`;
    return restingOn(cores && mhz, 'what the CPU of this device can forward', {
      subject: item,
      what: `what flags take off the chip shares ${speed}`,
      primary: ['l3-hw-offloading', 'brings traffic to the CPU'],
      says: `the CPU has ${speed}`,
    });
  }),
});
