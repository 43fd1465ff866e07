// `rosc watch FLEET`: follows the devices of a fleet, or of a shard of it, until it is stopped. It only reads.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ExitStatus, Io } from '../io/io.ts';
import { fail } from '../io/output.ts';
import { accessDevice, type DeviceAccess } from '../pipeline/device/open-device.ts';
import { eachDevice } from '../pipeline/fleet/plan-fleet.ts';
import { beginFleet, type FleetCommandOptions } from './fleet-frame.ts';
import { type Followed, followedDevice, serveWatch, type WatchOptions, watchPlace } from './watch.ts';

interface Found {
  readonly access?: DeviceAccess;
  readonly followed?: Followed;
  readonly diagnostics: readonly Diagnostic[];
}

export async function fleetWatch(
  io: Io,
  path: string,
  options: WatchOptions & FleetCommandOptions,
): Promise<ExitStatus> {
  const listening = await watchPlace(io, options);
  if (typeof listening === 'number') return listening;
  const run = await beginFleet(io, path, options);
  if (typeof run === 'number') return run;
  const found: Found[] = [];
  await eachDevice<Found>(
    io,
    run,
    { ...options, parallel: 1 },
    async ({ name }, { site, device, where }) => {
      const access = await accessDevice(io, where, options);
      const { value, diagnostics } = access;
      if (!value) return { diagnostics };
      const followed = await followedDevice(io, site, { name, device, access: value }, options);
      return { access: value, diagnostics, followed };
    },
    (_, diagnostics) => ({ diagnostics }),
    (each) => void found.push(each),
  );
  const diagnostics = [...run.diagnostics, ...found.flatMap((each) => each.diagnostics)];
  const followed = found.flatMap((each) => each.followed ?? []);
  try {
    // One that nobody can log in to is told; one that is dead is what watching is there for.
    if (followed.length < run.scope.devices.length || followed.length === 0) {
      return fail(io, run.output, diagnostics);
    }
    return await serveWatch(io, run.output, { path, followed, ...listening, interval: options.interval });
  } finally {
    for (const { access } of found) await access?.close();
  }
}
