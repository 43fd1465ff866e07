// Where packets can enter a device's routing chip: every port or bond, once for each VLAN that it carries. Sets of
// these atoms become the `ports`, `vlan-id` and `vlan-header` of switch rules.

import { takesBondsInSwitchRules } from '../../model/switch-rule-bonds.ts';
import type { Target } from '../../profile/target.ts';
import { append } from '../../source/append.ts';
import type { IngressGroup } from '../ingress.ts';
import type { Attachment, L3Layout, Layout } from '../layout.ts';

/** One way in. Access ports and routed ports have one, a trunk has one per VLAN. */
export interface IngressAtom {
  readonly attachment: Attachment;
  /** The VLAN that packets are in; undefined at routed ports. */
  readonly vlan: string | undefined;
  /** Set where the packets carry the tag. */
  readonly vid: number | undefined;
}

export interface IngressSpace {
  readonly atoms: readonly IngressAtom[];
  /** All of them. */
  readonly all: bigint;
  /** The ways into an L3 interface by ports of the chip. */
  ofInterface(l3: L3Layout): bigint;
  /** One mask for each port or bond, of all that enters there. */
  wholeAttachments(): readonly bigint[];
  /** The fewest port and tag matches that are exactly this set. */
  groupsOf(set: bigint): readonly AtomGroup[];
}

/** A port and tag match with the ways in that it is. */
export interface AtomGroup extends IngressGroup {
  readonly ingress: bigint;
}

export function ingressSpace(layout: Layout, target: Target): IngressSpace {
  const chip = target.offloadSwitch;
  const byName = new Map(layout.attachments.map((attachment) => [attachment.name, attachment]));
  for (const { attachments } of layout.l3.values()) {
    for (const attachment of attachments) if (!byName.has(attachment.name)) byName.set(attachment.name, attachment);
  }
  // Before bonds could be named, what enters by one is in no rule's reach.
  const takesBonds = takesBondsInSwitchRules(target.routeros);
  const onChip = [...byName.values()].filter(
    ({ kind, ports }) =>
      chip !== undefined &&
      ports.length > 0 &&
      ports.every((port) => target.switchOf(port) === chip) &&
      (kind === 'port' || takesBonds),
  );
  const atoms = onChip.flatMap((attachment) => atomsOf(layout, attachment));
  const maskOf = (accepts: (atom: IngressAtom) => boolean) =>
    atoms.reduce((mask, atom, index) => (accepts(atom) ? mask | (1n << BigInt(index)) : mask), 0n);
  const wholeAttachments = [...new Set(atoms.map(({ attachment }) => attachment))].map((attachment) =>
    maskOf((atom) => atom.attachment === attachment),
  );
  const known = new Map<bigint, readonly AtomGroup[]>();
  return {
    atoms,
    all: maskOf(() => true),
    wholeAttachments: () => wholeAttachments,
    ofInterface: ({ kind, name, attachments }) =>
      maskOf(({ attachment, vlan }) =>
        kind === 'vlan' ? vlan === name : attachments.some((each) => each.name === attachment.name),
      ),
    groupsOf: (set) => {
      const groups = known.get(set) ?? groupsOf(atoms, set);
      known.set(set, groups);
      return groups;
    },
  };
}

function atomsOf({ vlans }: Layout, attachment: Attachment): IngressAtom[] {
  const { role } = attachment;
  const untagged = role.vlan ?? role.native;
  const tagged = (role.trunk ?? []).filter((vlan) => vlan !== role.native);
  if (untagged === undefined && tagged.length === 0) return [{ attachment, vlan: undefined, vid: undefined }];
  return [
    ...(untagged === undefined ? [] : [{ attachment, vlan: untagged, vid: undefined }]),
    ...tagged.map((vlan) => ({ attachment, vlan, vid: vlans.get(vlan)?.settings.id })),
  ];
}

function groupsOf(atoms: readonly IngressAtom[], set: bigint): readonly AtomGroup[] {
  const groups = new Map<string, { ports: string[]; ingress: bigint; match: Omit<IngressGroup, 'ports'> }>();
  const add = (match: Omit<IngressGroup, 'ports'>, name: string, indexes: readonly number[]) => {
    const key = `${match.vlanHeader} ${match.vlanId}`;
    const group = groups.get(key) ?? { ports: [], ingress: 0n, match };
    groups.set(key, group);
    group.ports.push(name);
    for (const index of indexes) group.ingress |= 1n << BigInt(index);
  };
  const own = new Map<Attachment, number[]>();
  for (const [index, { attachment }] of atoms.entries()) {
    append(own, attachment, index);
  }
  for (const [{ name }, indexes] of own) {
    const wanted = indexes.filter((index) => ((set >> BigInt(index)) & 1n) === 1n);
    // Frames of other VLANs do not get in, so a port all of whose VLANs are meant needs no tag.
    if (wanted.length === indexes.length) add({}, name, indexes);
    else {
      for (const index of wanted) {
        const vlanId = atoms[index]?.vid;
        if (vlanId === undefined) add({ vlanHeader: 'not-present' }, name, [index]);
        else add({ vlanId, vlanHeader: 'present' }, name, [index]);
      }
    }
  }
  const order = ({ match }: { match: Omit<IngressGroup, 'ports'> }) =>
    match.vlanHeader === undefined ? 0 : match.vlanHeader === 'not-present' ? 1 : 2;
  return [...groups.values()]
    .sort((a, b) => order(a) - order(b))
    .map(({ match, ports, ingress }) => ({ ...match, ports, ingress }));
}
