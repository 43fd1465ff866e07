// `rosc apply SITE|PLAN.json`: push as a confirmed commit, device by device, and stop at the first failure.

import { randomBytes } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import type { ApplyResult, CommitStep } from '../apply/apply-context.ts';
import { applyPlan } from '../apply/commit.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import type { Plan } from '../plan/plan.ts';
import { renderPlan } from '../plan/render.ts';
import { postCheckJson, renderPostCheck } from '../report/post-check.ts';
import { plural } from '../report/units.ts';
import { quoteValue } from '../rsc/printer.ts';
import { gatherPlans } from './gather-plans.ts';
import { type ExitStatus, exit, type Io } from './io.ts';
import { fileJournal } from './journal.ts';
import { accessDevice, type DeviceAccess } from './open-device.ts';
import { type Output, outputOf, printJson } from './output.ts';
import { pickDevices } from './pick-devices.ts';
import type { PlanOptions } from './plan.ts';

export interface ApplyOptions extends PlanOptions {
  readonly yes?: boolean;
  readonly accept?: readonly string[];
  readonly confirm?: 'automatically' | 'manually';
  readonly confirmTimeout?: number;
}

interface Applied {
  readonly plan: Plan;
  readonly result: ApplyResult;
}

export async function apply(io: Io, path: string, options: ApplyOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const gathered = await gatherPlans(io, path, options);
  const blocking = gathered.diagnostics.filter((each) => each.severity === 'error' && !isAccepted(each, options));
  const applied: Applied[] = [];
  const diagnostics: Diagnostic[] = [...gathered.diagnostics];
  const finish = (status: ExitStatus): ExitStatus => {
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
  const changing = gathered.plans.filter(({ changes, displaced }) => changes.length + displaced.length > 0);
  if (output.format === 'text') {
    for (const plan of gathered.plans) {
      io.stdout(`${renderPlan(plan, { palette: output.palette, width: output.width })}\n`);
    }
  }
  if (changing.length === 0) return finish(exit.fine);
  const consent = await isWanted(io, changing, options);
  if (consent !== 'yes') {
    io.stderr(consent === 'no' ? 'Nothing was changed.\n' : 'rosc: give --yes to apply without a terminal to ask on\n');
    return finish(consent === 'no' ? exit.findings : exit.usage);
  }
  for (const plan of changing) {
    const outcome = await applyOne(io, output, { plan, url: gathered.urls.get(plan.device.name), options });
    diagnostics.push(...outcome.diagnostics);
    if (outcome.result) applied.push({ plan, result: outcome.result });
    if (outcome.status !== exit.fine) return finish(outcome.status);
  }
  return finish(exit.fine);
}

interface Outcome {
  readonly status: ExitStatus;
  readonly result?: ApplyResult;
  readonly diagnostics: readonly Diagnostic[];
}

interface Task {
  readonly plan: Plan;
  /** Where the site says that the device is. */
  readonly url: string | undefined;
  readonly options: ApplyOptions;
}

async function applyOne(io: Io, output: Output, { plan, url, options }: Task): Promise<Outcome> {
  const { name } = plan.device;
  const given = pickDevices(options.device).find((each) => each.name === name)?.url ?? url;
  const access = await accessDevice(io, { name, ...(given !== undefined && { url: given }) }, options);
  if (!access.value) {
    io.stderr(renderDiagnostics(access.diagnostics, { palette: output.remarkPalette, width: output.width }));
    return { status: exit.findings, diagnostics: access.diagnostics };
  }
  try {
    const result = await commit(io, output, { plan, access: access.value, options });
    report(io, output, plan, result);
    return { status: statusOfResult(result), result, diagnostics: result.diagnostics };
  } finally {
    await access.value.close();
  }
}

interface Commit {
  readonly plan: Plan;
  readonly access: DeviceAccess;
  readonly options: ApplyOptions;
}

function commit(io: Io, output: Output, { plan, access, options }: Commit): Promise<ApplyResult> {
  const { confirmTimeout, displace } = options;
  const journal = fileJournal(io, (stem) => output.remark(`kept ${stem}.prior.rsc and ${stem}.undo.rsc`));
  return applyPlan(plan, {
    connect: () => access.connect(),
    clock: io.clock,
    journal,
    quote: quoteValue,
    transaction: randomBytes(4).toString('hex'),
    owner: `${userInfo().username}@${hostname()}`,
    signal: io.signal,
    ...(confirmTimeout !== undefined && { confirmTimeoutMs: confirmTimeout }),
    ...(displace && { displace: true }),
    ...(options.confirm && { confirm: options.confirm }),
    onStep: (step, detail) => output.remark(`${plan.device.name}: ${steps[step]}${detail && ` (${detail})`}`),
  });
}

const steps: Readonly<Record<CommitStep, string>> = {
  preparing: 'reading the device and keeping its prior configuration',
  arming: 'arming the undo on the device',
  changing: 'changing',
  checking: 'checking over a new connection',
  confirming: 'confirming',
  undoing: 'going back',
};

function report(io: Io, output: Output, plan: Plan, result: ApplyResult): void {
  if (output.format !== 'text') return;
  const { name } = plan.device;
  if (result.report) io.stdout(`\n${renderPostCheck(name, result.report, { palette: output.palette })}`);
  const shown = output.verbose ? result.diagnostics : result.diagnostics.filter(({ severity }) => severity !== 'note');
  if (shown.length > 0)
    io.stderr(`\n${renderDiagnostics(shown, { palette: output.remarkPalette, width: output.width })}`);
  const { palette } = output;
  const at = result.undoAt === undefined ? '' : ` at ${new Date(result.undoAt).toISOString()}`;
  const endings: Readonly<Record<ApplyResult['state'], string>> = {
    prepared: palette.warning(`${name}: nothing was changed`),
    confirmed: palette.good(`${name}: confirmed, ${plural(plan.changes.length, 'change')}`),
    open: palette.warning(
      `${name}: checked and still open; \`rosc confirm\` keeps it; otherwise the device undoes it${at}`,
    ),
    undone: palette.error(`${name}: undone; the device is in its prior state again`),
    unknown: palette.error(
      `${name}: rosc cannot tell what state the device is in; it undoes the change by itself${at}. \`rosc recover\` shows it`,
    ),
  };
  io.stdout(`\n${endings[result.state]}\n`);
}

function statusOfResult({ state }: ApplyResult): ExitStatus {
  switch (state) {
    case 'confirmed':
    case 'open':
      return exit.fine;
    case 'prepared':
      return exit.findings;
    case 'undone':
      return exit.undone;
    case 'unknown':
      return exit.unknown;
  }
}

async function isWanted(io: Io, plans: readonly Plan[], options: ApplyOptions): Promise<'yes' | 'no' | 'unasked'> {
  if (options.yes) return 'yes';
  if (!io.isTerminal.stdin || !io.isTerminal.stderr) return 'unasked';
  const names = plans.map(({ device }) => device.name).join(', ');
  const seconds = Math.round((options.confirmTimeout ?? 120_000) / 1000);
  const question = `Apply to ${names}? Without confirmation the device undoes it after ${seconds} s. [y/N] `;
  return /^y(es)?$/i.test((await io.ask(question)).trim()) ? 'yes' : 'no';
}

function isAccepted({ code, also = [] }: Diagnostic, { accept = [] }: ApplyOptions): boolean {
  return [code, ...also].every((each) => accept.includes(each)) || accept.includes(code);
}

function applyJson(plans: readonly Plan[], applied: readonly Applied[], diagnostics: readonly Diagnostic[]) {
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
