// `rosc apply SITE --upgrade VERSION`: the devices of a site, one after the other, each with a restart.

import { type Diagnostic, isError } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import type { FleetDevice } from '../fleet/fleet.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type Output, outputOf, printJson, usage } from '../io/output.ts';
import { type AnalysedSite, analyseSite, isAnalysed } from '../pipeline/analyse/analyse-site.ts';
import { deviceAddressOf } from '../pipeline/device/device-address.ts';
import { unfinishedOn } from '../pipeline/device/unfinished.ts';
import type { ChangedMember } from '../pipeline/fleet/change-member.ts';
import type { ReadyDevice } from '../pipeline/fleet/fleet-sites.ts';
import { upgradeMember, usualRestartTimeoutMs } from '../pipeline/fleet/upgrade-member.ts';
import { isRefused } from '../pipeline/plan/gather-plans.ts';
import { planSite } from '../pipeline/plan/plan-site.ts';
import { safeOrder } from '../pipeline/read/device-order.ts';
import { namesOf, type PickedDevice, pickDevices, unknownDevices } from '../pipeline/read/pick-devices.ts';
import { everyChange } from '../plan/plan.ts';
import { appliedJson } from '../report/post-check.ts';
import { isBad, renderFailures } from '../report/run-report.ts';
import { plural } from '../report/units.ts';
import { type ApplyOptions, failuresAllowed, upgradeProblem } from './apply.ts';
import { askToApply, nobodyToAsk } from './ask-to-apply.ts';
import { printBriefly } from './print-briefly.ts';
import { printingObserver } from './print-commit.ts';
import { showPlan } from './print-plan.ts';

export async function upgradeSite(io: Io, path: string, options: ApplyOptions): Promise<ExitStatus> {
  const problem = siteProblem(path, options) ?? upgradeProblem(options);
  if (problem !== undefined) return usage(io, problem);
  const output = outputOf(io, options);
  const picked = pickDevices(options.device);
  const { profiles, upgrade: routeros } = options;
  const site = await analyseSite(io, path, { only: namesOf(picked), profiles, routeros });
  const diagnostics: Diagnostic[] = [...site.diagnostics];
  const ended: ChangedMember[] = [];
  const finish = (status: ExitStatus): ExitStatus => {
    if (output.format === 'json') printJson(io, jsonOf(ended, diagnostics));
    return status;
  };
  if (isAnalysed(site)) diagnostics.push(...unknownDevices(picked, site.intent));
  if (output.format === 'text') printBriefly(io, output, diagnostics);
  if (!isAnalysed(site) || diagnostics.some((each) => isRefused(each, options))) {
    output.remark('Nothing was changed on any device.');
    return finish(exit.findings);
  }
  const all = { site, path, options: { ...options, picked } };
  const unwanted = options.yes ? undefined : await ask(io, output, site, all.options);
  if (unwanted !== undefined) return finish(unwanted);
  await upgradeAll(io, output, all, ended);
  diagnostics.push(...ended.flatMap((each) => each.diagnostics));
  if (output.format === 'text') printEnds(io, output, ended);
  const left = site.devices.length - ended.length;
  if (left > 0) output.remark(`Not begun: ${plural(left, 'device')}.`);
  return finish(statusOf(ended, left));
}

function siteProblem(path: string, { shard }: ApplyOptions): string | undefined {
  if (!/\.ya?ml$/.test(path)) return 'a plan file is for the version that it was made against';
  return shard && 'the devices of one site are upgraded one after the other, by one runner';
}

/** Who others reach the world by comes last; none is begun after too many failures. */
async function upgradeAll(io: Io, output: Output, all: Omit<One, 'name'>, ended: ChangedMember[]): Promise<void> {
  const { site, options } = all;
  const maxFailures = failuresAllowed(options);
  for (const name of safeOrder(site.devices.map(({ lowered }) => lowered))) {
    if (io.signal.aborted || ended.filter(isBad).length > maxFailures) return;
    const one = await upgradeOne(io, output, { ...all, name });
    const problems = one.filter(isBad).flatMap((each) => each.diagnostics);
    if (output.format === 'text') {
      printBriefly(io, output, problems.filter(isError));
    }
    ended.push(...one);
  }
}

