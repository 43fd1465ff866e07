// Upgrades one device: what its site asks of it by the version that it runs, the new version itself, and what its site
// asks of it by that one. Only the two changes of the configuration are commits: a restart is no part of an undo.

import { neededPolicies } from '../../apply/arm.ts';
import { openReconnecting, type ReconnectingSession } from '../../apply/reconnecting-session.ts';
import { asDeviceError } from '../../device/device.ts';
import { deviceDiagnostic } from '../../device/device-diagnostic.ts';
import { readPolicies } from '../../device/policies.ts';
import { type Diagnostic, hasAtLeast } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import type { FleetDevice } from '../../fleet/fleet.ts';
import { isFileTrouble } from '../../io/file-trouble.ts';
import { type Io, outlasting } from '../../io/io.ts';
import { version } from '../../model/version.ts';
import { isBad, reasonOf } from '../../report/run-report.ts';
import type { UpgradeEffect } from '../../report/upgrade.ts';
import { messageOf } from '../../source/message-of.ts';
import { awaitStart } from '../../upgrade/restart.ts';
import { readSoftware } from '../../upgrade/software.ts';
import { UpgradeError } from '../../upgrade/upgrade-diagnostic.ts';
import { upgradeSoftware } from '../../upgrade/upgrade-software.ts';
import { accessDevice } from '../device/open-device.ts';
import { noteUpgrade, readUpgrade, type UpgradeRecord } from '../device/upgrade-record.ts';
import { isRefused } from '../plan/gather-plans.ts';
import {
  type ChangeContext,
  type ChangedMember,
  type ChangeOptions,
  changeMember,
  digestOfPlan,
  recoverFirst,
} from './change-member.ts';
import type { ReadyDevice } from './fleet-sites.ts';
import { planMember } from './plan-fleet.ts';
import { verifyMember } from './verify-fleet.ts';

export const usualRestartTimeoutMs = 600_000;

export interface UpgradeOptions extends ChangeOptions {
  /** The RouterOS version that devices are to run. */
  readonly upgrade: string;
  /** Address of its packages, as in packages.ts; absent = MikroTik's. */
  readonly packages?: string | undefined;
  /** How long a device may take to answer after a restart. */
  readonly restartTimeoutMs: number;
}

export interface UpgradeContext extends Omit<ChangeContext, 'options'> {
  readonly options: UpgradeOptions;
  /** The device by its site for a RouterOS version; or what is wrong with that. */
  readyAt(routeros: string): Promise<ReadyDevice | readonly Diagnostic[]>;
  mayRestart(): boolean;
  onUpgrade(name: string, what: string): void;
}

/** `ready`: by its site for the new version. */
export async function upgradeMember(
  io: Io,
  member: FleetDevice,
  ready: ReadyDevice,
  context: UpgradeContext,
): Promise<ChangedMember> {
  // A restart that is under way is waited for, whatever is interrupted.
  const patient = outlasting(io);
  const access = await accessDevice(patient, ready.where, context.options);
  if (!access.value)
    return { member, state: 'skipped', reason: reasonOf(access.diagnostics), diagnostics: access.diagnostics };
  const { connect, close, url } = access.value;
  if (url.kind === 'sim') {
    const reason = `\`${url.text}\` begins anew with each connection; \`rosc sim --state FILE\` is a device that keeps its version`;
    return { member, state: 'skipped', reason, diagnostics: access.diagnostics };
  }
  const session = openReconnecting(() => connect(), io.clock);
  let isBegun = false;
  const onChange = () => {
    isBegun = true;
    return context.onChange();
  };
  const diagnostics = [...access.diagnostics];
  const upgrade: Upgrade = { io, member, ready, context: { ...context, onChange }, session, diagnostics };
  try {
    return await withSession(upgrade);
  } catch (error) {
    const diagnostic = diagnosticOf(error, member.name);
    diagnostics.push(diagnostic);
    const state = diagnostic.code === 'upgrade/not-back' ? 'unknown' : isBegun ? 'failed' : 'skipped';
    return { member, state, reason: diagnostic.what, diagnostics };
  } finally {
    await session.close().catch(() => undefined);
    await close();
  }
}

interface Upgrade {
  readonly io: Io;
  readonly member: FleetDevice;
  readonly ready: ReadyDevice;
  readonly context: UpgradeContext;
  readonly session: ReconnectingSession;
  readonly diagnostics: Diagnostic[];
}

