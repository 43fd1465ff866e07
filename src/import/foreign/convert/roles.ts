// What a switch port or an aggregate does with VLANs: each maker's own defaults, and what a site says instead.

import type { RoleDraft } from '../../site-draft.ts';
import type { ForeignInterface } from '../facts.ts';
import { linesOf, type Said } from '../said.ts';
import type { Conversion } from './conversion.ts';
import { allowedVlans, vlanName } from './vlans.ts';

export interface Role {
  readonly draft: RoleDraft;
  /** Lines that the role comes from. */
  readonly lines: readonly number[];
  /** Lines that say something for a mode that the port is not in. */
  readonly stale: readonly number[];
}

const defaultVlan = 1;
const withoutMode = 'no `switchport mode`: an access port here, where it would have negotiated a trunk';

/** A sentence where a site cannot say it. */
export function roleOf(conversion: Conversion, each: ForeignInterface, existing: ReadonlySet<number>): Role | string {
  const { mode } = each.said;
  if (mode?.value === 'other' || each.said.tunnel) return 'private VLANs and tunnels are not in the site’s words';
  if (mode?.value === 'negotiated') return 'whether the port is a trunk is negotiated with the other end';
  if (mode?.value === 'trunk') return trunkRole(conversion, each, existing);
  if (mode?.value === 'hybrid') return hybridRole(conversion, each, existing);
  return accessRole(conversion, each, existing);
}

function accessRole(conversion: Conversion, { said }: ForeignInterface, existing: ReadonlySet<number>): Role | string {
  const { config, ledger } = conversion;
  const id = said.access?.value ?? defaultVlan;
  const isIos = config.maker === 'ios';
  const ofTrunk = linesOf(said.trunk, said.hybrid, said.native);
  const isNegotiated = isIos && !said.mode;
  const stale = isNegotiated ? [] : ofTrunk;
  if (!existing.has(id)) return `VLAN ${id} is not there`;
  if (isNegotiated) {
    for (const line of linesOf(said.access)) ledger.remark(line, withoutMode);
    for (const line of ofTrunk) ledger.refuse(line, withoutMode);
  }
  const lines = linesOf(said.mode, said.access, said.voice);
  const voice = isIos ? said.voice : undefined;
  if (!voice) {
    const added = linesOf(said.voice);
    for (const line of added) ledger.refuse(line, 'a voice VLAN that the switch assigns by itself');
    return { draft: { vlan: vlanName(conversion, id) }, lines: linesOf(said.mode, said.access), stale };
  }
  if (voice.value === id) return { draft: { vlan: vlanName(conversion, id) }, lines, stale };
  ledger.remark(voice.line, 'phones have to know the voice VLAN by themselves: nothing tells them');
  const draft = { trunk: vlanName(conversion, voice.value), native: vlanName(conversion, id) };
  return { draft, lines, stale };
}

/** The VLANs that a trunk lets through. */
export function vlansOn(
  { config }: Conversion,
  { said }: ForeignInterface,
  existing: ReadonlySet<number>,
): ReadonlySet<number> {
  const edits = (said.trunk ?? []).map(({ value }) => value);
  return allowedVlans(edits, config.maker === 'ios' ? [...existing] : [defaultVlan], existing);
}

function trunkRole(conversion: Conversion, each: ForeignInterface, existing: ReadonlySet<number>): Role | string {
  const { said } = each;
  const allowed = vlansOn(conversion, each, existing);
  for (const { value, line } of said.trunk ?? []) {
    const unknown = 'ids' in value && value.kind !== 'remove' ? value.ids.filter((id) => !existing.has(id)) : [];
    if (unknown.length === 0 || unknown.length > 32) continue;
    conversion.ledger.remark(line, `VLANs that are not there: ${unknown.join(', ')}`);
  }
  const pvid = said.native?.value ?? defaultVlan;
  if (said.native && !allowed.has(pvid)) {
    conversion.ledger.remark(
      said.native.line,
      `VLAN ${pvid} is not ${existing.has(pvid) ? 'allowed on the trunk' : 'there'}: nothing goes untagged`,
    );
  }
  const stale = linesOf(said.access, said.hybrid);
  const lines = linesOf(said.mode, said.trunk, said.native);
  return carrying(conversion, {
    tagged: [...allowed].filter((id) => id !== pvid),
    untagged: allowed.has(pvid) ? pvid : undefined,
    lines: [...lines, ...voiceOn(conversion, said.voice, allowed)],
    stale,
  });
}

/** A port that already carries the voice VLAN needs nothing more. */
function voiceOn({ ledger }: Conversion, voice: Said<number> | undefined, carried: ReadonlySet<number>) {
  if (!voice) return [];
  if (carried.has(voice.value)) return [voice.line];
  ledger.refuse(voice.line, 'a voice VLAN that the switch assigns by itself');
  return [];
}

function hybridRole(conversion: Conversion, { said }: ForeignInterface, existing: ReadonlySet<number>): Role | string {
  const { tagged, untagged } = hybridVlans(said, existing);
  const pvid = said.native?.value ?? defaultVlan;
  const [own, ...others] = [...untagged];
  if (others.length > 0) return `several VLANs leave untagged: ${[...untagged].join(', ')}`;
  if (own !== undefined && own !== pvid) {
    return `VLAN ${own} leaves untagged, but what arrives untagged is in VLAN ${pvid}`;
  }
  if (own === undefined && tagged.has(pvid)) return `VLAN ${pvid} leaves tagged, but what arrives untagged is in it`;
  return carrying(conversion, {
    tagged: [...tagged].sort((a, b) => a - b),
    untagged: own,
    lines: [...linesOf(said.mode, said.hybrid, said.native), ...voiceOn(conversion, said.voice, tagged)],
    stale: linesOf(said.access, said.trunk),
  });
}

/** The later statement of a VLAN counts. */
function hybridVlans({ access, hybrid = [] }: ForeignInterface['said'], existing: ReadonlySet<number>) {
  const untagged = new Set([access?.value ?? defaultVlan]);
  const tagged = new Set<number>();
  for (const { value } of hybrid) {
    for (const id of value.ids) {
      untagged.delete(id);
      tagged.delete(id);
      if (value.kind !== 'remove' && existing.has(id)) (value.kind === 'tagged' ? tagged : untagged).add(id);
    }
  }
  return { tagged, untagged };
}

interface Carried extends Omit<Role, 'draft'> {
  readonly tagged: readonly number[];
  readonly untagged: number | undefined;
}

function carrying(conversion: Conversion, { tagged, untagged, lines, stale }: Carried): Role | string {
  const names = tagged.map((id) => vlanName(conversion, id));
  const native = untagged === undefined ? undefined : vlanName(conversion, untagged);
  if (names.length === 0 && native === undefined) return 'the port carries no VLAN that is there';
  if (names.length === 0) return { draft: { vlan: native }, lines, stale };
  return { draft: { trunk: names, native }, lines, stale };
}
