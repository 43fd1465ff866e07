// More different MTUs than the chip has profiles for.

import { routesInHardware } from '../../forwarding/ends.ts';
import { masterOf } from '../../forwarding/masters.ts';
import type { L3Interface, Network } from '../../forwarding/network.ts';
import type { Item } from '../../model/config.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';

const standard = 1500;
const kinds: ReadonlySet<string> = new Set(['port', 'bond', 'bridge', 'vlan']);

export const mtuProfileLimit = defineRule({
  id: 'mtu/mtu-profile-limit',
  cost: 'H',
  datapath: 'l3-routing',
  facts: ['l3.mtu-profiles'],
  summary: 'The chip has a small number of MTU profiles, and 1500 takes one of them',
  why: 'What becomes of interfaces with one MTU too many is not described: the CPU may route them, or the chip with another MTU.',
  remedy: 'Use fewer different values.',

  check({ network }) {
    const chip = network.offload;
    if (!chip || !routesInHardware(network)) return [];
    const fact = chip.switch.fact('l3.mtu-profiles');
    const sized = sizedInterfaces(network);
    const values = [...new Set([standard, ...sized.map(({ mtu }) => mtu)])];
    const most = fact?.value ?? 8;
    const beyond = new Set(values.slice(most));
    return sized
      .filter(({ mtu }) => beyond.has(mtu))
      .map(({ item, mtu, name }) => ({
        subject: item,
        placement: fact ? ('unpredictable' as const) : ('unknown' as const),
        what: fact
          ? `routed interfaces have ${values.length} different MTUs, and the chip has profiles for ${most}`
          : `it is not documented how many MTUs this chip can have; there are ${values.length}`,
        primary: label(item, item.properties.has('mtu') ? 'mtu' : 'name', `${mtu} at \`${name}\` is one too many`),
        related: sized
          .filter((other) => other.mtu !== mtu && other.item.properties.has('mtu'))
          .map((other) => label(other.item, 'mtu', `${other.mtu}`)),
        ...(fact && { evidence: [fact.says(`${chip.switch.chip} has ${most} MTU profiles`)] }),
      }));
  },
});

interface Sized {
  readonly name: string;
  readonly item: Item;
  readonly mtu: number;
}

/** Interfaces of the chip that can be routed, in configuration order. A slave's packets have the MTU of its master. */
function sizedInterfaces(network: Network): readonly Sized[] {
  return [...network.l3Interfaces.values()].flatMap(({ name, kind, item, mtu }: L3Interface) => {
    const isOnChip = network.portsBelow(name).some((port) => port.switch === network.offload?.switch);
    return item && kinds.has(kind) && isOnChip && !masterOf(network, name) ? [{ name, item, mtu }] : [];
  });
}
