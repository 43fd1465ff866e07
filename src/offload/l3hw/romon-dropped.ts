// RoMON on chips that swallow it while they route, on versions without the redirect rules that RouterOS adds by itself.

import { isYes } from '../../model/config.ts';
import { aboutEach, defineRule, restingOn, routed, settingIn } from '../rule.ts';

export const romonDropped = defineRule({
  id: 'l3hw/romon-dropped',
  cost: 'M',
  datapath: 'input',

  check: aboutEach(routed(settingIn('/tool/romon', 'enabled')), ({ value }, { network }) => {
    const fact = network.offload?.switch.fact('l3.romon-swallowed');
    if (!isYes(value) || fact?.value === false) return [];
    return restingOn(fact, 'whether this chip swallows RoMON packets', {
      placement: 'dropped',
      what: 'RoMON does not work through switch ports of this device',
      primary: ['enabled', 'the chip swallows these packets'],
      says: 'the chip drops RoMON packets in this version',
    });
  }),
});
