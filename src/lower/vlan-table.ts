// VLANs in the table of a small switch chip: it keeps switching in hardware where a filtering bridge would not.

import type { Switch } from '../profile/target.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import type { VlanLayout } from './layout.ts';
import { tag } from './tag.ts';

/**
 * The chip whose own table separates the VLANs: all bridged ports are on it, and bridge filtering would cost its
 * hardware.
 */
export function vlanTableSwitch({ layout, target }: LowerContext): Switch | undefined {
  if (layout.vlans.size === 0) return undefined;
  const [first, ...others] = new Set(layout.bridged.flatMap(({ ports }) => ports.map((port) => target.switchOf(port))));
  if (!first || others.length > 0 || layout.bridged.some(({ kind }) => kind === 'bond')) return undefined;
  const isTableNeeded = first.fact('l2.vlan-filtering')?.value === false && first.fact('l2.vlan-table')?.value === true;
  return isTableNeeded ? first : undefined;
}

/** `secure` drops what the table does not name; what enters untagged gets the port's own VLAN. */
export function lowerVlanTable(context: LowerContext, chip: Switch): void {
  const { intent, layout, draft, device } = context;
  for (const vlan of layout.vlans.values()) addRow(context, { vlan, chip });
  for (const { name, role, places, origin } of layout.bridged) {
    // The chip lets a port that keeps no VLANs apart alone.
    if (role.bridged && role.trunk === undefined) continue;
    const untagged = role.vlan ?? role.native;
    const vid = untagged === undefined ? undefined : intent.site.vlans?.[untagged]?.id;
    draft.set('/interface/ethernet/switch/port', name, origin, {
      name: said(name, origin),
      'vlan-mode': said('secure', origin),
      'default-vlan-id': said(vid, places.at(role.vlan === undefined ? 'native' : 'vlan')),
    });
  }
  const cpu = cpuPort(chip);
  const origin = device.places.at('model');
  draft.set('/interface/ethernet/switch/port', cpu, origin, {
    name: said(cpu, origin),
    'vlan-mode': said('secure', origin),
  });
}

function addRow({ draft }: LowerContext, { vlan, chip }: { vlan: VlanLayout; chip: Switch }): void {
  const { origin, settings, name } = vlan;
  const members = [
    ...(vlan.isRouted ? [cpuPort(chip)] : []),
    ...[...vlan.untagged, ...vlan.tagged].map((each) => each.name),
  ];
  draft.add('/interface/ethernet/switch/vlan', origin, {
    switch: said(chip.name, origin),
    'vlan-id': said(settings.id, origin),
    ports: said(members.join(','), origin),
    comment: tag(['vlan', name], origin, settings.description),
  });
}

function cpuPort(chip: Switch): string {
  return `${chip.name}-cpu`;
}
