// `rosc models [MODEL]`: the capability tables, or the page of one model; with `--nics`, the network cards of hosts.

import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, fail, outputOf, printJson } from '../io/output.ts';
import { loadAllProfiles } from '../pipeline/load-profiles.ts';
import { chipFacts, describeFact, modelFacts } from '../profile/fact.ts';
import { findModel, modelNames } from '../profile/find-model.ts';
import type { Profiles } from '../profile/profiles.ts';
import { modelPage, modelsJson, modelsTable } from '../report/models.ts';
import { nicsJson, nicsTable } from '../report/nics.ts';
import { namesStartingWith, nearestName } from '../source/near-name.ts';

export interface ModelsOptions extends CommonOptions {
  readonly family?: string;
  readonly feature?: string;
  readonly nics?: boolean;
}

export async function models(io: Io, spelling: string | undefined, options: ModelsOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  if (options.nics) {
    const other = spelling ?? options.family ?? options.feature;
    if (other !== undefined) {
      io.stderr(`rosc: --nics lists network cards, which ${JSON.stringify(other)} does not choose among\n`);
      return exit.usage;
    }
    if (output.format === 'json') printJson(io, nicsJson());
    else io.stdout(nicsTable());
    return exit.fine;
  }
  const { value: profiles, diagnostics } = await loadAllProfiles(io, options.profiles);
  if (diagnostics.length > 0) return fail(io, output, diagnostics, () => []);
  const unknown = unknownFilter(profiles, options);
  if (unknown !== undefined) {
    io.stderr(`rosc: ${unknown}\n`);
    return exit.usage;
  }
  if (spelling === undefined) {
    if (output.format === 'json') printJson(io, modelsJson(profiles, options));
    else io.stdout(modelsTable(profiles, options));
    return exit.fine;
  }
  const found = findModel(profiles, spelling);
  if (!found) {
    const continued = namesStartingWith(spelling, profiles.models.keys());
    const near = continued.length > 1 ? continued.join(', ') : nearestName(spelling, modelNames(profiles));
    io.stderr(`rosc: no model is called ${JSON.stringify(spelling)}${near ? `; did you mean ${near}?` : ''}\n`);
    return exit.findings;
  }
  if (output.format === 'json') printJson(io, modelsJson(profiles, { model: found.id }));
  else io.stdout(modelPage(profiles, found.id));
  return exit.fine;
}

/** A family or fact that does not exist: an empty table would look like an answer. */
function unknownFilter(profiles: Profiles, { family, feature }: ModelsOptions): string | undefined {
  const families = [...new Set([...profiles.chips.values()].map((chip) => chip.family))];
  if (family !== undefined && !families.some((each) => each.toLowerCase() === family.toLowerCase())) {
    return `no chip is of the family ${JSON.stringify(family)}; the families are ${families.join(', ')}`;
  }
  if (feature !== undefined && !describeFact(feature)) {
    const near = nearestName(feature, [...Object.keys(chipFacts), ...Object.keys(modelFacts)]);
    return `${JSON.stringify(feature)} is no fact${near ? `; did you mean ${near}?` : ''}`;
  }
  return undefined;
}
