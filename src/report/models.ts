// What the models can do, as a table and as JSON, for `rosc models`. The page of one model is in model-page.ts, that of
// a fact in fact-page.ts.

import { wrapWords } from '../diagnostics/wrap-words.ts';
import { type ChipProfile, expandPorts, factsOfChip, type ModelProfile, type Profiles } from '../profile/profiles.ts';
import { type AnyRecords, newestRecord, printValue, recordsOf } from './fact-text.ts';
import { renderTable } from './table.ts';

export { factPage } from './fact-page.ts';
export { modelPage } from './model-page.ts';

export interface ModelsFilter {
  readonly model?: string;
  /** Of the routing chip, or of the first one: `DX8000`. */
  readonly family?: string;
  /** A fact that is true, or a size above zero, for the newest RouterOS: `l3.vrf`. */
  readonly feature?: string;
}

export interface ModelJson {
  readonly model: string;
  readonly chip: string | null;
  readonly family: string | null;
  readonly ports: readonly { readonly name: string; readonly mbps: number; readonly chip: string | null }[];
  readonly facts: Readonly<Record<string, { readonly value: unknown; readonly grade: string; readonly cite: string }>>;
}

/** One entry a model, by name. Facts are the newest RouterOS's, of the routing (else the first) chip and the device. */
export function modelsJson(profiles: Profiles, filter: ModelsFilter = {}): readonly ModelJson[] {
  return select(profiles, filter).map(({ model, chip, facts }) => ({
    model: model.model,
    chip: chip?.chip ?? null,
    family: chip?.family ?? null,
    ports: model.ports.flatMap((group) =>
      expandPorts(group).map((port) => ({ ...port, chip: model.switches[group.switch] ?? null })),
    ),
    facts: Object.fromEntries(
      [...facts].flatMap(([key, records]) => {
        const record = newestRecord(records);
        return record ? [[key, { value: record.value, grade: record.grade, cite: record.cite }]] : [];
      }),
    ),
  }));
}

/** Columns of a terminal from which on the chip's family stands beside its name. */
const familyMin = 90;

/** Two tables: the models that route in hardware, and the others. */
export function modelsTable(profiles: Profiles, filter: ModelsFilter = {}, width = Number.POSITIVE_INFINITY): string {
  const chosen = select(profiles, filter);
  const routing = chosen.filter(({ facts }) => isTrue(facts.get('l3.offload')));
  const others = chosen.filter((each) => !routing.includes(each));
  const sections: string[] = [];
  if (routing.length > 0) {
    const rows = routing.map((each) => [...nameCells(each), ...limitCells(each.facts)]);
    const head = ['MODEL', 'CHIP', 'FAMILY', 'PORTS', 'ROUTES', 'RULES', 'CONNS'];
    const right = { align: 'right' } as const;
    const isShown = (_: unknown, index: number) => width >= familyMin || head[index] !== 'FAMILY';
    const shown = [head, ...rows].map((row) => row.filter(isShown));
    const columns = [{}, {}, {}, {}, right, right, right].filter(isShown);
    sections.push('Routes in hardware (L3HW)', renderTable(shown, columns, '  ', width), '');
  }
  if (others.length > 0) {
    const rows = others.map((each) => [...nameCells(each), l2Cell(each.facts)]);
    const head = ['MODEL', 'CHIP', 'FAMILY', 'PORTS', 'BRIDGING IN HARDWARE'];
    sections.push('Routes on its CPU', renderTable([head, ...rows], [], '  ', width), '');
  }
  if (sections.length === 0) return 'No model fits.\n';
  const legend = [
    '≤ depends on what is in the table · CONNS: FastTrack connections in the chip',
    '+n ports on the CPU or on another chip · blank: nobody published it',
    '`rosc models MODEL` shows ports, sources and everything else; `rosc explain FACT` one fact of all models.',
  ];
  const lines = legend.flatMap((line) => wrapWords(line, width));
  return `${[...sections, ...lines].join('\n')}\n`;
}

