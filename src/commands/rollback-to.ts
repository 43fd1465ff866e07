// `rosc rollback SITE --to TRANSACTION`: takes an earlier commit back, as a confirmed commit of its own.

import type { ExitStatus, Io } from '../io/io.ts';
import { pickDevices } from '../pipeline/pick-devices.ts';
import { planWayBack } from '../pipeline/plan-way-back.ts';
import { type ApplyOptions, applyGathered } from './apply.ts';

export async function rollbackTo(
  io: Io,
  path: string,
  transaction: string,
  options: ApplyOptions,
): Promise<ExitStatus> {
  const request = { ...options, picked: pickDevices(options.device) };
  return applyGathered(io, await planWayBack(io, path, transaction, request), options);
}
