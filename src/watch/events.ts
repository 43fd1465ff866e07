// What is worth a line between two looks at a device: what became of its offload, and whether somebody changed it.

import type { CheckLine, Proof } from '../apply/check.ts';
import type { Change } from '../plan/plan.ts';
import type { DeviceSnapshot } from './device-snapshot.ts';
import type { HealthAlarm } from './health-alarms.ts';

export type WatchEvent = { readonly device: string; readonly atMs: number } & (
  | {
      /** The first look, and the first one after a loss. */
      readonly kind: 'reached';
      readonly model: string;
      readonly routeros: string;
      /** Lines of the post-check by their proof. */
      readonly checks: Readonly<Record<Proof, number>>;
      readonly drift: number;
    }
  | {
      readonly kind: 'lost';
      /** Code of the diagnostic. */
      readonly code: string;
      readonly why: string;
      /** When rosc tries again. */
      readonly retryMs: number;
    }
  | {
      /** Between two looks, so quickly that it was never lost. */
      readonly kind: 'restarted';
      /** Since it booted. */
      readonly uptimeMs: number;
    }
  | ({
      readonly kind: 'offload';
      /** Absent = there was no such line before. */
      readonly before?: string;
    } & Pick<CheckLine, 'check' | 'subject' | 'expected' | 'observed' | 'proof' | 'command'>)
  | {
      readonly kind: 'health';
      readonly sensor: string;
      /** Absent = the alarm is over. */
      readonly alarm?: HealthAlarm['kind'];
      readonly text: string;
    }
  | {
      readonly kind: 'drift';
      /** How many changes a plan would hold now. */
      readonly changes: number;
      /** `set /ip/address 192.0.2.1/24` */
      readonly appeared: readonly string[];
      readonly vanished: readonly string[];
    }
);

export function reachedEvent(device: string, snapshot: DeviceSnapshot): WatchEvent {
  const { atMs, identity, lines, drift } = snapshot;
  const count = (proof: Proof) => lines.filter((line) => line.proof === proof).length;
  return {
    kind: 'reached',
    device,
    atMs,
    model: identity.model,
    routeros: identity.routeros,
    checks: {
      proved: count('proved'),
      candidate: count('candidate'),
      unproved: count('unproved'),
      'not-offloaded': count('not-offloaded'),
    },
    drift: drift.changes.length,
  };
}

/** What is wrong already at the first look is an event as well. */
export function eventsOf(
  device: string,
  before: DeviceSnapshot | undefined,
  after: DeviceSnapshot,
): readonly WatchEvent[] {
  return [
    ...restartEvents(device, before, after),
    ...healthEvents(device, before, after),
    ...offloadEvents(device, before, after),
    ...driftEvents(device, before, after),
  ];
}

/** Uptime goes back at a boot alone. */
function restartEvents(
  device: string,
  before: DeviceSnapshot | undefined,
  { uptimeMs, atMs }: DeviceSnapshot,
): readonly WatchEvent[] {
  const earlierMs = before?.uptimeMs;
  if (uptimeMs === undefined || earlierMs === undefined || uptimeMs >= earlierMs) return [];
  return [{ kind: 'restarted', device, atMs, uptimeMs }];
}

/** Alarms that began, changed their kind, or are over. */
function healthEvents(
  device: string,
  before: DeviceSnapshot | undefined,
  { health, atMs }: DeviceSnapshot,
): readonly WatchEvent[] {
  const kindOf = (alarms: readonly HealthAlarm[], name: string) => alarms.find(({ sensor }) => sensor === name)?.kind;
  const earlier = before?.health.alarms ?? [];
  const begun = health.alarms.filter(({ sensor, kind }) => kindOf(earlier, sensor) !== kind);
  const over = earlier.filter(({ sensor }) => kindOf(health.alarms, sensor) === undefined);
  return [
    ...begun.map(({ sensor, kind, text }) => ({ kind: 'health', device, atMs, sensor, alarm: kind, text }) as const),
    ...over.map(({ sensor }) => ({ kind: 'health', device, atMs, sensor, text: 'as it should be again' }) as const),
  ];
}

function offloadEvents(
  device: string,
  before: DeviceSnapshot | undefined,
  { lines, atMs }: DeviceSnapshot,
): readonly WatchEvent[] {
  const earlier = new Map(before?.lines.map((line) => [keyOf(line), line]));
  return lines.flatMap((line): readonly WatchEvent[] => {
    const { check, subject, expected, observed, proof, command } = line;
    const old = earlier.get(keyOf(line));
    const isNews = old ? isOther(old, line) : proof === 'not-offloaded';
    if (!isNews) return [];
    const known = old && { before: old.observed };
    return [{ kind: 'offload', device, atMs, check, subject, expected, ...known, observed, proof, command }];
  });
}

/** Numbers move all the time and have their metrics; what counts is what they prove. */
function isOther(old: CheckLine, now: CheckLine): boolean {
  const words = (text: string) => text.replace(/\d+/g, '#');
  return old.proof !== now.proof || words(old.observed) !== words(now.observed);
}

function keyOf({ check, subject }: CheckLine): string {
  return `${check} ${subject}`;
}

function driftEvents(
  device: string,
  before: DeviceSnapshot | undefined,
  { drift, atMs }: DeviceSnapshot,
): readonly WatchEvent[] {
  const old = new Set(before?.drift.changes.map(changeText));
  const now = new Set(drift.changes.map(changeText));
  const appeared = [...now].filter((text) => !old.has(text));
  const vanished = [...old].filter((text) => !now.has(text));
  if (appeared.length + vanished.length === 0) return [];
  return [{ kind: 'drift', device, atMs, changes: drift.changes.length, appeared, vanished }];
}

function changeText({ action, menu, key, properties }: Change): string {
  const names = action === 'set' ? properties.map(({ name }) => name).join(',') : '';
  return [action, menu, key, names && `(${names})`].filter((part) => part !== '').join(' ');
}
