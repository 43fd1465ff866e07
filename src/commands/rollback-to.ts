// `rosc rollback SITE-OR-FLEET --to TRANSACTION`: takes an earlier commit back, as a confirmed commit of its own.

import type { ExitStatus, Io } from '../io/io.ts';
import { planFleetBack, planWayBack } from '../pipeline/fleet/plan-way-back.ts';
import { pickDevices } from '../pipeline/read/pick-devices.ts';
import { type ApplyOptions, applyGathered } from './apply.ts';
import { beginFleet, type FleetCommandOptions } from './fleet-frame.ts';

export async function rollbackTo(
  io: Io,
  path: string,
  transaction: string,
  options: ApplyOptions,
): Promise<ExitStatus> {
  const request = { ...options, picked: pickDevices(options.device) };
  return applyGathered(io, await planWayBack(io, path, transaction, request), options);
}

/** A commit belongs to one device, which the state folder names. */
export async function fleetRollbackTo(
  io: Io,
  path: string,
  transaction: string,
  options: ApplyOptions & FleetCommandOptions,
): Promise<ExitStatus> {
  const run = await beginFleet(io, path, options);
  if (typeof run === 'number') return run;
  return applyGathered(io, await planFleetBack(io, run, transaction, options), options);
}
