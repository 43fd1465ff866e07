// Service tags on ports that cannot filter them.

import type { Bridge, Network } from '../../forwarding/network.ts';
import { aboutEach, bridges, defineRule } from '../rule.ts';

export const etherType98dx3257 = defineRule({
  id: 'l2/ether-type-98dx3257',
  cost: 'H',
  facts: ['l2.s-tag-filtering', 'l2.tag-stacking'],
  summary: 'One chip filters VLANs by another tag than 0x8100 on its fast ports only',
  why: 'VLAN filtering does not work on the Gigabit ports, so frames reach VLANs that they do not belong to, or none.',
  remedy: 'Use SFP+ and QSFP+ ports for the provider bridge.',

  check: aboutEach(bridges, (bridge, { network }) => {
    if (!bridge.vlanFiltering || bridge.etherType === '0x8100') return [];
    const ports = slowPorts(network, bridge);
    const [first] = ports;
    if (!first) return [];
    return {
      affects: ports.map(({ item }) => item),
      placement: ports.some(({ isBroken }) => isBroken) ? 'unpredictable' : 'unknown',
      what: first.isBroken
        ? `VLAN filtering of \`${bridge.name}\` does not work on its Gigabit ports`
        : 'it is not documented whether this chip filters service tags on Gigabit ports',
      primary: ['ether-type', 'not filtered on Gigabit ports'],
      related: ports.map(({ item }) => [item, 'interface', 'a Gigabit port']),
      ...(first.evidence && { evidence: [first.evidence] }),
    };
  }),
});

/** Gigabit ports of a bridge on chips that are not certain to filter service tags. */
function slowPorts(network: Network, bridge: Bridge) {
  return bridge.ports.flatMap((member) =>
    network.portsBelow(member.interface).flatMap(({ port, switch: chip }) => {
      const fact = chip?.fact('l2.s-tag-filtering');
      // A chip without service tags leaves the whole bridge to the CPU, which filters them.
      if (!chip || fact?.value === true || port.mbps > 1000 || chip.fact('l2.tag-stacking')?.value === false) return [];
      const evidence = fact?.says(`${chip.chip} does not filter service tags on Gigabit ports`);
      return [{ item: member.item, isBroken: fact !== undefined, ...(evidence && { evidence }) }];
    }),
  );
}
