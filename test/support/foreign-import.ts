// Imports of other makers' configurations, as tests make them.

import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Maker } from '../../src/import/foreign/clean.ts';
import { recogniseMaker } from '../../src/import/foreign/recognise.ts';
import type { Intent } from '../../src/intent/intent.ts';
import { loadIntent } from '../../src/intent/load.ts';
import { version } from '../../src/model/version.ts';
import { type ForeignImport, importForeign } from '../../src/pipeline/import/import-foreign.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import type { Target } from '../../src/profile/target.ts';
import { builtInProfiles } from './built-in-profiles.ts';

const profiles = builtInProfiles();
const routeros = version('7.20.8');

export function foreignTarget(model = 'CRS328-24P-4S+'): Target {
  const target = makeTarget(profiles, model, routeros);
  if (!target) throw new Error(`no profile describes ${model}`);
  return target;
}

/** Throws where nothing is imported at all. */
export function importOf(
  path: string,
  text: string,
  { maker, ports = new Map() }: { maker?: Maker; ports?: ReadonlyMap<string, string> } = {},
): { readonly made: ForeignImport; readonly diagnostics: readonly Diagnostic[] } {
  const recognised = recogniseMaker(text);
  const whose = maker ?? (recognised.kind === 'switch' ? recognised.maker : undefined);
  if (!whose) throw new Error(`${path} is not recognised: ${JSON.stringify(recognised)}`);
  const staged = importForeign({ path, text }, whose, {
    profiles,
    routeros,
    target: foreignTarget(),
    ports,
    written: ports,
  });
  if (!staged.value) throw new Error(staged.diagnostics.map(({ what }) => what).join('\n'));
  return { made: staged.value, diagnostics: staged.diagnostics };
}

export function loadedSite(text: string): Intent | undefined {
  return loadIntent({ path: 'site.yaml', text }, { profiles }).value;
}
