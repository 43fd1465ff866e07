// "From VLAN x" and "from zone y" as a switch chip can match them: by ingress port, and by tag where a port carries more.

import type { L3Layout, Layout } from './layout.ts';

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
