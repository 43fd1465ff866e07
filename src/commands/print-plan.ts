// Plans as `rosc plan` and `apply` show them and write them down.

import { resolve } from 'node:path';
import type { Io } from '../io/io.ts';
import type { Output } from '../io/output.ts';
import type { DevicePlanning } from '../pipeline/plan/plan-site.ts';
import type { Plan } from '../plan/plan.ts';
import { printPlan } from '../plan/plan-file.ts';
import { renderPlan } from '../plan/render.ts';
import { renderUpgrade } from '../report/upgrade.ts';

/** What a new version makes of the device comes first. */
export function showPlan(io: Io, output: Output, { name, plan, upgrade }: Omit<DevicePlanning, 'diagnostics'>): void {
  if (upgrade) io.stdout(`${renderUpgrade(name, upgrade, output)}\n`);
  if (plan) io.stdout(`${renderPlan(plan, output)}\n`);
}

/** One file a device, named after it. */
export function writePlan(io: Io, path: string, plan: Plan): Promise<void> {
  const own = path.replace(/(\.json)?$/, `-${plan.device.name.replace('/', '-')}.json`);
  return io.writeFile(resolve(io.cwd, own), printPlan(plan));
}
