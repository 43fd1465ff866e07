// More ports than a bridge can have.

import { bridgePortsMax } from '../../forwarding/paths/switched.ts';
import { aboutEach, bridges, defineRule } from '../rule.ts';

export const bridgePortLimit = defineRule({
  id: 'l2/bridge-port-limit',
  cost: 'M',

  check: aboutEach(bridges, ({ item, name, ports }) => {
    const beyond = ports[bridgePortsMax];
    if (!beyond) return [];
    return {
      placement: 'unpredictable',
      what: `\`${name}\` has ${ports.length} ports, and the limit is ${bridgePortsMax}`,
      primary: [beyond.item, 'interface', `port number ${bridgePortsMax + 1}`],
      related: [[item, 'name', 'the bridge']],
    };
  }),
});
