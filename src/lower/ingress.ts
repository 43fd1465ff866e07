// "From VLAN x" and "from zone y" as a switch chip can match them: by ingress port, and by tag where a port
// carries more.

import { mistake } from '../intent/mistake.ts';
import { isAtLeastVersion } from '../model/version.ts';
import type { LowerContext } from './context.ts';
import type { Attachment, L3Layout, Layout } from './layout.ts';
import { sayOnce } from './say-once.ts';

/** One set of ports whose packets are told apart in the same way; a switch rule takes one of them. */
export interface IngressGroup {
  readonly ports: readonly string[];
  /** Set for ports that carry the VLAN tagged. */
  readonly vlanId?: number;
  /** Absent for ports that carry nothing else. */
  readonly vlanHeader?: 'present' | 'not-present';
}

/**
 * Access and routed ports match by port alone; hybrid ports by the missing tag; trunks by the tag. On access ports the
 * manual does not say whether `vlan-id` sees the port's own VLAN, so it is never used there.
 */
export function ingressGroups({ vlans }: Layout, l3: L3Layout): readonly IngressGroup[] {
  const vlan = vlans.get(l3.name);
  if (l3.kind !== 'vlan' || !vlan) return [{ ports: l3.attachments.map(({ name }) => name) }];
  const access = vlan.untagged.filter(({ role }) => role.trunk === undefined).map(({ name }) => name);
  const hybrid = vlan.untagged.filter(({ role }) => role.trunk !== undefined).map(({ name }) => name);
  const trunks = vlan.tagged.map(({ name }) => name);
  const groups: IngressGroup[] = [
    { ports: access },
    { ports: hybrid, vlanHeader: 'not-present' },
    { ports: trunks, vlanId: vlan.settings.id, vlanHeader: 'present' },
  ];
  return groups.filter(({ ports }) => ports.length > 0);
}

/** The first version in which a switch rule can name a bond. */
const bondsSince = '7.17';

/** The groups of an interface as far as the routing chip sees them: without ports beside it. */
export function chipGroups(context: LowerContext, l3: L3Layout): readonly IngressGroup[] {
  return ingressGroups(context.layout, l3).flatMap((group): IngressGroup[] => {
    const ports = group.ports.filter((name) => isOnChip(context, name));
    return ports.length > 0 ? [{ ...group, ports }] : [];
  });
}

/** Whether every way into an interface is on the routing chip. */
export function isWhollyOnChip(context: LowerContext, l3: L3Layout): boolean {
  return l3.attachments.every(({ name }) => isOnChip(context, name));
}

function isOnChip(context: LowerContext, name: string): boolean {
  const { layout, target } = context;
  const chip = target.offloadSwitch;
  const bond = layout.bonds.find((each) => each.name === name);
  if (!chip || !(bond?.slaves ?? [name]).every((port) => target.switchOf(port) === chip)) return false;
  if (!bond || isAtLeastVersion(target.routeros, bondsSince)) return true;
  sayBondUnknown(context, bond);
  return false;
}

function sayBondUnknown(
  { diagnostics, device, target }: LowerContext,
  bond: Pick<Attachment, 'name' | 'origin'>,
): void {
  sayOnce(
    diagnostics,
    mistake('lower/bond-in-switch-rule', {
      what: `packets that enter by bond \`${bond.name}\` pass every policy of the switch chip unseen`,
      at: bond.origin,
      why: `RouterOS ${target.routeros.text} cannot name a bond in a switch rule; ${bondsSince} and newer can.`,
      device: device.name,
      fix: { title: `use RouterOS ${bondsSince} or newer`, applicability: 'manual', edits: [] },
    }),
  );
}
