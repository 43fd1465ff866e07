// Bonds in a mode that the switch chip does not know.

import { chipOfSlaves, modeStop } from '../../forwarding/network/ports.ts';
import { bondUse } from '../bond-use.ts';
import { aboutEach, bonds, defineRule, restingOn } from '../rule.ts';

export const bondModeSw = defineRule({
  id: 'l2/bond-mode-sw',
  cost: 'H',

  check: aboutEach(bonds, (bond, { network }) => {
    const use = bondUse(network, bond);
    const chip = use && (chipOfSlaves(bond, network.ports) ?? use);
    const stop = chip && modeStop(bond, chip);
    if (!stop) return [];
    const member = network.bridgePorts.get(bond.name);
    const property = bond.item.properties.has('mode') ? 'mode' : 'name';
    const known = stop.known?.value.join(', ');
    const [lacks, has] = known === '' ? ['bonds', 'no bonds'] : [`mode ${bond.mode}`, `bonds in mode ${known}`];
    const left = stop.known ? `${chip.chip} does not switch ${lacks}` : `\`${bond.name}\` may be left to the CPU`;
    return restingOn(stop.known, 'which bonding modes this chip switches', {
      ...(member && { affects: [member.item] }),
      what: `bond \`${bond.name}\` is left to the CPU`,
      primary: [property, left],
      says: `${chip.chip} switches ${has}`,
      ...(known && { fix: { set: 'mode', to: '802.3ad', title: 'use 802.3ad, with LACP on the other side' } }),
    });
  }),
});
