// Congestion control on a chip that has none.

import { itemsOf, type MenuPath, propertyValue } from '../../model/config.ts';
import { defineRule, restingOn } from '../rule.ts';

const settings: readonly (readonly [MenuPath, property: string])[] = [
  ['/interface/ethernet/switch/qos/tx-manager/queue', 'wred'],
  ['/interface/ethernet/switch/qos/tx-manager/queue', 'ecn'],
  ['/interface/ethernet/switch/qos/tx-manager', 'ecn'],
  ['/interface/ethernet/switch/qos/port', 'pfc'],
];

export const qosFeatureF2k = defineRule({
  id: 'ops/qos-feature-f2k',
  cost: 'M',

  check({ config, network }) {
    const chip = network.offload?.switch;
    const fact = chip?.fact('qos.wred');
    if (!chip || fact?.value === true) return [];
    return settings.flatMap(([menu, property]) => {
      const asking = itemsOf(config, menu).filter((item) => !off.has(propertyValue(item, property) ?? ''));
      return asking.map((item) =>
        restingOn(fact, 'whether this chip has WRED, ECN and priority flow control', {
          subject: item,
          placement: 'unavailable',
          what: 'WRED, ECN and priority flow control do nothing on this chip',
          primary: [property, 'no effect'],
          says: 'the chip has neither WRED nor ECN nor priority flow control',
        }),
      );
    });
  },
});

const off: ReadonlySet<string> = new Set(['', 'no', 'false', 'none', 'disabled']);
