// Chips that know one MAC prefix for all routed interfaces: addresses outside it are not routed in hardware.

import { differingCarriers, type MacCarrier } from '../../forwarding/legs/mac-range.ts';
import { areDistinct, describePrefix, isLocal, macPlace } from '../../forwarding/network/mac-prefix.ts';
import type { Network, Reference } from '../../forwarding/network/network.ts';
import { propertyValue } from '../../model/config.ts';
import { setNamed, word } from '../fix.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const macRangeDx2000Dx3000 = defineRule({
  id: 'l3hw/mac-range-dx2000-dx3000',
  cost: 'H',

  check({ network }) {
    const chip = network.offload;
    const fact = chip?.switch.fact('l3.mac-prefix');
    if (!chip?.l3Offload || fact?.value === false) return [];
    const all = differingCarriers(network).flatMap((each) => placed(network, each));
    // An address that somebody made up is the one to change.
    const first = all.find(({ prefix }) => !isLocal(prefix)) ?? all[0];
    if (!first) return [];
    const others = all.filter(({ prefix }) => prefix !== first.prefix);
    return others.map((other): WrittenFinding => {
      const isCertain = fact !== undefined && areDistinct(first.prefix, other.prefix);
      return {
        subject: other.item,
        placement: isCertain ? 'cpu' : 'unknown',
        what: fact
          ? `packets between these interfaces ${isCertain ? 'are' : 'may be'} routed by the CPU: their MAC addresses do not share one prefix`
          : 'it is not documented whether this chip needs one MAC prefix for all routed interfaces',
        primary: [other.property, `\`${other.name}\`: ${describePrefix(other.prefix)}`],
        related: [[first.item, first.property, `\`${first.name}\`: ${describePrefix(first.prefix)}`]],
        ...(fact && { evidence: [fact.says('the chip needs one MAC prefix for all routed interfaces')] }),
        ...(fact && { fix: fixFor([first, other]) }),
      };
    });
  },
});

type PlacedCarrier = MacCarrier & Reference;

/** At its MAC address, or at its IP address where nobody has written that. */
function placed(network: Network, carrier: MacCarrier): readonly PlacedCarrier[] {
  const { item, property } = macPlace(network, carrier.name);
  const address = network.l3Interfaces.get(carrier.name)?.addresses[0]?.item;
  const isWritten = item !== undefined && propertyValue(item, property) !== undefined;
  if (!isWritten && address) return [{ ...carrier, item: address, property: 'interface' }];
  return item ? [{ ...carrier, item, property }] : [];
}

function fixFor(both: readonly PlacedCarrier[]) {
  const commands = both.flatMap(({ name, property }) => {
    if (property === 'mac-address') return [`/interface/ethernet reset-mac-address ${word(name)}`];
    if (property === 'forced-mac-address') return [`/interface/bonding set ${word(name)} !forced-mac-address`];
    if (property !== 'admin-mac') return [];
    return [setNamed('/interface/bridge', name, 'auto-mac=no admin-mac=<an address of the port range>')];
  });
  return ['take both addresses from the range of the factory', ...commands] as const;
}
