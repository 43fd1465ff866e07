// Applies a plan to one device: opened, changed as a confirmed commit; and, when its confirmation is held, confirmed or
// undone later. What happens is told to an observer; nothing is printed here.

import { randomBytes } from 'node:crypto';
import type { ApplyResult, CommitStep, Journal } from '../../apply/apply-context.ts';
import { applyPlan } from '../../apply/commit.ts';
import { stateUnknown } from '../../apply/commit-messages.ts';
import { confirmOpen, openCommits, rollbackOpen } from '../../apply/recover.ts';
import type { Device } from '../../device/device.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { manualFix } from '../../diagnostics/manual-fix.ts';
import { isFileTrouble } from '../../io/file-trouble.ts';
import { type Io, outlasting } from '../../io/io.ts';
import { scriptSyntax } from '../../model/quote.ts';
import type { Plan } from '../../plan/plan.ts';
import type { DeviceAddress } from '../device/device-address.ts';
import { fileJournal } from '../device/journal.ts';
import { accessDevice, type DeviceAccess, type DeviceOptions, withDevice } from '../device/open-device.ts';
import type { GatherRequest } from '../plan/gather-plans.ts';
import { whoAmI } from '../read/who-am-i.ts';

export interface DeviceTask {
  readonly plan: Plan;
  readonly where: DeviceAddress;
  readonly options: DeviceOptions & Pick<GatherRequest, 'displace' | 'backup' | 'lastResort'>;
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

/** Who follows commits, which may be many at the same time. */
export interface CommitObserver {
  onStep(device: string, step: CommitStep, detail: string): void;
  /** Files with the prior state and the undo were written: their path without endings. */
  onKept(stem: string): void;
  onNotKept(reason: string): void;
  /** The device could not even be opened. */
  onUnreachable(diagnostics: readonly Diagnostic[]): void;
  onEnd(plan: Plan, result: ApplyResult): void;
}

export async function applyToDevice(io: Io, task: DeviceTask, observer: CommitObserver): Promise<AppliedDevice> {
  const { plan, where, options } = task;
  // What is interrupted has to be undone, and that takes connections: theirs do not end with the signal.
  const patient = outlasting(io);
  const access = await accessDevice(patient, where, options);
  if (!access.value) {
    observer.onUnreachable(access.diagnostics);
    return { plan, result: undefined, diagnostics: access.diagnostics };
  }
  const journal = fileJournal(io, {
    onSaved: (stem) => observer.onKept(stem),
    onFailed: (reason) => observer.onNotKept(reason),
  });
  const result = await commit(io, task, { access: access.value, journal, observer }).catch(notKept);
  if ('code' in result) {
    await access.value.close();
    const diagnostics = [{ ...result, device: plan.device.name }];
    observer.onUnreachable(diagnostics);
    return { plan, result: undefined, diagnostics };
  }
  observer.onEnd(plan, result);
  const { diagnostics } = result;
  if (result.state !== 'open') {
    await access.value.close();
    return { plan, result, diagnostics };
  }
  return { plan, result, diagnostics, held: heldCommit(io, plan, result, { access: access.value, journal, observer }) };
}

function notKept(error: unknown): Diagnostic {
  if (!isFileTrouble(error)) throw error;
  const why = 'What is needed to go back is kept on this machine before the first change, so nothing was changed.';
  return { ...error.diagnostic, why, fix: manualFix('give a folder that can be written: `--state DIR`') };
}

interface CommitResources {
  readonly access: DeviceAccess;
  readonly journal: Journal;
  readonly observer: CommitObserver;
}

function commit(io: Io, task: DeviceTask, { access, journal, observer }: CommitResources): Promise<ApplyResult> {
  const { plan, options, confirm, confirmTimeoutMs } = task;
  return applyPlan(plan, {
    connect: () => access.connect(),
    clock: io.clock,
    journal,
    syntax: scriptSyntax,
    transaction: randomBytes(4).toString('hex'),
    owner: whoAmI(),
    signal: io.signal,
    confirmTimeoutMs,
    confirm,
    backup: options.backup !== false,
    ...(options.lastResort === 'backup' && { lastResort: true }),
    ...(options.displace && { displace: true }),
    onStep: (step, detail) => observer.onStep(plan.device.name, step, detail),
  });
}

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
      return ended(
        value?.kind === 'undone' ? 'undone' : 'unknown',
        'it went back, but was not read back as it was before',
      );
    },
  };
}