interface One {
  readonly site: AnalysedSite;
  readonly path: string;
  readonly name: string;
  readonly options: ApplyOptions & { readonly picked: readonly PickedDevice[] };
}

async function upgradeOne(
  io: Io,
  output: Output,
  { site, path, name, options }: One,
): Promise<readonly ChangedMember[]> {
  const { upgrade = '', packages, restartTimeout, confirmTimeout, picked, profiles } = options;
  const readyIn = (of: AnalysedSite): ReadyDevice | undefined => {
    const device = of.devices.find(({ lowered }) => lowered.device === name);
    return device && { site: of, device, where: deviceAddressOf(of, device, picked) };
  };
  const ready = readyIn(site);
  if (!ready) return [];
  const observer = printingObserver(io, output);
  const member: FleetDevice = { name, site: site.intent.site.site, device: name, labels: new Map() };
  const changed = await upgradeMember(io, member, ready, {
    options: {
      ...options,
      upgrade,
      packages,
      confirm: 'automatically',
      restartTimeoutMs: restartTimeout ?? usualRestartTimeoutMs,
      ...(confirmTimeout !== undefined && { confirmTimeoutMs: confirmTimeout }),
    },
    observer,
    unfinished: await unfinishedOn(io, new Set([name])),
    async readyAt(routeros) {
      const then = await analyseSite(io, path, { only: [name], profiles, routeros });
      return (isAnalysed(then) && readyIn(then)) || then.diagnostics;
    },
    mayRestart: () => true,
    onChange: async () => undefined,
    onRecovered: (_, transaction) =>
      output.remark(`${name}: undid commit ${transaction}, which an earlier run left open`),
    onUpgrade: (_, what) => output.remark(`${name}: ${what}`),
  });
  return [changed];
}

/** Shows what the version changes, and asks; the status where it ends there. */
async function ask(
  io: Io,
  output: Output,
  site: AnalysedSite,
  options: One['options'],
): Promise<ExitStatus | undefined> {
  const unasked = nobodyToAsk(io);
  if (unasked !== undefined) return unasked;
  const planned = await planSite(io, site, options);
  for (const each of planned) {
    showPlan(io, output, each);
    printBriefly(io, output, each.diagnostics);
  }
  return askToApply(io, `Upgrade ${plural(planned.length, 'device')} to RouterOS ${options.upgrade}, with restarts?`);
}

function printEnds(io: Io, { palette }: Output, ended: readonly ChangedMember[]): void {
  for (const { member, state } of ended.filter((each) => !isBad(each))) {
    io.stdout(`${palette.good(`${member.name}: ${state}`)}\n`);
  }
  io.stdout(
    renderFailures(
      ended.map(({ member, ...each }) => ({ ...each, name: member.name })),
      palette,
    ),
  );
}

function statusOf(ended: readonly ChangedMember[], left: number): ExitStatus {
  const has = (...states: readonly string[]) => ended.some(({ state }) => states.includes(state));
  if (has('unknown')) return exit.unknown;
  return left > 0 || ended.some(isBad) ? exit.findings : exit.fine;
}

function jsonOf(ended: readonly ChangedMember[], diagnostics: readonly Diagnostic[]) {
  const devices = ended.map(({ member, state, reason, plan, result }) => ({
    name: member.name,
    ...(plan && { changes: everyChange(plan).length }),
    ...(result && appliedJson(member.name, result)),
    state,
    ...(reason !== undefined && { reason }),
  }));
  return { version: 1, devices, diagnostics: diagnostics.map(diagnosticJson) };
}
