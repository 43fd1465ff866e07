// What probes of real devices found out, as facts: each holds for the chip or model and the one RouterOS version that
// answered. It stands before what was known, and says what that was where it was otherwise.

import { nextVersion, version } from '../model/version.ts';
import type { FactRecord } from './fact.ts';
import { chipFacts, describeFact } from './fact.ts';
import { recordAt } from './make-target.ts';
import type { ProbeFile } from './probe-file.ts';
import { type ChipProfile, factsOfChip, type Profiles, type Source } from './profiles.ts';

export interface MeasuredFile {
  /** Key of its source: `measured/NAME`. */
  readonly cite: string;
  readonly file: ProbeFile;
}

type Answered = readonly (readonly [key: string, value: boolean | number])[];
type Records = readonly FactRecord<unknown>[];

/** The profiles with the facts of one file, or why it is no evidence for them. */
export function withMeasured(profiles: Profiles, { cite, file }: MeasuredFile): Profiles | string {
  const { model: name, routeros, date, switch: own } = file;
  if (file.simulated) return 'a simulated device answered';
  const model = profiles.models.get(name);
  if (!model) return `no profile describes \`${name}\``;
  const facts = file.answers.flatMap((answer) => Object.entries(answer.facts ?? {}));
  const wrong = facts.find(([key, value]) => !isOfType(key, value));
  if (wrong) return `\`${wrong[0]}\` cannot be ${String(wrong[1])}`;
  const chip = profiles.chips.get((own && model.switches[own.name]) ?? '');
  const ofChip = facts.filter(([key]) => key in chipFacts);
  const ofModel = facts.filter(([key]) => !(key in chipFacts));
  if (ofChip.length > 0 && (!chip || chip.type !== own?.type)) {
    return `the device says that its chip is ${own?.type ?? 'none'}, and its profile says otherwise`;
  }
  const known: Readonly<Record<string, Records>> = { ...model.facts, ...(chip && factsOfChip(profiles, chip)) };
  const rival = facts.find(([key, value]) => known[key]?.some((record) => isRival(record, routeros, value)));
  if (rival) return `another file says otherwise of \`${rival[0]}\` with RouterOS ${routeros}`;
  const measured = (some: Answered) =>
    Object.fromEntries(some.map(([key, value]) => [key, measure(known[key] ?? [], { cite, routeros, value })]));
  const models = new Map([...profiles.models, [name, { ...model, facts: { ...model.facts, ...measured(ofModel) } }]]);
  const chips = chip ? withChip(profiles, chip, measured(ofChip)) : profiles.chips;
  const title = `What a ${name} with RouterOS ${routeros} answered to rosc probe`;
  const source: Source = { title, date, subjects: [name, ...(chip ? [chip.chip] : [])] };
  return { chips, models, sources: new Map([...profiles.sources, [cite, source]]) };
}

function isOfType(key: string, value: boolean | number): boolean {
  const type = describeFact(key)?.type;
  return typeof value === 'boolean' ? type === 'bool' : type === 'count' || (type === 'amount' && value > 0);
}

function isRival(record: FactRecord<unknown>, routeros: string, value: unknown): boolean {
  return record.grade === 'measured' && record.since === routeros && record.value !== value;
}

/** The first record that holds counts. */
function measure(
  known: Records,
  { cite, routeros, value }: { readonly cite: string; readonly routeros: string; readonly value: boolean | number },
): readonly FactRecord<never>[] {
  const other = recordAt(known, version(routeros));
  const otherwise =
    other && other.value !== value
      ? `${other.grade}: ${other.bound === 'up-to' ? 'up to ' : ''}${String(other.value)} [${other.cite}]`
      : undefined;
  const record = {
    value,
    grade: 'measured',
    cite,
    since: routeros,
    until: nextVersion(version(routeros)),
    ...(otherwise !== undefined && { otherwise }),
  } as const;
  // Its type was looked up by its key, which a record of records cannot tell.
  return [record, ...known] as unknown as readonly FactRecord<never>[];
}

/** A chip that has the facts of this one keeps them as they were: nobody measured it. */
function withChip(
  profiles: Profiles,
  chip: ChipProfile,
  measured: Readonly<Record<string, readonly FactRecord<never>[]>>,
): Profiles['chips'] {
  const before = Object.fromEntries(Object.entries(chip.facts).filter(([key]) => key in measured));
  const others = [...profiles.chips.values()]
    .filter(({ like }) => like === chip.chip)
    .map((other): [string, ChipProfile] => [other.chip, { ...other, facts: { ...before, ...other.facts } }]);
  return new Map([...profiles.chips, ...others, [chip.chip, { ...chip, facts: { ...chip.facts, ...measured } }]]);
}
