// Host routes in a chip that keeps hosts beside the MAC addresses.

import { defineRule, ofRoutingChip } from '../rule.ts';

export const fdbHostCapacity = defineRule({
  id: 'route/fdb-host-capacity',
  cost: 'H',

  check: ofRoutingChip(({ chip, network }) => {
    if (chip.switch.fact('l3.table')?.value === 'shared') return [];
    const fdb = chip.switch.fact('l2.fdb');
    const families = [
      { family: 4, bits: 32, size: chip.switch.fact('l3.hosts.ipv4') },
      { family: 6, bits: 128, size: chip.ipv6Offload ? chip.switch.fact('l3.hosts.ipv6') : undefined },
    ] as const;
    return families.flatMap(({ family, bits, size }) => {
      if (family === 6 && !chip.ipv6Offload) return [];
      const hosts = network.routes.filter(
        ({ prefix, origin, usable, suppressed }) =>
          prefix.family === family && prefix.length === bits && origin === 'static' && usable && !suppressed,
      );
      const last = hosts.at(-1);
      if (!last || hosts.length <= (size?.value ?? smallestTable)) return [];
      return {
        subject: last.item,
        affects: hosts.map(({ item }) => item),
        placement: size ? 'partial' : 'unknown',
        what: size
          ? `${hosts.length} IPv${family} host routes do not fit the ${size.value} host entries of the chip`
          : `it is not documented whether ${hosts.length} IPv${family} host routes fit this chip`,
        primary: ['dst-address', 'the last of them'],
        ...(size && {
          evidence: [
            size.says(`the table holds up to ${size.value} hosts`),
            ...(fdb ? [fdb.says(`it is the table of up to ${fdb.value} MAC addresses`)] : []),
          ],
        }),
      };
    });
  }),
});

/** No chip with such a table has less; below it the question does not arise. */
const smallestTable = 16_000;
