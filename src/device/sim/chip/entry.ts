// How a packet enters: from a front port, through bonds and VLAN interfaces, to the bridge or the L3 interface that it
// belongs to. The chip and the kernel see the same wiring; only who does the work differs.
// Source: manual, bridging, "Bridge VLAN filtering": frame types, ingress filtering, PVID, tag stacking.

import type { Interface, Interfaces } from '../derived/interfaces.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { Tag } from './packet.ts';
import { type BridgeProgram, isMember, type Member } from './program.ts';

export type Entry =
  | {
      readonly kind: 'bridged';
      readonly bridge: BridgeProgram;
      readonly member: Member;
      /** 0 on a bridge that does not filter. */
      readonly vlan: number;
      /** Tags that are left after the bridge took its own. */
      readonly tags: readonly Tag[];
      /** The bridge drops it, and why. */
      readonly refused?: string;
    }
  | { readonly kind: 'routed'; readonly interface: Interface; readonly tags: readonly Tag[] }
  | { readonly kind: 'lost'; readonly why: string };

/** `port` is the current name of a front port. */
export function entryOf(router: ForwardingRouter, port: string, tags: readonly Tag[]): Entry {
  const { interfaces, bridges } = router.derived();
  const physical = interfaces.get(port);
  if (physical?.kind !== 'ethernet') return { kind: 'lost', why: `there is no port ${port}` };
  const bond = physical.master === undefined ? undefined : interfaces.get(physical.master);
  const carrier = bond?.kind === 'bonding' ? bond : physical;
  return climb({ interfaces, bridges }, carrier, tags);
}

interface Wiring {
  readonly interfaces: Interfaces;
  readonly bridges: ReadonlyMap<string, BridgeProgram>;
}

function climb(wiring: Wiring, carrier: Interface, tags: readonly Tag[]): Entry {
  const bridge = carrier.master === undefined ? undefined : wiring.bridges.get(carrier.master);
  const member = bridge?.members.get(carrier.name);
  if (bridge && member) return bridged(bridge, member, tags);
  const [tag, ...inner] = tags;
  if (!tag || tag.vlan === 0) return { kind: 'routed', interface: carrier, tags: inner };
  const vlan = vlanOn(wiring.interfaces, carrier.name, tag.vlan, tag.tpid);
  return vlan ? climb(wiring, vlan, inner) : { kind: 'lost', why: `${carrier.name} has no VLAN interface ${tag.vlan}` };
}

/** The VLAN interface with that id, for that kind of tag, on an interface. */
function vlanOn(interfaces: Interfaces, parent: string, id: number, tpid = '0x8100'): Interface | undefined {
  const wanted = tpid === '0x88a8' ? 'yes' : 'no';
  for (const found of interfaces.values()) {
    if (found.kind !== 'vlan' || found.parent !== parent || !found.enabled) continue;
    const { values } = found.row;
    if (values.get('vlan-id') === String(id) && (values.get('use-service-tag') ?? 'no') === wanted) return found;
  }
  return undefined;
}

/** VLAN assignment at a bridge port. */
function bridged(bridge: BridgeProgram, member: Member, tags: readonly Tag[]): Entry {
  const base = { kind: 'bridged', bridge, member } as const;
  if (!bridge.filtering) return { ...base, vlan: 0, tags };
  const [tag, ...inner] = tags;
  // Only tags of the bridge's own kind count; others are payload.
  const isTagged = tag !== undefined && !member.tagStacking && (tag.tpid ?? '0x8100') === bridge.tpid && tag.vlan > 0;
  const isPriorityTagged = tag !== undefined && tag.vlan === 0;
  const vlan = isTagged ? tag.vlan : member.pvid;
  const left = isTagged || isPriorityTagged ? inner : tags;
  const refused = refusal(bridge, member, vlan, isTagged);
  return { ...base, vlan, tags: left, ...(refused !== undefined && { refused }) };
}

function refusal(bridge: BridgeProgram, member: Member, vlan: number, isTagged: boolean): string | undefined {
  if (isTagged && member.frameTypes === 'admit-only-untagged-and-priority-tagged')
    return `${member.name} admits no tagged frames`;
  if (!isTagged && member.frameTypes === 'admit-only-vlan-tagged') return `${member.name} admits tagged frames only`;
  if (member.ingressFiltering && !isMember(bridge, vlan, member.name))
    return `${member.name} is no member of VLAN ${vlan}`;
  return undefined;
}

/** The L3 interface of a bridge's VLAN: the bridge for its own untagged side, else the VLAN interface on it. */
export function bridgeInterface(
  router: ForwardingRouter,
  bridge: BridgeProgram,
  vlan: number,
  tags: readonly Tag[],
): Interface | undefined {
  const { interfaces } = router.derived();
  if (!bridge.filtering) {
    const [tag] = tags;
    return tag && tag.vlan > 0 ? vlanOn(interfaces, bridge.name, tag.vlan, tag.tpid) : interfaces.get(bridge.name);
  }
  const entry = bridge.vlans.get(vlan);
  if (entry?.tagged.has(bridge.name)) return vlanOn(interfaces, bridge.name, vlan, bridge.tpid);
  // A tag that is left is payload, which the bridge's own untagged side does not take for IP.
  return entry?.untagged.has(bridge.name) && tags.length === 0 ? interfaces.get(bridge.name) : undefined;
}

/** The L3 interface that an entry leads to, when the packet is for the device's own MAC address. */
export function interfaceOf(router: ForwardingRouter, entry: Entry): Interface | undefined {
  if (entry.kind === 'routed') return entry.interface;
  if (entry.kind === 'lost' || entry.refused !== undefined) return undefined;
  const found = bridgeInterface(router, entry.bridge, entry.vlan, entry.tags);
  // A VLAN interface that is a port of another bridge leads there.
  const above = found?.master === undefined ? undefined : router.derived().bridges.get(found.master);
  return above && found ? bridgeInterface(router, above, above.members.get(found.name)?.pvid ?? 0, []) : found;
}
