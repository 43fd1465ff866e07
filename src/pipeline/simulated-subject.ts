// What `rosc sim inject` sends packets through: a device of a site, or the device that an export comes from.

import { createSimulator, type Simulator, type SimulatorOptions } from '../device/sim/simulator.ts';
import { Trap } from '../device/sim/trap.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, fail, outputOf } from '../io/output.ts';
import { readSource } from '../io/read-source.ts';
import { planFromNothing } from '../plan/make-plan.ts';
import { renderScript } from '../report/script.ts';
import { analyseSite, isAnalysed } from './analyse-site.ts';
import { loadAllProfiles } from './load-profiles.ts';
import { pickDevices, unknownDevices } from './pick-devices.ts';
import { exportOptions, readExport } from './read-export.ts';

export interface SubjectOptions extends CommonOptions {
  readonly device?: readonly string[];
  readonly model?: string;
  readonly routeros?: string;
}

/** The simulator with its configuration, or how the program ends without one: what is wrong is printed. */
export async function simulatedSubject(io: Io, path: string, options: SubjectOptions): Promise<Simulator | ExitStatus> {
  const given = /\.ya?ml$/.test(path) ? await ofSite(io, path, options) : await ofExport(io, path, options);
  if (typeof given === 'number') return given;
  try {
    return createSimulator({ ...given, clock: io.clock });
  } catch (error) {
    if (!(error instanceof Trap)) throw error;
    io.stderr(`rosc: the simulated device does not start: ${error.message}\n`);
    return exit.findings;
  }
}

type Given = Pick<SimulatorOptions, 'target' | 'script' | 'load'>;

async function ofSite(io: Io, path: string, options: SubjectOptions): Promise<Given | ExitStatus> {
  const output = outputOf(io, options);
  const picked = pickDevices(options.device);
  const site = await analyseSite(io, path, {
    only: picked.map(({ name }) => name),
    ...(options.profiles !== undefined && { profiles: options.profiles }),
    ...(options.routeros !== undefined && { routeros: options.routeros }),
  });
  if (!isAnalysed(site)) return fail(io, output, site.diagnostics, () => ({ packets: [] }));
  const unknown = unknownDevices(picked, site.intent);
  if (unknown.length > 0) return fail(io, output, unknown, () => ({ packets: [] }));
  const [device, ...others] = site.devices;
  if (!device || others.length > 0) {
    const names = site.devices.map(({ lowered }) => lowered.device).join(', ');
    io.stderr(`rosc: say by --device NAME which device the packets enter: ${names}\n`);
    return exit.usage;
  }
  const { target, config } = device.lowered;
  return { target, script: renderScript(planFromNothing(config), { title: [] }) };
}

async function ofExport(io: Io, path: string, options: SubjectOptions): Promise<Given | ExitStatus> {
  const source = await readSource(io, path);
  const profiles = await loadAllProfiles(io, options.profiles);
  const reading = source.value && readExport(source.value, exportOptions(options, profiles.value));
  if (!source.value || !reading?.value) {
    const diagnostics = [...source.diagnostics, ...(reading?.diagnostics ?? [])];
    return fail(io, outputOf(io, options), diagnostics, () => ({ packets: [] }));
  }
  return { target: reading.value.target, load: source.value.text };
}
