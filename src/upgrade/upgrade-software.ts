// The upgrade of one device: packages, a restart, the version that came of it, and RouterBOOT. Each step finds out from
// the device whether it is needed, so that what was cut off goes on where it was.

import type { ReconnectingSession } from '../apply/reconnecting-session.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { compareVersions, type Version } from '../model/version.ts';
import { bringPackages, type PackageRequest, removePackages } from './packages.ts';
import { firmwareError, type RestartContext, restart, upgradeFirmware } from './restart.ts';
import { readSoftware, type Software } from './software.ts';
import { UpgradeError, upgradeError } from './upgrade-diagnostic.ts';

export interface UpgradeRequest extends RestartContext, Omit<PackageRequest, 'to'> {
  readonly to: Version;
  /** Whether there is still time for a restart in the window. */
  mayRestart(): boolean;
  /** Before each restart. */
  onRestart(): Promise<void>;
}

export interface UpgradedSoftware {
  readonly hasRestarted: boolean;
  /** Why RouterBOOT is not up to date; the version is the new one all the same. */
  readonly problem?: Diagnostic;
}

/** Throws UpgradeError, and DeviceError. */
export async function upgradeSoftware(
  session: ReconnectingSession,
  request: UpgradeRequest,
): Promise<UpgradedSoftware> {
  const before = await readSoftware(await session.open());
  const isNew = before.routeros !== undefined && compareVersions(before.routeros, request.to) === 0;
  const software = isNew ? before : await install(session, request);
  const { firmware } = software;
  if (!firmware || firmware.current === firmware.offered) return { hasRestarted: !isNew };
  if (!request.mayRestart()) {
    const { diagnostic } = firmwareError(request.name, firmware, 'its window closes before it would be back');
    return { hasRestarted: !isNew, problem: diagnostic };
  }
  await request.onRestart();
  try {
    await upgradeFirmware(session, software, request);
    return { hasRestarted: true };
  } catch (error) {
    // One that is gone gets no configuration either.
    if (!(error instanceof UpgradeError) || error.diagnostic.code === 'upgrade/not-back') throw error;
    return { hasRestarted: true, problem: error.diagnostic };
  }
}

async function install(session: ReconnectingSession, request: UpgradeRequest): Promise<Software> {
  const { name, to, signal } = request;
  await bringPackages(await session.open(), { ...request, to: to.text });
  if (signal.aborted || !request.mayRestart()) {
    // A start that nobody planned would install them.
    await removePackages(await session.open(), { to: to.text });
    throw notNow(name, signal.aborted);
  }
  await request.onRestart();
  const after = await restart(session, request);
  if (after.routeros && compareVersions(after.routeros, to) === 0) return after;
  const said = await lastError(session);
  throw upgradeError(name, 'upgrade/not-installed', {
    what: `\`${name}\` came back with RouterOS ${after.routeros?.text ?? 'of no known version'} in place of ${to.text}${said}`,
    why: 'Its start did not install the packages.',
    fix: 'look at `/log/print` on the device',
    at: { menu: '/log' },
  });
}

function notNow(name: string, isInterrupted: boolean): UpgradeError {
  return isInterrupted
    ? upgradeError(name, 'upgrade/interrupted', {
        what: `the upgrade of \`${name}\` was interrupted before its restart`,
        why: 'Its packages were removed from it again.',
        fix: 'run this again',
      })
    : upgradeError(name, 'upgrade/window-closed', {
        what: `\`${name}\` was not restarted: its window closes before it would be back`,
        why: 'Its packages took too long to arrive, and were removed from it again.',
        fix: 'put the packages on the device beforehand, or open a longer window',
      });
}

/** What the device has against the packages, in its own words. */
async function lastError(session: ReconnectingSession): Promise<string> {
  const log = await (await session.open()).print('/log', { proplist: ['topics', 'message'] });
  const last = log.filter(({ topics = '' }) => /\berror\b/.test(topics)).at(-1);
  return last?.message === undefined ? '' : `: ${last.message}`;
}
