// `rosc models [MODEL]`: the capability tables, or the page of one model.

import { findModel, modelNames } from '../profile/find-model.ts';
import { modelPage, modelsJson, modelsTable } from '../report/models.ts';
import { nearestName } from '../source/near-name.ts';
import { type ExitStatus, exit, type Io } from './io.ts';
import { loadAllProfiles } from './load-profiles.ts';
import { type CommonOptions, fail, outputOf, printJson } from './output.ts';

export interface ModelsOptions extends CommonOptions {
  readonly family?: string;
  readonly feature?: string;
}

export async function models(io: Io, spelling: string | undefined, options: ModelsOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const { value: profiles, diagnostics } = await loadAllProfiles(io, options.profiles);
  if (diagnostics.length > 0) return fail(io, output, diagnostics, () => []);
  if (spelling === undefined) {
    if (output.format === 'json') printJson(io, modelsJson(profiles, options));
    else io.stdout(modelsTable(profiles, options));
    return exit.fine;
  }
  const found = findModel(profiles, spelling);
  if (!found) {
    const near = nearestName(spelling, modelNames(profiles));
    io.stderr(`rosc: no model is called ${JSON.stringify(spelling)}${near ? `; did you mean ${near}?` : ''}\n`);
    return exit.findings;
  }
  if (output.format === 'json') printJson(io, modelsJson(profiles, { model: found.id }));
  else io.stdout(modelPage(profiles, found.id));
  return exit.fine;
}
