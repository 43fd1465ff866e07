// MACsec on a port: encryption by the CPU, and an interface of its own that the chip does not know.

import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

export const macsecPort = defineRule({
  id: 'l2/macsec-port',
  cost: 'H',

  check: aboutEach(itemsIn('/interface/macsec'), (item, { network }) => {
    const port = network.ports.get(propertyValue(item, 'interface') ?? '');
    if (!port || item.state?.get('hw-offloaded') === 'true') return [];
    return {
      // A port that is the CPU's own has no hardware to lose.
      ...(!port.switch && { cost: 'i' }),
      what: 'links with MACsec are forwarded by the CPU',
      primary: ['interface', `frames of \`${port.name}\` are encrypted by the CPU`],
    };
  }),
});
