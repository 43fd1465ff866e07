// One device of `rosc apply`: opened, changed as a confirmed commit, reported; and, when its confirmation is held,
// confirmed or undone later.

import { randomBytes } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import type { ApplyResult, CommitStep, Journal } from '../apply/apply-context.ts';
import { applyPlan } from '../apply/commit.ts';
import { stateUnknown } from '../apply/commit-messages.ts';
import { confirmOpen, openCommits, rollbackOpen } from '../apply/recover.ts';
import type { Device } from '../device/device.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import type { Io } from '../io/io.ts';
import type { Output } from '../io/output.ts';
import type { DeviceAddress } from '../pipeline/device-address.ts';
import { fileJournal } from '../pipeline/journal.ts';
import { accessDevice, type DeviceAccess, type DeviceOptions, withDevice } from '../pipeline/open-device.ts';
import type { Plan } from '../plan/plan.ts';
import { renderPostCheck } from '../report/post-check.ts';
import { plural } from '../report/units.ts';
import { scriptSyntax } from '../rsc/printer.ts';

export interface DeviceTask {
  readonly plan: Plan;
  readonly where: DeviceAddress;
  readonly options: DeviceOptions & { readonly displace?: boolean; readonly backup?: boolean };
  /** In ms. */
  readonly confirmTimeoutMs: number;
  readonly confirm: 'automatically' | 'manually';
  /** By the user's wish it stays open until `rosc confirm`. */
  readonly isLeftOpen: boolean;
}

export interface AppliedDevice {
  readonly plan: Plan;
  /** Undefined: the device could not even be opened. */
  readonly result: ApplyResult | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Present while the commit waits to be confirmed. */
  readonly held?: HeldCommit;
}

export interface HeldCommit {
  /** Whether the device still waits. */
  isOpen(): Promise<boolean>;
  confirm(): Promise<ApplyResult>;
  undo(): Promise<ApplyResult>;
}

export async function applyToDevice(io: Io, output: Output, task: DeviceTask): Promise<AppliedDevice> {
  const { plan, where, options } = task;
  // What is interrupted has to be undone, and that takes connections: theirs do not end with the signal.
  const patient = { ...io, signal: new AbortController().signal };
  const access = await accessDevice(patient, where, options);
  if (!access.value) {
    io.stderr(renderDiagnostics(access.diagnostics, { palette: output.remarkPalette, width: output.width }));
    return { plan, result: undefined, diagnostics: access.diagnostics };
  }
  const journal = fileJournal(io, {
    onSaved: (stem) => output.remark(`kept ${stem}.prior.rsc and ${stem}.undo.rsc`),
    onFailed: (reason) => output.remark(`the state of the commit could not be written down: ${reason}`),
  });
  const result = await commit(io, output, task, { access: access.value, journal });
  reportCommit(io, output, plan, result);
  const { diagnostics } = result;
  if (result.state !== 'open') {
    await access.value.close();
    return { plan, result, diagnostics };
  }
  return { plan, result, diagnostics, held: heldCommit(io, plan, result, { access: access.value, journal }) };
}

interface CommitResources {
  readonly access: DeviceAccess;
  readonly journal: Journal;
}

function commit(io: Io, output: Output, task: DeviceTask, { access, journal }: CommitResources): Promise<ApplyResult> {
  const { plan, options, confirm, confirmTimeoutMs } = task;
  return applyPlan(plan, {
    connect: () => access.connect(),
    clock: io.clock,
    journal,
    syntax: scriptSyntax,
    transaction: randomBytes(4).toString('hex'),
    owner: `${userInfo().username}@${hostname()}`,
    signal: io.signal,
    confirmTimeoutMs,
    confirm,
    backup: options.backup !== false,
    ...(options.displace && { displace: true }),
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

function heldCommit(io: Io, plan: Plan, open: ApplyResult, { access, journal }: CommitResources): HeldCommit {
  const { name } = plan.device;
  const { transaction, undoAt = 0 } = open;
  const onDevice = <T>(use: (device: Device) => Promise<T>) => withDevice(access, name, use);
  const ended = async (state: ApplyResult['state'], reason: string): Promise<ApplyResult> => {
    await access.close();
    await journal.note({ transaction, state, undoAt });
    const { report, diagnostics } = open;
    const kept = diagnostics.filter(({ code }) => code !== 'apply/open');
    const unknown = state === 'unknown' ? [stateUnknown(name, { reason, undoAt, transaction })] : [];
    return { state, transaction, undoAt, diagnostics: [...kept, ...unknown], ...(report && { report }) };
  };
  return {
    async isOpen() {
      const commits = await onDevice(openCommits);
      return commits.value?.some((each) => each.transaction === transaction && each.state === 'open') ?? false;
    },
    async confirm() {
      const { value } = await onDevice((device) => confirmOpen(device, transaction));
      return ended(value === 'confirmed' ? value : 'unknown', 'its confirmation was not answered');
    },
    async undo() {
      const { value } = await onDevice((device) => rollbackOpen(device, transaction, { clock: io.clock }));
      return ended(value === 'undone' ? value : 'unknown', 'it could not be told to go back');
    },
  };
}

export function reportCommit(io: Io, output: Output, plan: Plan, result: ApplyResult): void {
  if (output.format !== 'text') return;
  const { name } = plan.device;
  if (result.report) io.stdout(`\n${renderPostCheck(name, result.report, { palette: output.palette })}`);
  const shown = output.verbose ? result.diagnostics : result.diagnostics.filter(({ severity }) => severity !== 'note');
  if (shown.length > 0)
    io.stderr(`\n${renderDiagnostics(shown, { palette: output.remarkPalette, width: output.width })}`);
  io.stdout(`\n${endingOf(output, plan, result)}\n`);
}

export function endingOf({ palette }: Output, plan: Plan, { state, undoAt }: ApplyResult): string {
  const { name } = plan.device;
  const at = undoAt === undefined ? '' : ` at ${new Date(undoAt).toISOString()}`;
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
  return endings[state];
}
