// VRFs that the chip does not know: what enters in them goes to the CPU, as the manual asks, because the chip may take
// the main table.

import { vrfOf } from '../../intent/networks.ts';
import type { Property } from '../../model/config.ts';
import type { LowerContext } from '../context.ts';
import { said } from '../draft.ts';
import type { L3Layout } from '../layout.ts';
import { routedFamilies } from './families.ts';
import type { Entrances } from './implicit-layers.ts';
import { everything } from './ingress-packet-set.ts';
import { type Layer, type LayerRule, toCpu } from './policy-rule.ts';
import { hasVlanFlag } from './stateful.ts';

/** VLANs with a flag of their own need no rule. */
export function vrfLayer(context: LowerContext, space: Entrances): Layer {
  const { device, layout } = context;
  const rules = [...layout.l3.values()].flatMap((l3): LayerRule[] => {
    const vrf = vrfOnCpuOf(context, l3.name);
    const ingress = space.ofInterface(l3);
    if (vrf === undefined || ingress === 0n || hasVlanFlag(context, l3)) return [];
    const origin = device.places.at('vrfs', vrf, 'interfaces');
    const cause = { rule: `vrf ${vrf}`, tag: ['vrf', vrf], origin };
    return routedFamilies(context).map((family) => ({ match: everything(ingress, family), effect: toCpu, cause }));
  });
  return { stage: 'steer', rules };
}

/** The flag of a VLAN interface of such a VRF, where the version has one. */
export function vrfFlagOf(context: LowerContext, l3: L3Layout): Property | undefined {
  const vrf = hasVlanFlag(context, l3) ? vrfOnCpuOf(context, l3.name) : undefined;
  return vrf === undefined ? undefined : said(false, context.device.places.at('vrfs', vrf, 'interfaces'));
}

/** The VRF of an interface, where the chip that routes knows none. */
export function vrfOnCpuOf({ device, target }: LowerContext, owner: string): string | undefined {
  return target.offloadSwitch?.fact('l3.vrf')?.value === false ? vrfOf(device.settings, owner) : undefined;
}
