// Validated profiles as one JSON text, and back: the build writes it, the program reads it without checking it again.

import type { ChipProfile, ModelProfile, Profiles, Source } from './profiles.ts';

interface CompiledProfiles {
  readonly chips: readonly ChipProfile[];
  readonly models: readonly ModelProfile[];
  readonly sources: Readonly<Record<string, Source>>;
}

export function compileProfiles({ chips, models, sources }: Profiles): string {
  const compiled: CompiledProfiles = {
    chips: [...chips.values()],
    models: [...models.values()],
    sources: Object.fromEntries(sources),
  };
  return JSON.stringify(compiled);
}

/** Reads what `compileProfiles` wrote; the text is the build's own, so its shape is taken on trust. */
export function readCompiledProfiles(json: string): Profiles {
  const { chips, models, sources } = JSON.parse(json) as CompiledProfiles;
  return {
    chips: new Map(chips.map((chip) => [chip.chip, chip])),
    models: new Map(models.map((model) => [model.model, model])),
    sources: new Map(Object.entries(sources)),
  };
}
