// Takes interfaces whose traffic has to meet the CPU off hardware routing: by the flag of their ports, or by the flag
// of the VLAN, which never touches the other VLANs of a port. VRFs that the chip does not know have no flag everywhere:
// what enters in them goes to the CPU, as the manual asks, because the chip may take the main table.

import { vrfOf } from '../../intent/networks.ts';
import type { Property } from '../../model/config.ts';
import type { LowerContext } from '../context.ts';
import { said } from '../draft.ts';
import type { L3Layout } from '../layout.ts';
import { routedFamilies } from './families.ts';
import type { Entrances } from './implicit-layers.ts';
import { everything } from './ingress-packet-set.ts';
import { isOpenOutward } from './management-layer.ts';
import { type Layer, type LayerRule, toCpu } from './policy-rule.ts';
import { hasVlanFlag, statefulTraffic } from './stateful.ts';

/** Routed ports and bonds are in no VLAN, so their flag concerns them alone. */
export function setUplinkFlags(context: LowerContext): void {
  const { target, draft } = context;
  const chip = target.offloadSwitch;
  for (const { l3, cause } of statefulTraffic(context).off) {
    if (l3.kind === 'vlan') continue;
    for (const port of l3.attachments.flatMap(({ ports }) => ports)) {
      if (!chip || target.switchOf(port) !== chip) continue;
      const settings = { name: said(port, cause.origin), 'l3-hw-offloading': said(false, cause.origin) };
      draft.set('/interface/ethernet/switch/port', port, cause.origin, settings);
    }
  }
}

/** The flag of a VLAN interface, where policy needs one. */
export function vlanFlagOf(context: LowerContext, l3: L3Layout): Property | undefined {
  if (!hasVlanFlag(context, l3)) return undefined;
  if (l3.isManagement && isOpenOutward(context)) return said(false, l3.origin);
  const off = statefulTraffic(context).off.find((each) => each.l3 === l3);
  if (off) return said(false, off.cause.origin);
  const vrf = vrfOnCpuOf(context, l3.name);
  return vrf === undefined ? undefined : said(false, context.device.places.at('vrfs', vrf, 'interfaces'));
}

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

/** The VRF of an interface, where the chip that routes knows none. */
export function vrfOnCpuOf({ device, target }: LowerContext, owner: string): string | undefined {
  return target.offloadSwitch?.fact('l3.vrf')?.value === false ? vrfOf(device.settings, owner) : undefined;
}
