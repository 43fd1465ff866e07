// Forwarding switched off for the CPU while the chip routes.

import { isForwardingOff } from '../../forwarding/legs/device-reasons.ts';
import { routesInHardware } from '../../forwarding/legs/ends.ts';
import { routeInHardware } from '../fix.ts';
import { defineRule } from '../rule.ts';

export const ipForwardOff = defineRule({
  id: 'route/ip-forward-off',
  cost: 'M',
  summary: 'Whether the chip stops routing with `ip-forward=no` is not documented',
  why: 'The device is told not to route, but the chip may go on. Networks that should be apart may not be.',
  remedy: 'Switch L3 offloading off as well.',

  check({ config, network }) {
    const item = isForwardingOff(config, 4);
    const chip = network.offload;
    if (!chip || !item || !routesInHardware(network)) return [];
    return {
      subject: item,
      placement: 'unpredictable',
      what: 'the chip may go on routing although forwarding is switched off',
      primary: ['ip-forward', 'a setting of the CPU'],
      fix: ['switch L3 offloading off as well', routeInHardware('no', 'switch', chip.switch.name)],
    };
  },
});
