// What `rosc sim inject` sends packets through: a device of a site, or the device that an export comes from.

import type { Clock } from '../../device/device.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../device/sim/simulator.ts';
import { Trap } from '../../device/sim/trap.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Io } from '../../io/io.ts';
import { readSource } from '../../io/read-source.ts';
import { planFromNothing } from '../../plan/make-plan.ts';
import { renderScript } from '../../report/script.ts';
import { analyseSite, isAnalysed } from '../analyse/analyse-site.ts';
import { loadAllProfiles } from '../read/load-profiles.ts';
import { namesOf, type PickedDevice, unknownDevices } from '../read/pick-devices.ts';
import { readExport } from '../read/read-export.ts';

export interface SubjectRequest {
  /** The device of a site. */
  readonly picked: readonly PickedDevice[];
  readonly profiles?: string;
  readonly model?: string;
  readonly routeros?: string;
}

/** The simulator with its configuration, or why there is none. */
export type SimulatedSubject =
  | { readonly kind: 'simulator'; readonly simulator: Simulator }
  | { readonly kind: 'mistakes'; readonly diagnostics: readonly Diagnostic[] }
  /** The site has several devices, and nobody said which. */
  | { readonly kind: 'ambiguous'; readonly names: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

export async function simulatedSubject(io: Io, path: string, request: SubjectRequest): Promise<SimulatedSubject> {
  const given = /\.ya?ml$/.test(path) ? await ofSite(io, path, request) : await ofExport(io, path, request);
  if ('kind' in given) return given;
  try {
    return { kind: 'simulator', simulator: createSimulator({ ...given, clock: stillClock(io.clock) }) };
  } catch (error) {
    if (!(error instanceof Trap)) throw error;
    return { kind: 'refused', reason: error.message };
  }
}

/** While packets pass through, nothing else happens: no scheduler of the configuration fires. */
function stillClock(clock: Clock): Clock {
  const now = clock.now();
  return { ...clock, now: () => now };
}

type SimulatorInput = Pick<SimulatorOptions, 'target' | 'script' | 'load'>;

async function ofSite(io: Io, path: string, request: SubjectRequest): Promise<SimulatorInput | SimulatedSubject> {
  const { picked, profiles, routeros } = request;
  const site = await analyseSite(io, path, { only: namesOf(picked), profiles, routeros, judgesFixes: false });
  if (!isAnalysed(site)) return { kind: 'mistakes', diagnostics: site.diagnostics };
  const unknown = unknownDevices(picked, site.intent);
  if (unknown.length > 0) return { kind: 'mistakes', diagnostics: unknown };
  const [device, ...others] = site.devices;
  if (!device || others.length > 0) {
    return { kind: 'ambiguous', names: site.devices.map(({ lowered }) => lowered.device) };
  }
  const { target, config } = device.lowered;
  return { target, script: renderScript(planFromNothing(config), { title: [], holdsSecrets: true }) };
}

async function ofExport(io: Io, path: string, request: SubjectRequest): Promise<SimulatorInput | SimulatedSubject> {
  const source = await readSource(io, path);
  const profiles = await loadAllProfiles(io, request.profiles);
  const reading = source.value && readExport(source.value, { ...request, profiles: profiles.value });
  if (!source.value || !reading?.value) {
    return { kind: 'mistakes', diagnostics: [...source.diagnostics, ...(reading?.diagnostics ?? [])] };
  }
  return { target: reading.value.target, load: source.value.text };
}
