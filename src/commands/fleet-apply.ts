// `rosc apply FLEET`: wave by wave, going on past devices that fail as far as the wave allows, and naming them at the end.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { nameInFleet } from '../fleet/fleet.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { usage } from '../io/output.ts';
import { isAnalysed } from '../pipeline/analyse/analyse-site.ts';
import { type ChangedMember, digestOfPlan } from '../pipeline/fleet/change-member.ts';
import { fleetSites } from '../pipeline/fleet/fleet-sites.ts';
import { betweenSites } from '../pipeline/fleet/open-fleet.ts';
import { eachDevice, type FleetPlanning, planMember } from '../pipeline/fleet/plan-fleet.ts';
import { type RolloutOptions, rollOut } from '../pipeline/fleet/roll-out.ts';
import { rolloutState } from '../pipeline/fleet/rollout-state.ts';
import { isRefused } from '../pipeline/plan/gather-plans.ts';
import { safeOrder } from '../pipeline/read/device-order.ts';
import { everyChange } from '../plan/plan.ts';
import { appliedJson } from '../report/post-check.ts';
import { type DeviceOutcome, isBad } from '../report/run-report.ts';
import { plural } from '../report/units.ts';
import { type ApplyOptions, upgradeProblem } from './apply.ts';
import { askToApply, nobodyToAsk } from './ask-to-apply.ts';
import {
  beginFleet,
  endFleet,
  type FleetCommandOptions,
  type FleetEnd,
  type FleetRun,
  inFleet,
} from './fleet-frame.ts';
import { fleetObserver } from './fleet-observer.ts';
import { showPlan } from './print-plan.ts';

export type FleetApplyOptions = ApplyOptions & FleetCommandOptions;

export async function fleetApply(io: Io, path: string, options: FleetApplyOptions): Promise<ExitStatus> {
  if (options.hold) return usage(io, '--hold undoes all when one fails; a fleet goes on');
  if (options.site !== undefined) return usage(io, '--site belongs to a plan file');
  const misused = upgradeProblem(options);
  if (misused !== undefined) return usage(io, misused);
  const run = await beginFleet(io, path, options);
  if (typeof run === 'number') return run;
  const { output, scope, fleet } = run;
  const checked = await checkSites(io, run, options);
  const diagnostics: Diagnostic[] = [run.diagnostics, wavesApart(run, options), checked.diagnostics].flat();
  const devices: DeviceOutcome[] = [];
  const end = (status: ExitStatus, more: Pick<FleetEnd, 'rollout' | 'waves'> = {}) =>
    endFleet(io, run, { verb: 'apply', status, devices, diagnostics, ...more });
  const blocking = diagnostics.filter((each) => isRefused(each, options));
  if (blocking.length > 0) {
    output.remark(`Nothing was changed on any device: ${[...new Set(blocking.map(({ code }) => code))].join(', ')}.`);
    return end(exit.findings);
  }
  const agreed = options.yes ? undefined : await askForPlans(io, run, options);
  if (typeof agreed === 'number') return agreed;
  const state = rolloutState(io, fleet, options);
  const shownAs = (changed: ChangedMember, wave: string) => {
    devices.push(outcomeOf(changed, wave));
    diagnostics.push(...changed.diagnostics);
  };
  const inWaves = scope.waves.reduce((sum, wave) => sum + wave.devices.length, 0);
  const observer = fleetObserver(io, output, inWaves, shownAs);
  const settings = rolloutOptions(run, options);
  const waves = await rollOut({
    io,
    open: run,
    state,
    observer,
    options: { ...settings, ranks: checked.ranks, ...(agreed && { agreed }) },
  });
  const told = new Set(devices.map(({ name }) => name));
  for (const wave of scope.waves) {
    for (const { name, site } of wave.devices.filter((each) => !told.has(each.name))) {
      devices.push({ name, site, wave: wave.name, state: 'not-applied' });
    }
  }
  const isWhole = waves.every((wave) => wave.state === 'passed') && !devices.some(isBad);
  const isUnknown = devices.some((each) => each.state === 'unknown');
  return end(isUnknown ? exit.unknown : isWhole ? exit.fine : exit.findings, { rollout: state.rollout, waves });
}

