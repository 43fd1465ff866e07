// `rosc apply SITE|PLAN.json`: push as a confirmed commit, device by device, and stop at the first failure.

import type { ApplyResult } from '../apply/apply-context.ts';
import { undoDelayMs } from '../apply/prepare.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { outputOf, printJson } from '../io/output.ts';
import { type GatheredPlans, type GatherOptions, gatherPlans } from '../pipeline/gather-plans.ts';
import { unfinishedCommits } from '../pipeline/unfinished.ts';
import type { Plan } from '../plan/plan.ts';
import { renderPlan } from '../plan/render.ts';
import { postCheckJson } from '../report/post-check.ts';
import type { AppliedDevice, DeviceTask } from './apply-device.ts';
import { applyFleet } from './apply-fleet.ts';

export interface ApplyOptions extends GatherOptions {
  readonly yes?: boolean;
  readonly accept?: readonly string[];
  readonly confirm?: 'automatically' | 'manually';
  readonly confirmTimeout?: number;
  readonly parallel?: number;
  readonly hold?: boolean;
}

export async function apply(io: Io, path: string, options: ApplyOptions): Promise<ExitStatus> {
  return applyGathered(io, await gatherPlans(io, path, options), options);
}

/** Shows the plans, asks, and carries them out. */
export async function applyGathered(io: Io, gathered: GatheredPlans, options: ApplyOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const blocking = gathered.diagnostics.filter((each) => each.severity === 'error' && !isAccepted(each, options));
  const names = gathered.plans.map(({ device }) => device.name);
  const diagnostics: Diagnostic[] = [...(await unfinishedCommits(io, names)), ...gathered.diagnostics];
  const finish = (status: ExitStatus, applied: readonly AppliedDevice[] = []): ExitStatus => {
    if (output.format === 'json') printJson(io, applyJson(gathered.plans, applied, diagnostics));
    return status;
  };
  if (output.format === 'text') {
    const shown = output.verbose ? diagnostics : diagnostics.filter(({ severity }) => severity !== 'note');
    if (shown.length > 0) io.stderr(renderDiagnostics(shown, { palette: output.remarkPalette, width: output.width }));
  }
  if (blocking.length > 0 || !gathered.isComplete) {
    const codes = [...new Set(blocking.map(({ code }) => code))].join(', ');
    output.remark(`Nothing was sent to any device${codes && `: ${codes}`}.`);
    return finish(exit.findings);
  }
  if (output.format === 'text') {
    for (const plan of gathered.plans) {
      io.stdout(`${renderPlan(plan, { palette: output.palette, width: output.width })}\n`);
    }
  }
  const tasks = tasksFor(gathered, options);
  if (tasks.length === 0) {
    // A device that is as the site says only until it undoes somebody's commit is not fine.
    const isPassing = gathered.diagnostics.some(({ code }) => code === 'apply/commit-open');
    return finish(isPassing ? exit.findings : exit.fine);
  }
  const consent = await isWanted(io, tasks, options);
  if (consent !== 'yes') {
    io.stderr(consent === 'no' ? 'Nothing was changed.\n' : 'rosc: give --yes to apply without a terminal to ask on\n');
    return finish(consent === 'no' ? exit.findings : exit.usage);
  }
  if (options.yes) output.remark(promiseOf(tasks));
  const applied = await applyFleet(io, output, tasks, {
    parallel: options.parallel ?? 1,
    hold: options.hold === true,
  });
  diagnostics.push(...applied.flatMap((each) => each.diagnostics));
  const isWhole = applied.length === tasks.length;
  if (!isWhole) output.remark(`Not begun: ${namesOf(tasks.slice(applied.length))}.`);
  return finish(
    worstOf([...applied.map(({ result }) => statusOfResult(result)), ...(isWhole ? [] : [exit.findings])]),
    applied,
  );
}

/** What there is to do, each with the time after which its device undoes it. */
function tasksFor({ plans, deviceAddress }: GatheredPlans, options: ApplyOptions): readonly DeviceTask[] {
  const { confirmTimeout, hold, parallel = 1, confirm = 'automatically' } = options;
  const changing = plans.filter(({ changes, displaced, marks = [] }) => {
    return changes.length + displaced.length + marks.length > 0;
  });
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

/** How long anybody can be locked out. */
function promiseOf(tasks: readonly DeviceTask[]): string {
  const seconds = Math.ceil(Math.max(...tasks.map(({ confirmTimeoutMs }) => confirmTimeoutMs)) / 1000);
  const who = tasks.length === 1 ? 'the device' : 'each device';
  return `Without confirmation ${who} is back in its prior state after ${seconds} s.`;
}

type Consent = 'yes' | 'no' | 'unasked';

async function isWanted(io: Io, tasks: readonly DeviceTask[], options: ApplyOptions): Promise<Consent> {
  if (options.yes) return 'yes';
  if (!io.isTerminal.stdin || !io.isTerminal.stderr) return 'unasked';
  const question = `Apply to ${namesOf(tasks)}? ${promiseOf(tasks)} [y/N] `;
  return /^y(es)?$/i.test((await io.ask(question)).trim()) ? 'yes' : 'no';
}

function isAccepted({ code, also = [] }: Diagnostic, { accept = [] }: ApplyOptions): boolean {
  return [code, ...also].every((each) => accept.includes(each)) || accept.includes(code);
}

function applyJson(plans: readonly Plan[], applied: readonly AppliedDevice[], diagnostics: readonly Diagnostic[]) {
  return {
    version: 1,
    devices: plans.map(({ device, changes }) => {
      const result = applied.find(({ plan }) => plan.device.name === device.name)?.result;
      return {
        name: device.name,
        changes: changes.length,
        state: result?.state ?? (changes.length === 0 ? 'unchanged' : 'not-applied'),
        ...(result && { transaction: result.transaction }),
        ...(result?.undoAt !== undefined && { undoAt: new Date(result.undoAt).toISOString() }),
        ...(result?.report && { postCheck: postCheckJson(device.name, result.report) }),
      };
    }),
    diagnostics: diagnostics.map(diagnosticJson),
  };
}
