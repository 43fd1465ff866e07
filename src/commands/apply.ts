// `rosc apply SITE|PLAN.json`: push as a confirmed commit, device by device, and stop at the first failure, or go on.

import type { ApplyResult } from '../apply/apply-context.ts';
import { undoDelayMs } from '../apply/prepare.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type Output, outputOf, printJson, usage } from '../io/output.ts';
import type { AppliedDevice, DeviceTask } from '../pipeline/change/apply-device.ts';
import { unfinishedCommits } from '../pipeline/device/unfinished.ts';
import { applyFleet } from '../pipeline/fleet/apply-fleet.ts';
import { type GatheredPlans, type GatherRequest, gatherPlans } from '../pipeline/plan/gather-plans.ts';
import type { DevicePlanning } from '../pipeline/plan/plan-site.ts';
import { pickDevices } from '../pipeline/read/pick-devices.ts';
import { everyChange, type Plan } from '../plan/plan.ts';
import { planCounts, renderPlan } from '../plan/render.ts';
import { appliedJson } from '../report/post-check.ts';
import { reasonOf } from '../report/run-report.ts';
import { askToApply } from './ask-to-apply.ts';
import type { SiteDeviceOptions } from './plan.ts';
import { printBriefly } from './print-briefly.ts';
import { printingObserver } from './print-commit.ts';

export interface ApplyOptions extends SiteDeviceOptions, Omit<GatherRequest, 'picked' | 'profiles'> {
  readonly yes?: boolean;
  readonly confirm?: 'automatically' | 'manually';
  readonly confirmTimeout?: number;
  readonly parallel?: number;
  readonly hold?: boolean;
  /** Goes on until more devices than this have failed. */
  readonly maxFailures?: number;
  /** Address of the packages of an upgrade; absent = MikroTik's. */
  readonly packages?: string;
  /** How long a device may take to answer after a restart, in ms. */
  readonly restartTimeout?: number;
}

/** What does not go together with an upgrade, or without one. */
export function upgradeProblem({ upgrade, packages, confirm, hold }: ApplyOptions): string | undefined {
  if (upgrade === undefined) return packages === undefined ? undefined : '--packages belongs to --upgrade';
  if (confirm === 'manually' || hold) return 'a commit does not wait for somebody while its device is upgraded';
  if (packages !== undefined && !/^(https?|ftp|sftp|tftp):\/\/\S+$/.test(packages)) {
    return '--packages takes an address such as http://mirror.example.net/{package}-{version}-{architecture}.npk';
  }
  return undefined;
}

export async function apply(io: Io, path: string, options: ApplyOptions): Promise<ExitStatus> {
  const misused = upgradeProblem(options);
  if (misused !== undefined) return usage(io, misused);
  if (options.hold && goesOn(options))
    return usage(io, '--hold undoes all when one fails; --continue does the opposite');
  const picked = pickDevices(options.device);
  const gathered = await gatherPlans(io, path, { ...options, picked, continue: goesOn(options) });
  return applyGathered(io, gathered, options);
}

function goesOn(options: ApplyOptions): boolean {
  return options.continue === true || options.maxFailures !== undefined;
}

/** Shows the plans, asks, and carries them out. */
export async function applyGathered(io: Io, made: GatheredPlans, options: ApplyOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const unfinished = await unfinishedCommits(
    io,
    made.plans.map(({ device }) => device.name),
  );
  const gathered = { ...made, diagnostics: [...unfinished, ...made.diagnostics] };
  const { skipped } = gathered;
  const inTheWay = skipped.flatMap((each) => each.diagnostics);
  const tasks = tasksFor(gathered, options);
  const found = [...gathered.diagnostics, ...inTheWay];
  const diagnostics: Diagnostic[] = tasks.length > 0 ? found : found.map(asReason);
  const finish = (status: ExitStatus, applied: readonly AppliedDevice[] = []): ExitStatus => {
    if (output.format === 'json') printJson(io, applyJson(gathered, applied, diagnostics));
    return status;
  };
  if (output.format === 'text') printBriefly(io, output, diagnostics);
  const ended =
    blockedStatus(output, gathered, options) ?? (await showAndAsk(io, output, gathered, { tasks, options }));
  if (ended !== undefined) return finish(ended);
  if (options.yes) output.remark(promiseOf(tasks));
  const maxFailures = failuresAllowed(options) - skipped.length;
  const order = { parallel: options.parallel ?? 1, hold: options.hold === true, maxFailures };
  const applied = await applyFleet(io, tasks, order, printingObserver(io, output));
  diagnostics.push(...applied.flatMap((each) => each.diagnostics));
  const left = tasks.filter(({ plan }) => !applied.some((each) => each.plan === plan));
  if (left.length > 0) output.remark(`Not begun: ${namesOf(left)}.`);
  remarkSkipped(output, skipped);
  const statuses = applied.map(({ result }) => statusOfResult(result));
  const hasAll = left.length + skipped.length === 0;
  return finish(worstOf([...statuses, ...(hasAll ? [] : [exit.findings])]), applied);
}

/** Where there is nothing to change, a commit that is open is why apply does not end well, also when it is quiet. */
function asReason(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.code === 'apply/commit-open' ? { ...diagnostic, severity: 'error' } : diagnostic;
}

/** So many devices may fail, and the next one is still begun. */
export function failuresAllowed(options: ApplyOptions): number {
  return options.maxFailures ?? (goesOn(options) ? Number.POSITIVE_INFINITY : 0);
}

