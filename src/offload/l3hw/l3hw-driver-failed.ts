// The driver of the chip has stopped, whatever the configuration says.

import { setNamed } from '../fix.ts';
import { defineRule } from '../rule.ts';

export const l3hwDriverFailed = defineRule({
  id: 'l3hw/l3hw-driver-failed',
  cost: 'C',
  needs: 'live',

  check({ network }) {
    const item = network.offload?.item;
    const error = item?.state?.get('error') ?? item?.state?.get('l3hw-state');
    if (!item || error === undefined || error === '' || error === 'ok') return [];
    return {
      subject: item,
      affects: network.routes.map((route) => route.item),
      what: `nothing is routed in hardware: the driver of the chip has stopped (${error})`,
      primary: ['l3-hw-offloading', error],
      fix: [
        'mend the cause, then restart the driver',
        setNamed('/interface/ethernet/switch', network.offload?.switch.name, 'l3-hw-offloading=no'),
        setNamed('/interface/ethernet/switch', network.offload?.switch.name, 'l3-hw-offloading=yes'),
      ],
    };
  },
});
