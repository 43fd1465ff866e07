// A `sim:MODEL[,FILE.rsc]` URL: a simulated device inside this process, for as long as the command runs.

import type { Device } from '../../device/device.ts';
import { connectToSimulator } from '../../device/sim/sim-device.ts';
import { createSimulator, type Simulator } from '../../device/sim/simulator.ts';
import { Trap } from '../../device/sim/trap.ts';
import type { SimulatedUrl } from '../../device/url.ts';
import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import type { Io } from '../../io/io.ts';
import { readSource } from '../../io/read-source.ts';
import { span } from '../../source/location.ts';
import { loadAllProfiles } from '../read/load-profiles.ts';
import { saidBy, simulationTarget } from '../read/simulation-target.ts';

export interface SimulatedAccess {
  connect(): Promise<Device>;
  close(): Promise<void>;
}

interface SimulatedOptions {
  readonly profiles?: string;
  /** The version that it runs, unless the configuration says another one. */
  readonly routeros: string | undefined;
}

export async function simulatedDevice(
  io: Io,
  url: SimulatedUrl,
  { profiles: directory, routeros }: SimulatedOptions,
): Promise<Staged<SimulatedAccess | undefined>> {
  const profiles = await loadAllProfiles(io, directory);
  let script: string | undefined;
  if (url.file !== undefined) {
    const source = await readSource(io, url.file);
    if (!source.value) return { value: undefined, diagnostics: source.diagnostics };
    script = source.value.text;
  }
  const target = simulationTarget(profiles.value, url.model, saidBy(script ?? '').routeros ?? routeros);
  if (typeof target === 'string') return failed(url, target);
  let simulator: Simulator;
  try {
    simulator = createSimulator({ target, clock: io.clock, ...(script !== undefined && { script }) });
  } catch (error) {
    if (error instanceof Trap) return failed(url, `its configuration cannot be loaded: ${error.message}`);
    throw error;
  }
  const { text } = url;
  return {
    value: { connect: () => connectToSimulator(simulator, { url: text }), close: async () => undefined },
    diagnostics: [],
  };
}

function failed(url: SimulatedUrl, reason: string): Staged<undefined> {
  const diagnostic: Diagnostic = mistake('device/cannot-simulate', {
    what: `\`${url.text}\` cannot be simulated: ${reason}`,
    at: span({ path: 'device URL', text: url.text }, 0, url.text.length),
  });
  return { value: undefined, diagnostics: [diagnostic] };
}
