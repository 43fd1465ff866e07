// `/system/scheduler`: when its rows fire. Times are the device's own, so a clock that jumps moves them.
// Source: manual, system-information-and-utilities/scheduler; changelog of 7.24.5 for the start-time defect.

import { isYes } from '../../../model/config.ts';
import { parseDuration } from '../../../model/duration.ts';
import { compareVersions, version } from '../../../model/version.ts';
import type { Router, Schedulers } from '../router.ts';
import type { StoredRow } from '../store/store.ts';
import { parseDate, parseTimeOfDay } from './device-clock.ts';
import { runEvent } from './run-script.ts';

interface Plan {
  /** Simulator time; undefined = will not fire. */
  nextAt: number | undefined;
  runs: number;
}

/** `start-time=startup` means 3 s after boot. */
const startupMs = 3000;

export class RouterSchedulers implements Schedulers {
  readonly #router: Router;
  readonly #plans = new Map<StoredRow, Plan>();

  constructor(router: Router) {
    this.#router = router;
  }

  plan(row: StoredRow): void {
    const runs = this.#plans.get(row)?.runs ?? 0;
    this.#plans.set(row, { nextAt: nextRun(this.#router, row, this.#router.now), runs });
  }

  forget(row: StoredRow): void {
    this.#plans.delete(row);
  }

  boot(): void {
    this.#plans.clear();
    for (const row of this.#router.store.rows('/system/scheduler')) {
      const isStartup = row.values.get('start-time') === 'startup';
      const interval = intervalOf(row);
      const nextAt = isStartup
        ? this.#router.bootedAt + startupMs + interval
        : nextRun(this.#router, row, this.#router.bootedAt);
      this.#plans.set(row, { nextAt: isYes(row.values.get('disabled')) ? undefined : nextAt, runs: 0 });
    }
  }

  clockChanged(): void {
    for (const row of this.#router.store.rows('/system/scheduler')) {
      if (row.values.get('start-time') !== 'startup') this.plan(row);
    }
    this.#router.store.touch('/system/scheduler');
  }

  nextAt(): number | undefined {
    let next: number | undefined;
    for (const row of this.#router.store.rows('/system/scheduler')) {
      const at = this.#plans.get(row)?.nextAt;
      if (at !== undefined && (next === undefined || at < next)) next = at;
    }
    return next;
  }

  runDue(): void {
    for (const row of [...this.#router.store.rows('/system/scheduler')]) {
      const plan = this.#plans.get(row);
      if (plan?.nextAt === undefined || plan.nextAt > this.#router.now) continue;
      plan.runs++;
      const interval = intervalOf(row);
      plan.nextAt = interval > 0 ? plan.nextAt + interval : undefined;
      this.#router.store.touch('/system/scheduler');
      runEvent(this.#router, row);
    }
  }

  of(row: StoredRow): { readonly nextAt: number | undefined; readonly runs: number } {
    return this.#plans.get(row) ?? { nextAt: undefined, runs: 0 };
  }
}

const [forgetful, mended] = [version('7.24'), version('7.24.5')];

/** 7.24.0 to 7.24.4 never trigger a row whose start was left to its default. */
function forgetsDefaultStart({ target }: Router): boolean {
  const { routeros } = target;
  return compareVersions(routeros, forgetful) >= 0 && compareVersions(routeros, mended) < 0;
}

/** In ms; 0 = it runs once. */
function intervalOf({ values }: StoredRow): number {
  return parseDuration(values.get('interval') ?? '0') ?? 0;
}

/** The first moment at or after `from` (simulator time); undefined when there is none. */
function nextRun(router: Router, row: StoredRow, from: number): number | undefined {
  if (isYes(row.values.get('disabled'))) return undefined;
  const time = row.values.get('start-time') ?? '';
  const interval = intervalOf(row);
  // Without an interval a startup row fires at boot only, and the device is up already.
  if (time === 'startup') return interval > 0 ? from + interval : undefined;
  if (forgetsDefaultStart(router) && row.values.get('.default-start') === 'yes') return undefined;
  const date = parseDate(row.values.get('start-date') ?? '');
  const timeOfDay = parseTimeOfDay(time);
  if (date === undefined || timeOfDay === undefined) return undefined;
  const start = date + timeOfDay - router.device.clockOffsetMs;
  if (start >= from) return start;
  return interval > 0 ? start + Math.ceil((from - start) / interval) * interval : undefined;
}
