// Forwarding switched off: the CPU stops, and the chip may go on.

import { isForwardingOff } from '../../forwarding/legs/device-reasons.ts';
import { routedEnds, routesInHardware } from '../../forwarding/legs/ends.ts';
import { chipName } from '../../forwarding/network/ports.ts';
import { families } from '../../model/prefix.ts';
import { routeInHardware } from '../fix.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const ipForwardOff = defineRule({
  id: 'route/ip-forward-off',
  cost: 'M',

  check: ({ config, network }) =>
    families.flatMap((family): readonly WrittenFinding[] => {
      const subject = isForwardingOff(config, family);
      if (!subject || routedEnds(network, family).length < 2) return [];
      const primary = [family === 4 ? 'ip-forward' : 'forward', 'a setting of the CPU'] as const;
      const stopped = 'nothing is routed between the networks of the device';
      if (!routesInHardware(network, family))
        return [{ subject, placement: 'dropped', cost: 'i', what: stopped, primary }];
      const what = 'the chip may go on routing although forwarding is switched off';
      const fix = ['switch L3 offloading off as well', routeInHardware('no', 'switch', chipName(network))] as const;
      return [{ subject, placement: 'unpredictable', what, primary, fix }];
    }),
});