function remarkSkipped(output: Output, skipped: readonly DevicePlanning[]): void {
  for (const { name, diagnostics } of skipped) output.remark(`Skipped: ${name}: ${reasonOf(diagnostics)}.`);
}

/** The status with which it ends because something forbids to begin. */
function blockedStatus(output: Output, gathered: GatheredPlans, options: ApplyOptions): ExitStatus | undefined {
  const blocking = gathered.diagnostics.filter((each) => each.severity === 'error' && !isAccepted(each, options));
  const { skipped } = gathered;
  const areTooMany = skipped.length > 0 && skipped.length > failuresAllowed(options);
  if (areTooMany) {
    remarkSkipped(output, skipped);
    output.remark(`Nothing was changed on any device: more than ${failuresAllowed(options)} cannot be changed.`);
    return exit.findings;
  }
  if (blocking.length === 0 && gathered.isComplete) return undefined;
  const codes = [...new Set(blocking.map(({ code }) => code))].join(', ');
  output.remark(`Nothing was changed on any device${codes && `: ${codes}`}.`);
  return exit.findings;
}

/** The status with which it ends because there is nothing to do, or nobody wants it. */
async function showAndAsk(
  io: Io,
  output: Output,
  { plans, diagnostics, skipped, isFile = false }: GatheredPlans,
  { tasks, options }: { readonly tasks: readonly DeviceTask[]; readonly options: ApplyOptions },
): Promise<ExitStatus | undefined> {
  if (output.format === 'text') {
    const isShort = output.quiet || (isFile && options.yes === true && !output.verbose);
    for (const plan of plans) io.stdout(isShort ? planLine(plan, output) : `${renderPlan(plan, output)}\n`);
  }
  if (tasks.length === 0) {
    remarkSkipped(output, skipped);
    // A device that is as the site says only until it undoes somebody's commit is not fine.
    const isOpen = diagnostics.some(({ code }) => code === 'apply/commit-open');
    return isOpen || skipped.length > 0 ? exit.findings : exit.fine;
  }
  return options.yes ? undefined : askToApply(io, `Apply to ${namesOf(tasks)}? ${promiseOf(tasks)}`);
}

/** What there is to do, each with the time after which its device undoes it. */
function tasksFor({ plans, deviceAddress }: GatheredPlans, options: ApplyOptions): readonly DeviceTask[] {
  const { confirmTimeout, hold, parallel = 1, confirm = 'automatically' } = options;
  const changing = plans.filter((plan) => everyChange(plan).length > 0);
  const wish = confirmTimeout === undefined ? {} : { confirmTimeoutMs: confirmTimeout };
  const delays = changing.map((plan) => undoDelayMs(plan, wish));
  // The first one that is held waits for all that come after it.
  const rounds = hold ? Math.ceil(changing.length / parallel) : 1;
  return changing.map((plan, index) => ({
    plan,
    where: deviceAddress.get(plan.device.name) ?? { name: plan.device.name },
    options,
    confirmTimeoutMs: hold ? Math.max(...delays) * rounds : (delays[index] ?? 0),
    confirm: hold ? 'manually' : confirm,
    isLeftOpen: confirm === 'manually',
  }));
}

function statusOfResult(result: ApplyResult | undefined): ExitStatus {
  switch (result?.state) {
    case 'confirmed':
    case 'open':
      return exit.fine;
    case 'undone':
      return exit.undone;
    case 'unknown':
      return exit.unknown;
    default:
      return exit.findings;
  }
}

/** A device in an unknown state is worse than one that went back, and that is worse than one that was not touched. */
function worstOf(statuses: readonly ExitStatus[]): ExitStatus {
  const order = [exit.unknown, exit.undone, exit.findings] as const;
  return order.find((status) => statuses.includes(status)) ?? exit.fine;
}

function namesOf(tasks: readonly DeviceTask[]): string {
  return tasks.map(({ plan }) => plan.device.name).join(', ');
}

/** A plan that was read before, or that nobody wants to read, in one line. */
function planLine(plan: Plan, { palette }: Output): string {
  return `${palette.strong(plan.device.name)}  ${planCounts(plan, palette)}\n`;
}

/** How long anybody can be locked out. */
function promiseOf(tasks: readonly DeviceTask[]): string {
  const seconds = Math.ceil(Math.max(...tasks.map(({ confirmTimeoutMs }) => confirmTimeoutMs)) / 1000);
  const who = tasks.length === 1 ? 'the device' : 'each device';
  return `Without confirmation ${who} is back in its prior state after ${seconds} s.`;
}

function isAccepted({ code, also = [] }: Diagnostic, { accept = [] }: ApplyOptions): boolean {
  return [code, ...also].every((each) => accept.includes(each)) || accept.includes(code);
}

function applyJson(
  { plans, skipped }: GatheredPlans,
  applied: readonly AppliedDevice[],
  diagnostics: readonly Diagnostic[],
) {
  const planned = plans.map(({ device, changes }) => {
    const result = applied.find(({ plan }) => plan.device.name === device.name)?.result;
    return {
      name: device.name,
      changes: changes.length,
      state: result?.state ?? (changes.length === 0 ? 'unchanged' : 'not-applied'),
      ...(result && appliedJson(device.name, result)),
    };
  });
  const others = skipped.map((each) => ({ name: each.name, state: 'skipped', reason: reasonOf(each.diagnostics) }));
  return { version: 1, devices: [...planned, ...others], diagnostics: diagnostics.map(diagnosticJson) };
}
