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
