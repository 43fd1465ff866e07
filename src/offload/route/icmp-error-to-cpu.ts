// Packets that need an ICMP error go to the CPU: anybody can send them.

import { routesInHardware } from '../../forwarding/legs/ends.ts';
import { isYes, settingOf } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const icmpErrorToCpu = defineRule({
  id: 'route/icmp-error-to-cpu',
  cost: 'L',

  check({ config, network }) {
    const setting = settingOf(config, '/interface/ethernet/switch/l3hw-settings', 'icmp-reply-on-error');
    const item = setting?.item ?? network.offload?.item;
    if (!item || !routesInHardware(network) || !isYes(setting?.value ?? 'yes')) return [];
    return {
      subject: item,
      placement: 'hardware',
      what: 'packets in error are handed to the CPU, at whatever rate they come',
      primary: [setting ? 'icmp-reply-on-error' : 'l3-hw-offloading', 'answers every packet in error'],
    };
  },
});
