// The VLANs of a file: those that it makes, and those that its ports and VLAN interfaces make by using them.

import { reservedNames } from '../../../intent/schema-values.ts';
import { computeIfAbsent } from '../../../source/grouping.ts';
import type { VlanDraft } from '../../site-draft.ts';
import type { ForeignConfig, ForeignInterface, ForeignVlan, VlanEdit } from '../facts.ts';
import { linesOf } from '../said.ts';
import { vlanId } from '../values.ts';
import type { Conversion } from './conversion.ts';

const defaultVlan = 1;
/** FDDI and Token Ring: every Catalyst has them, and none uses them. */
const isReserved = (id: number) => id >= 1002 && id <= 1005;
const rangeMax = 64;

/** Ids of all VLANs that exist, the default one included. */
export function existingVlans({ config, ledger }: Conversion): ReadonlySet<number> {
  const isIos = config.maker === 'ios';
  const vlans = [...config.vlans.values()];
  const unused = vlans.filter(({ id }) => isIos && isReserved(id));
  ledger.ignore(...unused.flatMap(({ heads }) => heads));
  const interfaces = [...config.interfaces.values()];
  const isElsewhere = isIos && (config.vlansAreElsewhere !== undefined || config.vlans.size === 0);
  const existing = new Set([
    defaultVlan,
    ...vlans.flatMap((each) => (unused.includes(each) ? [] : each.id)),
    ...interfaces.flatMap((each) => vlansInUse(config, each)),
    ...(isElsewhere ? interfaces.flatMap(vlansOnTrunk) : []),
  ]);
  const saying = config.vlansAreElsewhere ?? config.hostname;
  if (isElsewhere && saying && existing.size > 1) {
    ledger.remark(saying.line, 'the file has no names of VLANs: they are in vlan.dat (`show vlan`)');
  }
  return existing;
}

/** The VLAN of a VLAN interface; access ports make theirs on IOS, and in a part of a file of Comware. */
function vlansInUse({ maker, vlans }: ForeignConfig, { kind, number, said }: ForeignInterface): readonly number[] {
  const areMade = maker === 'ios' || vlans.size === 0;
  const isVlan = kind === 'vlan' && vlanId(String(number)) !== undefined && (areMade || vlans.has(number));
  const used = areMade ? [said.access, said.voice].flatMap((one) => one?.value ?? []) : [];
  return isVlan ? [number, ...used] : used;
}

/** What trunks name where the file has no VLANs of its own. */
function vlansOnTrunk({ said }: ForeignInterface): readonly number[] {
  const named = (said.trunk ?? []).flatMap(({ value }) => {
    const ids = 'ids' in value && value.kind !== 'remove' && value.kind !== 'except' ? value.ids : [];
    return ids.length > rangeMax ? [] : ids;
  });
  return [...named, ...(said.native ? [said.native.value] : [])];
}

/** What a trunk lets through, of the VLANs that exist. */
export function allowedVlans(
  edits: readonly VlanEdit[],
  start: readonly number[],
  existing: ReadonlySet<number>,
): ReadonlySet<number> {
  let allowed = new Set(start);
  for (const edit of edits) {
    switch (edit.kind) {
      case 'all':
        allowed = new Set(existing);
        break;
      case 'none':
        allowed = new Set();
        break;
      case 'set':
        allowed = new Set(edit.ids);
        break;
      case 'except':
        allowed = new Set([...existing].filter((id) => !edit.ids.includes(id)));
        break;
      case 'add':
        for (const id of edit.ids) allowed.add(id);
        break;
      case 'remove':
        for (const id of edit.ids) allowed.delete(id);
        break;
    }
  }
  return new Set([...allowed].filter((id) => existing.has(id)).sort((a, b) => a - b));
}

/** The name of a VLAN in the site; asking for it makes it one of the site's. */
export function vlanName(conversion: Conversion, id: number): string {
  return computeIfAbsent(conversion.vlanNames, id, () => {
    const written = conversion.config.vlans.get(id)?.name?.value;
    const isDefaultName =
      written === undefined || /^VLAN ?0*\d+$|^default$/i.test(written) || reservedNames.has(written.toLowerCase());
    return conversion.names.claim(isDefaultName ? `vlan${id}` : written, `vlan${id}`);
  });
}

/** Enters every VLAN that exists, and the default one where anybody uses it. */
export function enterVlans(conversion: Conversion, existing: ReadonlySet<number>): void {
  const { config, ledger, vlans, vlanNames } = conversion;
  for (const id of existing) if (id !== defaultVlan) vlanName(conversion, id);
  for (const [id, name] of [...vlanNames].sort(([a], [b]) => a - b)) {
    const vlan = vlans[name] ?? { id };
    vlans[name] = vlan;
    vlan.id = id;
    const foreign = config.vlans.get(id);
    if (foreign) describe(conversion, foreign, name, vlan);
  }
  const unused = config.vlans.get(defaultVlan);
  if (!unused || vlanNames.has(defaultVlan)) return;
  ledger.ignore(...unused.heads);
  for (const said of [unused.name, unused.description]) conversion.refuse(said, 'nothing that is carried uses VLAN 1');
}

function describe(conversion: Conversion, foreign: ForeignVlan, name: string, vlan: VlanDraft): void {
  conversion.fromAt([...foreign.heads, ...linesOf(foreign.name, foreign.description)], 'vlans', name);
  const written = foreign.name?.value;
  const isTelling = written !== undefined && written !== name && !/^VLAN ?0*\d+$/i.test(written);
  // That of its interface stands there already, and says more than a name that the site cannot spell.
  const words = foreign.description?.value ?? vlan.description ?? (isTelling ? written : undefined);
  if (words !== undefined) vlan.description = shortened(words);
}

const commentMax = 200;

/** As a site takes it. */
export function shortened(text: string): string {
  return [...text.replace(/[\r\n]+/g, ' ')].slice(0, commentMax).join('');
}
