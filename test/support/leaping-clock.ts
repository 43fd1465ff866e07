// A clock for a program and the devices that it talks to in one process: it stands still while anything goes on, and
// leaps to the next sleeper's time when all that is left is waiting. A commit with its post-check takes no time on the
// wall, and the same time of day on every machine.

import type { Clock } from '../../src/device/device.ts';
import { pause } from './until.ts';

export interface LeapingClock extends Clock {
  /** Waits of five minutes and more so far, in ms. Those of devices and connections are shorter. */
  readonly leaps: readonly number[];
  /** For devices: what they wait for comes in time, but does not make time pass. */
  readonly ofDevices: Clock;
}

const longMs = 300_000;

/**
 * Turns of the event loop without a new sleep before the clock leaps. What one end of a connection on this machine
 * writes the other reads at its next turn, and whoever waits for an answer begins to sleep.
 */
const quietTurns = 12;

/** A busy kernel may hand over a written answer late, which must not look like a device that kept silent so long. */
const timeoutMs = 5000;
const restMs = 50;

/** Requests to the system whose answers come from outside of the event loop: files, names, other processes. */
const outside = /^FSReq|ReqWrap$|Request$|ConnectWrap$|ShutdownWrap$|WriteWrap$|ProcessWrap$/;

export function leapingClock(startMs = Date.UTC(2026, 3, 21, 20, 0, 0)): LeapingClock {
  const leaps: number[] = [];
  const sleepers = new Map<
    () => void,
    { readonly due: number; readonly isTimeout: boolean; readonly isDevice: boolean }
  >();
  let now = startMs;
  let turnsLeft = quietTurns;
  let isWatching = false;
  let isRested = false;

  const stir = () => {
    turnsLeft = quietTurns;
    isRested = false;
  };
  const nextDue = () => Math.min(...[...sleepers.values()].map(({ due }) => due));
  const endsTimeout = () => [...sleepers.values()].some(({ due, isTimeout }) => isTimeout && due <= nextDue());
  const leap = () => {
    const all = [...sleepers];
    now = Math.max(now, nextDue());
    for (const [wake, { due }] of all) if (due <= now) wake();
  };
  const watch = async () => {
    if (isWatching) return;
    isWatching = true;
    while ([...sleepers.values()].some(({ isDevice }) => !isDevice)) {
      await new Promise(setImmediate);
      if (process.getActiveResourcesInfo().some((name) => outside.test(name))) {
        stir();
        await pause(1);
        continue;
      }
      if (--turnsLeft > 0) continue;
      const mayLeap = isRested || !endsTimeout();
      stir();
      if (mayLeap) {
        leap();
      } else {
        await pause(restMs);
        isRested = true;
      }
    }
    isWatching = false;
  };

  const sleeping =
    (isDevice: boolean): Clock['sleep'] =>
    (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const stop = () => {
          sleepers.delete(wake);
          stir();
          reject(signal?.reason);
        };
        const wake = () => {
          sleepers.delete(wake);
          signal?.removeEventListener('abort', stop);
          if (ms >= longMs) leaps.push(ms);
          resolve();
        };
        sleepers.set(wake, { due: now + ms, isTimeout: !isDevice && ms >= timeoutMs, isDevice });
        stir();
        signal?.addEventListener('abort', stop, { once: true });
        void watch();
      });

  return {
    leaps,
    now: () => now,
    sleep: sleeping(false),
    ofDevices: { now: () => now, sleep: sleeping(true) },
  };
}
