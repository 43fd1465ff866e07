// The target of a model at a RouterOS version: ports, chips, and the facts that hold for that version.

import type { Evidence } from '../diagnostics/diagnostic.ts';
import { isAtLeastVersion, type Version } from '../model/version.ts';
import { computeIfAbsent, derivedOnce } from '../source/grouping.ts';
import type { FactKey, FactRecord, FactRecords, FactValue } from './fact.ts';
import { expandPorts, factsOfChip, type ModelProfile, type Profiles } from './profiles.ts';
import type { Fact, Port, Switch, Target } from './target.ts';

const targets = derivedOnce((_: Profiles) => new Map<string, Target>());

/**
 * Undefined when no profile has this model name; `findModel` turns other spellings into it. Equal devices share one
 * target, and with it all that is derived from it.
 */
export function makeTarget(profiles: Profiles, modelName: string, routeros: Version): Target | undefined {
  const model = profiles.models.get(modelName);
  if (!model) return undefined;
  const key = `${modelName} ${routeros.text}`;
  return computeIfAbsent(targets(profiles), key, () => targetOf(profiles, model, routeros));
}

function targetOf(profiles: Profiles, model: ModelProfile, routeros: Version): Target {
  const switches = switchesOf(profiles, model, routeros);
  const ports = portsOf(model, switches);
  return {
    model: model.model,
    routeros,
    ports,
    switches,
    offloadSwitch: switches.find((candidate) => candidate.fact('l3.offload')?.value),
    switchOf: (port) => ports.get(port)?.switch,
    fact: (key) => resolveFact(model.facts, key, routeros),
  };
}

/** The fact as it stands at a RouterOS version; undefined = unknown. */
export function resolveFact<Known extends FactKey, K extends Known>(
  facts: FactRecords<Known>,
  key: K,
  routeros: Version,
): Fact<FactValue<K>> | undefined {
  const records: readonly FactRecord<FactValue<K>>[] | undefined = facts[key];
  const record = records && recordAt(records, routeros);
  return record && factOf(record);
}

/** The first that holds at this version. */
export function recordAt<V>(records: readonly FactRecord<V>[], routeros: Version): FactRecord<V> | undefined {
  return records.find((candidate) => holds(candidate, routeros));
}

function factOf<V>(record: FactRecord<V>): Fact<V> {
  const { value, grade, cite, bound = 'exact', note } = record;
  return { value, grade, cite, bound, ...(note && { note }), says: (claim) => evidence(claim, record) };
}

function holds({ since, until }: Pick<FactRecord<unknown>, 'since' | 'until'>, routeros: Version): boolean {
  if (since !== undefined && !isAtLeastVersion(routeros, since)) return false;
  return until === undefined || !isAtLeastVersion(routeros, until);
}

function switchesOf(profiles: Profiles, model: ModelProfile, routeros: Version): readonly Switch[] {
  return Object.entries(model.switches).flatMap(([name, chipName]): Switch[] => {
    const chip = profiles.chips.get(chipName);
    if (!chip) return [];
    const facts = factsOfChip(profiles, chip);
    const { family, type } = chip;
    return [{ name, chip: chipName, family, type, fact: (key) => resolveFact(facts, key, routeros) }];
  });
}

function portsOf(model: ModelProfile, switches: readonly Switch[]): ReadonlyMap<string, Port> {
  const ports = new Map<string, Port>();
  for (const group of model.ports) {
    const chip = switches.find(({ name }) => name === group.switch);
    const { medium, l2mtu } = group;
    const limit = l2mtu && { l2mtuMax: factOf(l2mtu) };
    for (const { name, mbps } of expandPorts(group)) {
      ports.set(name, { name, mbps, medium, switch: chip, ...limit, says: (claim) => evidence(claim, group) });
    }
  }
  return ports;
}

function evidence(
  claim: string,
  { grade, cite, otherwise }: Pick<FactRecord<unknown>, 'grade' | 'cite' | 'otherwise'>,
): Evidence {
  return { grade, claim: otherwise === undefined ? claim : `${claim} (${otherwise})`, citation: cite };
}
