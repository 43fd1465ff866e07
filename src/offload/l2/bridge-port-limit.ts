// More ports than a bridge can have.

import { aboutEach, bridges, defineRule } from '../rule.ts';

/** RouterOS's own limit, the same on every device. */
const portsMax = 1024;

export const bridgePortLimit = defineRule({
  id: 'l2/bridge-port-limit',
  cost: 'M',
  summary: 'A bridge has 1024 ports at most',
  why: 'What happens to the ports beyond the limit is not predictable.',
  remedy: 'Spread the interfaces over several bridges or devices.',

  check: aboutEach(bridges, ({ item, name, ports }) => {
    const beyond = ports[portsMax];
    if (!beyond) return [];
    return {
      placement: 'unpredictable',
      what: `\`${name}\` has ${ports.length} ports, and the limit is ${portsMax}`,
      primary: [beyond.item, 'interface', `port number ${portsMax + 1}`],
      related: [[item, 'name', 'the bridge']],
    };
  }),
});
