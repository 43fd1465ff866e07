// Bonds whose slaves are not all ports of the one switch chip that should serve them.

import { softwareBondReason } from '../../forwarding/legs/l3-leg.ts';
import type { Network } from '../../forwarding/network/network.ts';
import type { Switch } from '../../profile/target.ts';
import { bondUse } from '../bond-use.ts';
import { aboutEach, bonds, defineRule } from '../rule.ts';

export const bondForeignSlave = defineRule({
  id: 'l2/bond-foreign-slave',
  cost: 'H',

  check: aboutEach(bonds, (bond, { network }) => {
    const chip = bondUse(network, bond);
    const reason = softwareBondReason(network, bond.name, chip);
    if (!chip || bond.hardware !== undefined || reason?.cause.code !== 'l2/bond-foreign-slave') return [];
    const foreign = bond.slaves.filter((slave) => network.ports.get(slave)?.switch !== chip);
    if (foreign.length === 0) return [];
    const member = network.bridgePorts.get(bond.name);
    return {
      ...(member && { affects: [member.item] }),
      what: `bond \`${bond.name}\` is left to the CPU, because not every slave is a port of the chip`,
      primary: ['slaves', foreign.map((slave) => whereIs(network, slave, chip)).join(', ')],
    };
  }),
});

function whereIs(network: Network, slave: string, chip: Switch): string {
  const port = network.ports.get(slave);
  if (!port) return `\`${slave}\` is no Ethernet port`;
  return port.switch ? `\`${slave}\` is on another chip than ${chip.name}` : `\`${slave}\` is wired to the CPU`;
}
