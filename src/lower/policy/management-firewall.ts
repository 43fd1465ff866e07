// The management network on devices whose CPU routes: forward rules keep it apart where no chip stands between.

import type { MenuPath } from '../../model/config.ts';
import type { LowerContext } from '../context.ts';
import { said } from '../draft.ts';
import { isWhollyOnChip } from '../ingress.ts';
import { tag } from '../tag.ts';
import type { Family } from './ingress-packet-set.ts';
import { managementSides } from './management-layer.ts';

export function isolateInFirewall(context: LowerContext, family: Family): void {
  const sides = managementSides(context);
  if (!sides) return;
  const { management, data } = sides;
  const { origin } = management;
  const drop = (menu: MenuPath, direction: 'in' | 'out') => {
    const settings = {
      chain: said('forward', origin),
      action: said('drop', origin),
      [`${direction}-interface`]: said(management.name, origin),
      comment: tag(['management', direction], origin),
    };
    context.draft.add(menu, settings, origin);
  };
  const menu: MenuPath = family === 4 ? '/ip/firewall/filter' : '/ipv6/firewall/filter';
  if (!isWhollyOnChip(context, management)) drop(menu, 'in');
  if (!data.every((l3) => isWhollyOnChip(context, l3))) drop(menu, 'out');
}
