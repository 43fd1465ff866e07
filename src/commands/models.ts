// `rosc models [MODEL]`: the capability tables, or the page of one model; with `--nics`, the network cards of hosts.

import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, fail, outputOf, printAnswer, usage } from '../io/output.ts';
import { loadAllProfiles } from '../pipeline/read/load-profiles.ts';
import { chipFacts, describeFact, modelFacts } from '../profile/fact.ts';
import { findModel, modelNames } from '../profile/find-model.ts';
import type { Profiles } from '../profile/profiles.ts';
import { type ModelsFilter, modelPage, modelsJson, modelsTable } from '../report/models.ts';
import { nicsJson, nicsTable } from '../report/nics.ts';
import { namesStartingWith, nearestName } from '../source/near-name.ts';

export interface ModelsOptions extends CommonOptions, Omit<ModelsFilter, 'model'> {
  readonly nics?: boolean;
}

export async function models(io: Io, spelling: string | undefined, options: ModelsOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const show = (json: () => unknown, text: () => string) => printAnswer(io, output, json, text);
  if (options.nics) {
    const other = spelling ?? options.family ?? options.feature;
    if (other === undefined) return show(nicsJson, () => nicsTable(output.width));
    return usage(io, `--nics lists network cards, which ${JSON.stringify(other)} does not choose among`);
  }
  const { value: profiles, diagnostics } = await loadAllProfiles(io, options.profiles);
  if (diagnostics.length > 0) return fail(io, output, diagnostics, () => []);
  const unknown = unknownFilter(profiles, options);
  if (unknown !== undefined) return usage(io, unknown);
  if (spelling === undefined) {
    return show(
      () => modelsJson(profiles, options),
      () => modelsTable(profiles, options, output.width),
    );
  }
  const found = findModel(profiles, spelling);
  if (!found) {
    usage(io, unknownModel(profiles, spelling));
    return exit.findings;
  }
  return show(
    () => modelsJson(profiles, { model: found.id }),
    () => modelPage(profiles, found.id),
  );
}

function unknownModel(profiles: Profiles, spelling: string): string {
  const continued = namesStartingWith(spelling, profiles.models.keys());
  const near = continued.length > 1 ? continued.join(', ') : nearestName(spelling, modelNames(profiles));
  return `no model is called ${JSON.stringify(spelling)}${near ? `; did you mean ${near}?` : ''}`;
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
