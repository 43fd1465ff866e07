// A simulated device for one test, with a connection to it.

import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import type { MenuPath } from '../../src/model/config.ts';
import { targetOf } from './sim-target.ts';
import { createVirtualClock } from './virtual-clock.ts';

interface Options {
  readonly script?: string;
  readonly routeros?: string;
  readonly model?: string;
}

export async function freshDevice({ script = '', routeros = '7.18.2', model = 'CRS326-24G-2S+' }: Options = {}) {
  const simulator = createSimulator({ target: targetOf(model, routeros), clock: createVirtualClock(), script });
  const connection = await connectToSimulator(simulator, { url: 'sim:test' });
  const run = (menu: MenuPath, verb: string, args: Record<string, string> = {}, cleared: readonly string[] = []) =>
    connection.run({ menu, verb, arguments: args, cleared });
  return { simulator, connection, run };
}
