// `rosc plan FLEET`: what would change on each device of a fleet.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { usage } from '../io/output.ts';
import { betweenSites } from '../pipeline/fleet/open-fleet.ts';
import { eachDevice, type FleetPlanning, planMember, withName } from '../pipeline/fleet/plan-fleet.ts';
import { everyChange, type Plan } from '../plan/plan.ts';
import { printPlan } from '../plan/plan-file.ts';
import { type DeviceOutcome, reasonOf } from '../report/run-report.ts';
import { upgradeJson } from '../report/upgrade.ts';
import {
  beginFleet,
  counter,
  diagnosticsOnce,
  endFleet,
  type FleetCommandOptions,
  outcomeHead,
} from './fleet-frame.ts';
import { isKeptForLater, laterProblem, type PlanOptions, statusOfPlans } from './plan.ts';
import { showPlan, writePlan } from './print-plan.ts';

export type FleetPlanOptions = PlanOptions & FleetCommandOptions;

export async function fleetPlan(io: Io, path: string, options: FleetPlanOptions): Promise<ExitStatus> {
  if (isKeptForLater(options)) return usage(io, laterProblem);
  const run = await beginFleet(io, path, options);
  if (typeof run === 'number') return run;
  const { output, fleet, scope } = run;
  if (options.against !== undefined && scope.devices.length !== 1) {
    return usage(io, 'say by --device SITE/DEVICE which device of the fleet the export is from');
  }
  const diagnostics: Diagnostic[] = [...run.diagnostics, ...(await betweenSites(io, fleet, options))];
  const devices: DeviceOutcome[] = [];
  const plans: unknown[] = [];
  const upgrades: unknown[] = [];
  const appearing: Diagnostic[] = [];
  const told = counter(output, scope.devices.length, 'planned');
  const writing: Promise<void>[] = [];
  const sites = diagnosticsOnce();
  await eachDevice<FleetPlanning>(
    io,
    run,
    options,
    (member, ready) => {
      diagnostics.push(...sites.of(ready.site));
      return planMember(io, member, ready, options);
    },
    (member, found) => ({ member, diagnostics: found.map((each) => withName(each, member)) }),
    (planned) => {
      const { member, plan, upgrade, diagnostics: found } = planned;
      const outcome = outcomeOf(outcomeHead(run, member), plan, found);
      devices.push(outcome);
      diagnostics.push(...found);
      told(member.name, outcome.state);
      if (!plan) return;
      if (upgrade) upgrades.push(upgradeJson(member.name, upgrade));
      appearing.push(...(upgrade?.appearing ?? []));
      if (output.format === 'json') plans.push(JSON.parse(printPlan(plan)));
      else if (upgrade || outcome.state !== 'unchanged' || output.verbose) {
        output.progress('');
        showPlan(io, output, { ...planned, name: member.name });
      }
      if (options.out !== undefined) writing.push(writePlan(io, options.out, plan));
    },
  );
  await Promise.all(writing);
  const has = (state: DeviceOutcome['state']) => devices.some((each) => each.state === state);
  const status = has('failed') ? exit.findings : statusOfPlans(has('changed'), [...diagnostics, ...appearing], options);
  const more = options.upgrade === undefined ? { plans } : { plans, upgrades };
  return endFleet(io, run, { verb: 'plan', status, devices, diagnostics }, more);
}

function outcomeOf(
  known: Omit<DeviceOutcome, 'state'>,
  plan: Plan | undefined,
  found: readonly Diagnostic[],
): DeviceOutcome {
  if (!plan) return { ...known, state: 'failed', reason: reasonOf(found) };
  const changes = everyChange(plan).length;
  return { ...known, state: changes === 0 ? 'unchanged' : 'changed', changes };
}
