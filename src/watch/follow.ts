// Looks at one device again and again, one look at a time, over one connection that is opened anew when it is lost.

import { type Clock, type Device, DeviceError } from '../device/device.ts';
import { deviceDiagnostic } from '../device/device-diagnostic.ts';
import { type Diagnostic, isError, type Staged } from '../diagnostics/diagnostic.ts';
import type { DeviceSnapshot } from './device-snapshot.ts';

export interface FollowOptions {
  readonly device: string;
  /** Throws DeviceError. */
  connect(): Promise<Device>;
  /** `isNew`: nothing that was read over an earlier connection holds any more. Throws DeviceError. */
  look(connection: Device, isNew: boolean): Promise<Staged<DeviceSnapshot | undefined>>;
  readonly clock: Clock;
  readonly intervalMs: number;
  /** Ends the work; the look that is under way is given up. */
  readonly signal: AbortSignal;
  onSnapshot(snapshot: DeviceSnapshot, tookMs: number): void;
  /** Called for each failed look. */
  onLoss(cause: Diagnostic, retryMs: number): void;
}

/** A device is busy with rosc for at most one part in so many. */
const idleShare = 10;
/** A device that is away is missed after it returns for no more than this many intervals, beside the look itself. */
const awayIntervals = 2;
/** A device that answers and refuses, or is another one, waits for a person. */
const retryMaxMs = 300_000;

export async function follow(options: FollowOptions): Promise<void> {
  const { clock, signal, intervalMs } = options;
  let connection: Device | undefined;
  let failures = 0;
  const drop = async () => {
    await connection?.close().catch(() => undefined);
    connection = undefined;
  };
  while (!signal.aborted) {
    const begin = clock.now();
    const wasOpen = connection !== undefined;
    let outcome = await attempt();
    // A connection that was idle may be gone without anybody having done anything: that alone is no loss.
    if (wasOpen && !outcome.value && isConnectionGone(outcome.cause) && !signal.aborted) outcome = await attempt();
    if (signal.aborted) break;
    const tookMs = clock.now() - begin;
    if (outcome.value) {
      failures = 0;
      options.onSnapshot(outcome.value, tookMs);
      await pause(Math.max(intervalMs - tookMs, tookMs * (idleShare - 1)));
    } else {
      await drop();
      failures += 1;
      const retryMs = retryAfter(intervalMs, failures, outcome.cause);
      options.onLoss(outcome.problem, retryMs);
      await pause(retryMs);
    }
  }
  await drop();

  async function attempt(): Promise<Outcome> {
    try {
      const isNew = connection === undefined;
      connection ??= await options.connect();
      const { value, diagnostics } = await options.look(connection, isNew);
      if (value) return { value };
      const problem = diagnostics.find(isError) ?? diagnostics[0];
      if (!problem) throw new Error('a look that fails says why');
      return { problem };
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      await drop();
      return { problem: deviceDiagnostic(error, options.device), cause: error };
    }
  }

  async function pause(ms: number): Promise<void> {
    await clock.sleep(Math.max(0, ms), signal).catch(() => undefined);
  }
}

function retryAfter(intervalMs: number, failures: number, cause: DeviceError | undefined): number {
  const doubled = intervalMs * 2 ** (failures - 1);
  const isAway = cause?.kind === 'unreachable' || isConnectionGone(cause);
  return Math.max(intervalMs, Math.min(doubled, isAway ? awayIntervals * intervalMs : retryMaxMs));
}

type Outcome =
  | { readonly value: DeviceSnapshot; readonly problem?: never; readonly cause?: never }
  | { readonly value?: never; readonly problem: Diagnostic; readonly cause?: DeviceError };

function isConnectionGone(cause: DeviceError | undefined): boolean {
  return cause?.kind === 'connection-lost' || cause?.kind === 'timed-out';
}