async function withSession(upgrade: Upgrade): Promise<ChangedMember> {
  const { io, member, context, session, diagnostics } = upgrade;
  const { name } = member;
  const { options } = context;
  await awaitEarlier(upgrade);
  const running = (await readSoftware(await session.open())).routeros?.text ?? '';
  const lacking = await lackingPolicies(session);
  if (lacking.length > 0) return skipped(upgrade, `its user lacks policies that it needs: ${lacking.join(', ')}`);
  const recovered = await recoverFirst(io, member, upgrade.ready, context);
  diagnostics.push(...recovered.diagnostics);
  if (recovered.problem !== undefined) return skipped(upgrade, recovered.problem);
  const stopped = await foresee(upgrade);
  if (stopped) return stopped;
  const before = running === options.upgrade ? undefined : await changeBefore(upgrade, running);
  if (before && before.state !== 'unchanged' && before.state !== 'confirmed') return before;
  const refused = running === options.upgrade ? undefined : await context.onChange();
  if (refused !== undefined) return skipped(upgrade, refused);
  const note = (state: UpgradeRecord['state'], timeoutMs: number) =>
    noteUpgrade(io, { device: name, from: running, to: options.upgrade, state }, timeoutMs).catch((error: unknown) =>
      context.observer.onNotKept(messageOf(error)),
    );
  const upgraded = await upgradeSoftware(session, {
    name,
    to: version(options.upgrade),
    source: options.packages,
    clock: io.clock,
    signal: io.signal,
    timeoutMs: options.restartTimeoutMs,
    mayRestart: () => context.mayRestart(),
    onStep: (what) => context.onUpgrade(name, what),
    async onRestart() {
      await context.onChange();
      await note('restarting', options.restartTimeoutMs);
    },
  });
  if (upgraded.hasRestarted) await note('upgraded', 0);
  await session.close();
  const after = await changeAfter(upgrade, upgraded.hasRestarted, before);
  const { problem } = upgraded;
  if (!problem) return after;
  diagnostics.push(problem);
  return isBad(after) ? after : { ...after, state: 'failed', reason: problem.what };
}

function skipped({ member, diagnostics }: Upgrade, reason: string): ChangedMember {
  return { member, state: 'skipped', reason, diagnostics };
}

/** A device that an earlier run restarted may not be back yet. */
async function awaitEarlier({ io, member, context, session }: Upgrade): Promise<void> {
  const record = await readUpgrade(io, member.name).catch((error: unknown) => {
    throw isFileTrouble(error) ? new UpgradeError(error.diagnostic) : error;
  });
  if (record?.state !== 'restarting') return;
  const [sentAt, deadline] = [Date.parse(record.at), Date.parse(record.until)];
  if (!(deadline > io.clock.now())) return;
  context.onUpgrade(member.name, 'is awaited: an earlier run restarted it');
  const onStep = (what: string) => context.onUpgrade(member.name, what);
  // One that did not restart at all is looked at like any other.
  await awaitStart(session, { name: member.name, clock: io.clock, sentAt, deadline, onStep }).catch(
    (error: unknown) => {
      if (!(error instanceof UpgradeError)) throw error;
    },
  );
}

async function lackingPolicies(session: ReconnectingSession): Promise<readonly string[]> {
  const held = await readPolicies(await session.open());
  return held ? neededPolicies.filter((policy) => !held.has(policy)) : [];
}

/** Whether the version is one that this device should get, and the plan the one that was shown. */
async function foresee({ io, member, ready, context, diagnostics }: Upgrade): Promise<ChangedMember | undefined> {
  const { options, agreed } = context;
  const planned = await planMember(io, member, ready, options);
  // A restart under somebody's open commit would take its undo's time away.
  const problem = planned.diagnostics.find((each) => isRefused(each, options) || each.code === 'apply/commit-open');
  const stop = (reason: string): ChangedMember => {
    diagnostics.push(...planned.diagnostics);
    return { member, state: 'skipped', reason, diagnostics, ...(planned.plan && { plan: planned.plan }) };
  };
  if (!planned.plan || problem) return stop(problem?.what ?? 'no plan could be made');
  const defect = planned.upgrade && defectOf(planned.upgrade, ready, member.device, options.accept ?? []);
  if (defect) {
    diagnostics.push(knownDefect(member.name, options.upgrade, defect));
    return stop(`RouterOS ${options.upgrade} is known to be bad for it: ${defect.what}`);
  }
  if (agreed !== undefined && agreed !== digestOfPlan(planned.plan)) {
    return stop('it changed after its plan was shown, so nothing was sent to it');
  }
  return undefined;
}

