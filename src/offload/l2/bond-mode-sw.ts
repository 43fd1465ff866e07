// Bonds in a mode that the switch chip does not know.

import type { Bond } from '../../forwarding/network.ts';
import { chipOfSlaves, modeStop } from '../../forwarding/ports.ts';
import { bondUse } from '../bond-use.ts';
import { defineRule, type Findings, type RuleContext } from '../rule.ts';

export const bondModeSw = defineRule({
  id: 'l2/bond-mode-sw',
  cost: 'H',
  facts: ['l2.bonding-modes', 'l2.bridge'],
  summary: 'A bond is switched in hardware only in the modes that its chip knows',
  why: 'Frames from and to the bond pass the CPU, so it does not carry more than the CPU does.',
  remedy: 'Use 802.3ad with LACP on the other side, or balance-xor where that cannot be.',

  check: (context) => [...context.network.bonds.values()].flatMap((bond) => ofBond(context, bond)),
});

function ofBond({ network }: RuleContext, bond: Bond): Findings {
  const chip = chipOfSlaves(bond, network.ports);
  const stop = chip && modeStop(bond, chip);
  if (!stop || !bondUse(network, bond)) return [];
  const modes = stop.known;
  const member = network.bridgePorts.get(bond.name);
  const property = bond.item.properties.has('mode') ? 'mode' : 'name';
  const found = { subject: bond.item, ...(member && { affects: [member.item] }) };
  if (!modes) {
    return {
      ...found,
      placement: 'unknown',
      what: 'it is not documented which bonding modes this chip switches',
      primary: [property, `\`${bond.name}\` may be left to the CPU`],
    };
  }
  const known = modes.value.join(', ');
  return {
    ...found,
    what: `bond \`${bond.name}\` is left to the CPU`,
    primary: [property, `${chip.chip} does not switch ${known === '' ? 'bonds' : `mode ${bond.mode}`}`],
    evidence: [modes.says(`${chip.chip} switches ${known === '' ? 'no bonds' : `bonds in mode ${known}`}`)],
    ...(known !== '' && {
      fix: { set: 'mode', to: '802.3ad', title: 'use 802.3ad, with LACP on the other side' },
    }),
  };
}