/** The other shards may be in a later wave already. */
function wavesApart({ fleet, scope }: FleetRun, { shard, wave }: FleetApplyOptions): Found {
  if (!shard || shard.count === 1 || wave !== undefined || scope.waves.length < 2) return [];
  return mistake('fleet/waves-apart', {
    severity: 'warning',
    what: `shard ${shard.index}/${shard.count} goes through the waves by itself, and waits for no other shard`,
    at: fleet.at('waves'),
    label: `${scope.waves.length} waves`,
    why: 'A wave keeps the next one from beginning only among the devices of the same shard.',
    fix: 'give `--wave` too, one wave after the other',
  });
}

function rolloutOptions({ fleet }: FleetRun, options: FleetApplyOptions): Omit<RolloutOptions, 'ranks' | 'agreed'> {
  const { confirmTimeout, restartTimeout, confirm = 'automatically', maxFailures, parallel, ...rest } = options;
  const { defaults } = fleet.settings;
  const timeout = confirmTimeout ?? defaults?.['confirm-timeout'];
  const packages = options.packages ?? defaults?.packages;
  const failures = maxFailures ?? (options.continue ? Number.POSITIVE_INFINITY : undefined);
  return {
    ...rest,
    confirm,
    ...(timeout !== undefined && { confirmTimeoutMs: timeout }),
    ...(restartTimeout !== undefined && { restartTimeoutMs: restartTimeout }),
    ...(packages !== undefined && { packages }),
    ...(failures !== undefined && { maxFailures: failures }),
    ...(parallel !== undefined && { parallel }),
  };
}

interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly ranks: ReadonlyMap<string, number>;
}

/** Every site before the first device: a mistake in the last one is no reason to stop half-way. */
async function checkSites(io: Io, run: FleetRun, options: FleetApplyOptions): Promise<Checked> {
  const { output, fleet, scope } = run;
  const diagnostics: Diagnostic[] = [...(await betweenSites(io, fleet, options))];
  const ranks = new Map<string, number>();
  const sites = await fleetSites(io, fleet, scope, options);
  for (const name of new Set(scope.devices.map(({ site }) => site))) {
    output.progress(`checking ${name} …`);
    const site = await sites.analyse(name);
    diagnostics.push(...inFleet(name, site.diagnostics));
    if (!isAnalysed(site)) continue;
    const order = safeOrder(site.devices.map(({ lowered }) => lowered));
    for (const [rank, device] of order.entries()) ranks.set(nameInFleet(name, device), rank);
  }
  output.progress('');
  return { diagnostics, ranks };
}

/** Shows every plan and asks; the digests of what was shown, or the status with which it ends. */
async function askForPlans(
  io: Io,
  run: FleetRun,
  options: FleetApplyOptions,
): Promise<ReadonlyMap<string, string> | ExitStatus> {
  const { output, scope } = run;
  const unasked = nobodyToAsk(io);
  if (unasked !== undefined) return unasked;
  const agreed = new Map<string, string>();
  const failed: string[] = [];
  const waves = scope.waves.flatMap((wave) => wave.devices);
  await eachDevice<FleetPlanning>(
    io,
    { ...run, scope: { ...scope, devices: waves } },
    options,
    (member, ready) => planMember(io, member, ready, options),
    (member, diagnostics) => ({ member, diagnostics }),
    (planned) => {
      const { member, plan, upgrade } = planned;
      output.progress(`planned ${member.name} …`);
      const isNew = upgrade !== undefined && upgrade.from !== upgrade.to;
      if (!plan) failed.push(member.name);
      else if (isNew || everyChange(plan).length > 0) {
        agreed.set(member.name, digestOfPlan(plan));
        if (output.format === 'text') showPlan(io, output, { ...planned, name: member.name });
      }
    },
  );
  output.progress('');
  if (failed.length > 0) output.remark(`Not planned: ${failed.join(', ')}.`);
  if (agreed.size === 0) return agreed;
  const what = options.upgrade === undefined ? 'Apply to' : `Upgrade to RouterOS ${options.upgrade}, and restart,`;
  return (await askToApply(io, `${what} ${plural(agreed.size, 'device')} of ${waves.length}, wave by wave?`)) ?? agreed;
}

function outcomeOf({ member, state, reason, plan, result }: ChangedMember, wave: string): DeviceOutcome {
  const { name, site } = member;
  const changes = plan && everyChange(plan).length;
  return {
    name,
    site,
    wave,
    state,
    ...(reason !== undefined && { reason }),
    ...(changes !== undefined && { changes }),
    details: result ? appliedJson(name, result) : {},
  };
}