/** Findings that are about a release itself, and not about what is configured. */
const ofReleases: ReadonlySet<string> = new Set(['ops/interim-version-risk', 'ops/version-advisory']);

/** An error that comes with the version, or what is known to be wrong with it, as the device is or is to be. */
function defectOf(
  { from, to, appearing }: UpgradeEffect,
  { site }: ReadyDevice,
  own: string,
  accept: readonly string[],
): Diagnostic | undefined {
  if (from === to) return undefined;
  const isOwn = (each: Diagnostic) => each.device === own && ofReleases.has(each.code);
  const bad = appearing.filter(({ severity, code }) => severity === 'error' || ofReleases.has(code));
  const found = [...bad, ...site.diagnostics.filter(isOwn)];
  return found.find((each) => isRefused({ ...each, severity: 'error' }, { accept }));
}

function knownDefect(name: string, to: string, { code, what }: Diagnostic): Diagnostic {
  return deviceProblem(name, 'upgrade/known-defect', {
    what: `\`${name}\` does not get RouterOS ${to}: ${what}`,
    label: code,
    why: 'It comes with the version, on this device and with what it has configured.',
    fix: `name another version, or accept it by \`--accept ${code}\``,
  });
}

/** All that its site asks of it by the version that it runs; undefined where the site is not made for that version. */
async function changeBefore(
  { io, member, context, diagnostics }: Upgrade,
  running: string,
): Promise<ChangedMember | undefined> {
  const ready = await context.readyAt(running);
  const problem = 'site' in ready ? ready.site.diagnostics.find((each) => isRefused(each, context.options)) : ready[0];
  if (!('site' in ready) || problem) {
    context.onUpgrade(
      member.name,
      `keeps its configuration before: by RouterOS ${running} ${problem?.what ?? 'there is none'}`,
    );
    return undefined;
  }
  const changed = await changeMember(io, member, ready, commitContext(context));
  diagnostics.push(...changed.diagnostics);
  if (changed.state === 'confirmed') context.onUpgrade(member.name, 'is as its site says, by the version that it runs');
  return { ...changed, diagnostics };
}

/** All that its site asks of it by the new version, and the post-check. */
async function changeAfter(
  { io, member, ready, context, diagnostics }: Upgrade,
  hasRestarted: boolean,
  before: ChangedMember | undefined,
): Promise<ChangedMember> {
  const changed = await changeMember(io, member, ready, commitContext(context));
  diagnostics.push(...changed.diagnostics);
  const { state, reason } = changed;
  const end = (as: ChangedMember['state'], why?: string): ChangedMember => {
    const { reason: _, ...rest } = changed;
    return { ...rest, diagnostics, state: as, ...(why !== undefined && { reason: why }) };
  };
  if (state === 'confirmed') return end(hasRestarted ? 'upgraded' : state);
  if (state !== 'unchanged')
    return end(state, `it runs RouterOS ${context.options.upgrade}, and ${reason ?? 'was not changed'}`);
  if (!hasRestarted) return end(before?.state ?? state);
  const { options } = context;
  const verified = await verifyMember(io, member, ready, options);
  diagnostics.push(...verified.diagnostics);
  if (!hasAtLeast(verified.diagnostics, 'error')) return end('upgraded');
  return end('failed', `it runs RouterOS ${options.upgrade}, and ${reasonOf(verified.diagnostics)}`);
}

/** What an upgrade says about commits has been said; each is planned anew. */
function commitContext({ options, agreed: _, ...context }: UpgradeContext): ChangeContext {
  const { upgrade: __, ...rest } = options;
  return { ...context, options: rest, unfinished: { value: [], diagnostics: [] } };
}

function diagnosticOf(error: unknown, name: string): Diagnostic {
  if (error instanceof UpgradeError) return error.diagnostic;
  return deviceDiagnostic(asDeviceError(error), name);
}