interface Described {
  readonly model: ModelProfile;
  readonly chip: ChipProfile | undefined;
  /** Of the chip and of the device. */
  readonly facts: ReadonlyMap<string, AnyRecords>;
}

function select(profiles: Profiles, { model, family, feature }: ModelsFilter): readonly Described[] {
  return [...profiles.models.values()]
    .map((each) => describe(profiles, each))
    .filter((each) => model === undefined || each.model.model === model)
    .filter(({ chip }) => family === undefined || chip?.family.toLowerCase() === family.toLowerCase())
    .filter(({ facts }) => feature === undefined || isTrue(facts.get(feature)))
    .sort((a, b) => a.model.model.localeCompare(b.model.model, 'en', { numeric: true }));
}

function describe(profiles: Profiles, model: ModelProfile): Described {
  const chips = Object.values(model.switches).flatMap((name) => profiles.chips.get(name) ?? []);
  const chip = chips.find((each) => isTrue(factsOfChip(profiles, each)['l3.offload'])) ?? chips[0];
  return { model, chip, facts: recordsOf({ ...(chip && factsOfChip(profiles, chip)), ...model.facts }) };
}

function isTrue(records: AnyRecords | undefined): boolean {
  const value = records && newestRecord(records)?.value;
  return Array.isArray(value) ? value.length > 0 : value === true || (typeof value === 'number' && value > 0);
}

function nameCells({ model, chip }: Described): readonly string[] {
  return [model.model, chip?.chip ?? '', chip?.family ?? '', portsText(model, chip)];
}

/** `24×1G 2×10G +1`: lanes count as the port that they make up. */
function portsText(model: ModelProfile, chip: ChipProfile | undefined): string {
  const counts = new Map<number, number>();
  let elsewhere = 0;
  for (const group of model.ports) {
    const lanes = typeof group.mbps === 'number' ? 1 : group.mbps.length;
    const count = expandPorts(group).length / lanes;
    const mbps = typeof group.mbps === 'number' ? group.mbps : Math.max(...group.mbps);
    if (chip && model.switches[group.switch] !== chip.chip) elsewhere += count;
    else counts.set(mbps, (counts.get(mbps) ?? 0) + count);
  }
  const parts = [...counts].sort(([a], [b]) => a - b).map(([mbps, count]) => `${count}×${printSpeed(mbps)}`);
  return [...parts, ...(elsewhere > 0 ? [`+${elsewhere}`] : [])].join(' ');
}

function printSpeed(mbps: number): string {
  return mbps >= 1000 ? `${mbps / 1000}G` : `${mbps}M`;
}

function limitCells(facts: ReadonlyMap<string, AnyRecords>): readonly string[] {
  const neverFasttracks = facts.has('l3.fasttrack') && !isTrue(facts.get('l3.fasttrack'));
  return [
    sizeText(facts.get('l3.routes.ipv4')),
    sizeText(facts.get('acl.rules')),
    neverFasttracks ? 'no' : sizeText(facts.get('l3.fasttrack-connections')),
  ];
}

function sizeText(records: AnyRecords | undefined): string {
  const record = records && newestRecord(records);
  return record ? printValue(record).replace('up to ', '≤') : '';
}

/** What bridging keeps in hardware, as one line. */
function l2Cell(facts: ReadonlyMap<string, AnyRecords>): string {
  if (!facts.has('l2.bridge')) return 'no switch chip';
  if (!isTrue(facts.get('l2.bridge'))) return 'none';
  const features = [
    ['l2.stp', 'STP'],
    ['l2.mstp', 'MSTP'],
    ['l2.vlan-filtering', 'VLAN filtering'],
    ['l2.igmp-snooping', 'IGMP'],
    ['l2.dhcp-snooping', 'DHCP snooping'],
    ['l2.bonding-modes', 'bonds'],
  ] as const;
  const kept = features.filter(([key]) => isTrue(facts.get(key))).map(([, name]) => name);
  return kept.length > 0 ? kept.join(', ') : 'without STP only';
}
