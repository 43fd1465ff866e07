// Restarts a device and waits until it answers again, and brings its RouterBOOT up to date. Source: manual,
// getting-started/installation-and-upgrade/upgrade, hardware/routerboard ("Upgrading RouterBOOT").

import type { ReconnectingSession } from '../apply/reconnecting-session.ts';
import { type Clock, type Device, DeviceError } from '../device/device.ts';
import { type Firmware, readSoftware, type Software } from './software.ts';
import { type UpgradeError, upgradeError } from './upgrade-diagnostic.ts';

export interface RestartContext {
  /** The device, in messages. */
  readonly name: string;
  readonly clock: Clock;
  /** How long it may take until it answers again. */
  readonly timeoutMs: number;
  onStep(what: string): void;
}

const pauseMs = 2000;
/** Uptime is in whole seconds, and the command took its time. */
const toleranceMs = 5000;

/** What runs after the start. Throws UpgradeError. */
export async function restart(session: ReconnectingSession, context: RestartContext): Promise<Software> {
  const { name, clock, timeoutMs, onStep } = context;
  const sentAt = clock.now();
  onStep('restarts');
  const reply = await (await session.open()).run({ menu: '/system', verb: 'reboot', arguments: {} });
  await session.close().catch(() => undefined);
  if (reply.kind === 'refused') {
    throw upgradeError(name, 'upgrade/not-restarted', {
      what: `\`${name}\` did not restart: ${reply.message}`,
      why: 'Packages are installed by a start alone; these wait for the next one, whatever causes it.',
      fix: 'restart the device in its window, or remove the packages from it',
    });
  }
  return awaitStart(session, { ...context, sentAt, deadline: sentAt + timeoutMs });
}

export interface Awaited extends Omit<RestartContext, 'timeoutMs'> {
  /** When it was told to, by this machine's clock. */
  readonly sentAt: number;
  readonly deadline: number;
}

/** The same for a start that was asked for before. Throws UpgradeError. */
export async function awaitStart(session: ReconnectingSession, awaited: Awaited): Promise<Software> {
  const { name, clock, sentAt, deadline } = awaited;
  let last: Software | undefined;
  while (clock.now() < deadline) {
    last = await look(session, deadline);
    if (last && last.uptimeMs <= clock.now() - sentAt + toleranceMs) return last;
    await session.close().catch(() => undefined);
    await clock.sleep(pauseMs);
  }
  const minutes = Math.round((deadline - sentAt) / 60_000);
  throw last
    ? upgradeError(name, 'upgrade/not-restarted', {
        what: `\`${name}\` has not restarted within ${minutes} minutes`,
        why: 'It answers, and its uptime has gone on; packages that lie on it wait for its next start.',
        fix: 'restart the device in its window, or remove the packages from it',
      })
    : upgradeError(name, 'upgrade/not-back', {
        what: `\`${name}\` has not answered within ${minutes} minutes after its restart`,
        why: 'An upgrade is no part of an undo: a device that does not come back from it takes hands.',
        fix: 'look at it on its console; Netinstall brings back a device that does not start',
      });
}

/** Undefined: it is not there, or gone again. */
async function look(session: ReconnectingSession, deadline: number): Promise<Software | undefined> {
  try {
    const device = await session.openBy(deadline);
    return device && (await readSoftware(device));
  } catch (error) {
    if (error instanceof DeviceError) return undefined;
    throw error;
  }
}

const firmwareTimeoutMs = 120_000;

/** What runs after it; the same where nothing newer is offered. Throws UpgradeError, and DeviceError. */
export async function upgradeFirmware(
  session: ReconnectingSession,
  software: Software,
  context: RestartContext,
): Promise<Software> {
  const { firmware } = software;
  if (!firmware || firmware.current === firmware.offered) return software;
  const { name, clock, onStep } = context;
  const failed = (reason: string) => firmwareError(name, firmware, reason);
  onStep(`writes RouterBOOT ${firmware.offered}`);
  const device = await session.open();
  const before = await firmwareWritten(device);
  const reply = await device.run({ menu: '/system/routerboard', verb: 'upgrade', arguments: {} });
  if (reply.kind !== 'done') throw failed(reply.kind === 'refused' ? reply.message : reply.reason);
  const deadline = clock.now() + firmwareTimeoutMs;
  // It is written after the answer, and a restart in the middle of that would be no good idea.
  while ((await firmwareWritten(device)) <= before) {
    if (clock.now() > deadline) throw failed('it does not say that it was written, so it was not restarted');
    await clock.sleep(pauseMs);
  }
  const after = await restart(session, context);
  if (after.firmware?.current === firmware.offered) return after;
  throw failed(`it came back with ${after.firmware?.current ?? 'none'}`);
}

export function firmwareError(name: string, { current, offered }: Firmware, reason: string): UpgradeError {
  return upgradeError(name, 'upgrade/routerboot', {
    what: `\`${name}\` keeps RouterBOOT ${current} in place of ${offered}: ${reason}`,
    why: 'RouterOS runs with an older RouterBOOT as well; MikroTik recommends to bring it up to date.',
    fix: 'run this again, or `/system/routerboard/upgrade` and a restart on the device',
    at: { menu: '/system/routerboard' },
  });
}

/** How often its log says so. */
async function firmwareWritten(device: Device): Promise<number> {
  const log = await device.print('/log', { proplist: ['message'] });
  return log.filter(({ message = '' }) => /^firmware upgraded successfully/i.test(message)).length;
}
