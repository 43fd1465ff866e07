// Takes interfaces whose traffic has to meet the CPU off hardware routing: by the flag of their ports, or by the flag
// of the VLAN, which never touches the other VLANs of a port.

import type { Property } from '../../model/config.ts';
import type { LowerContext } from '../context.ts';
import { said } from '../draft.ts';
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
export function vlanFlagOf(
  context: Pick<LowerContext, 'device' | 'layout' | 'intent' | 'target'>,
  vlan: string,
): Property | undefined {
  const off = statefulTraffic(context).off.find(({ l3 }) => l3.name === vlan && hasVlanFlag(context, l3));
  return off && said(false, off.cause.origin);
}
