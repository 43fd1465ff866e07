// A fleet file with everything that a command needs before it looks at the first device: what it is about, and what is
// wrong with it.

import { type Diagnostic, isError, type Staged } from '../../diagnostics/diagnostic.ts';
import { checkBetween, sitesBetween } from '../../fleet/check-between.ts';
import type { Intent } from '../../intent/intent.ts';
import { loadIntent } from '../../intent/load.ts';
import type { Io } from '../../io/io.ts';
import { loadAllProfiles } from '../read/load-profiles.ts';
import { readSite } from '../read/read-site.ts';
import { type FleetScope, fleetScope, type ScopeOptions } from './fleet-scope.ts';
import { type Fleet, readFleet } from './read-fleet.ts';

export interface FleetOptions extends ScopeOptions {
  readonly profiles?: string;
}

export interface OpenFleet {
  readonly fleet: Fleet;
  readonly scope: FleetScope;
}

/** Undefined when the file has errors, or names what is not there. */
export async function openFleet(io: Io, path: string, options: FleetOptions): Promise<Staged<OpenFleet | undefined>> {
  const { value: fleet, diagnostics } = await readFleet(io, path);
  if (!fleet) return { value: undefined, diagnostics };
  const scope = fleetScope(fleet, options);
  const found = [...diagnostics, ...scope.diagnostics];
  return {
    value: found.some(isError) ? undefined : { fleet, scope },
    diagnostics: found,
  };
}

/** What the sites say of each other, where the fleet declares links and sessions between them. */
export async function betweenSites(io: Io, fleet: Fleet, options: FleetOptions): Promise<readonly Diagnostic[]> {
  const wanted = sitesBetween(fleet);
  if (wanted.size === 0) return [];
  const profiles = (await loadAllProfiles(io, options.profiles)).value;
  const intents = new Map<string, Intent | undefined>();
  const routeros = fleet.settings.defaults?.routeros;
  for (const { name, path } of fleet.sites.filter((site) => wanted.has(site.name))) {
    const source = await readSite(io, path);
    const intent = source.value && loadIntent(source.value, { profiles, ...(routeros !== undefined && { routeros }) });
    intents.set(name, intent?.value);
  }
  return checkBetween(fleet, intents);
}
