// QoS in hardware switched off on a chip where it cannot be.

import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule, restingOn } from '../rule.ts';
import { chipRows } from '../switch-rules.ts';

export const qosF7kAlwaysOn = defineRule({
  id: 'ops/qos-f7k-always-on',
  cost: 'L',

  check: aboutEach(chipRows, ({ item, chip }) => {
    const fact = chip.fact('qos.always-on');
    if (propertyValue(item, 'qos-hw-offloading') !== 'no' || fact?.value === false) return [];
    return restingOn(fact, 'whether this chip can switch QoS off', {
      placement: 'hardware',
      what: 'QoS in hardware stays on: this chip cannot switch it off',
      primary: ['qos-hw-offloading', 'ignored'],
      says: 'the chip applies QoS in hardware always',
    });
  }),
});
