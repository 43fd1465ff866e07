// One look at a device for `rosc watch`: its counters and the post-check each time, its configuration now and then.

import { runPostCheck } from '../../apply/post-check.ts';
import { readCounters, readUptime } from '../../device/counters.ts';
import type { Device, Identity } from '../../device/device.ts';
import { readHealth } from '../../device/health.ts';
import { isError, type Staged } from '../../diagnostics/diagnostic.ts';
import type { Io } from '../../io/io.ts';
import type { Config } from '../../model/config.ts';
import type { DeferredSources } from '../../model/resolve-deferred.ts';
import { applyChanges } from '../../plan/patch.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { DeviceSnapshot, Drift } from '../../watch/device-snapshot.ts';
import { healthAlarms } from '../../watch/health-alarms.ts';
import type { AnalysedDevice } from '../analyse/analyse-site.ts';
import { planDevice } from '../plan/plan-device.ts';
import { readLive } from '../plan/read-prior.ts';

export interface LookOptions {
  readonly site: string;
  readonly profiles: Profiles;
  readonly secret: DeferredSources['secret'];
  /** The configuration is read again after this time, and over every new connection. */
  readonly driftIntervalMs: number;
}

/** Reading sensors often costs some devices much of their CPU (manual, health). */
const healthIntervalMs = 30_000;

/** What the last reading of the configuration came to. */
interface Compared {
  readonly identity: Identity;
  readonly plan: Plan;
  readonly expected: Config;
  readonly drift: Drift;
}

export function watchLook(
  { clock }: Pick<Io, 'clock'>,
  device: AnalysedDevice,
  { site, profiles, secret, driftIntervalMs }: LookOptions,
): (connection: Device, isNew: boolean) => Promise<Staged<DeviceSnapshot | undefined>> {
  const { device: name, config } = device.lowered;
  let compared: Compared | undefined;
  let felt: { readonly atMs: number; readonly health: DeviceSnapshot['health'] } | undefined;

  const compare = async (connection: Device): Promise<Staged<Compared | undefined>> => {
    const atMs = clock.now();
    const prior = await readLive(connection, name, config);
    const unstable = prior.diagnostics.filter(isError);
    if (unstable.length > 0) return { value: undefined, diagnostics: unstable };
    // An upgrade is no reason to look away: the version is among the metrics.
    const planned = planDevice(device, prior.value, { site, profiles, acceptVersion: true, ...(secret && { secret }) });
    if (!planned.value) return { value: undefined, diagnostics: planned.diagnostics };
    const { plan, before } = planned.value;
    const { identity, config: own } = prior.value;
    const drift = { atMs, changes: [...plan.changes, ...plan.displaced], capacity: before.capacity };
    return { value: { identity, plan, expected: applyChanges(own, plan.changes), drift }, diagnostics: [] };
  };

  return async (connection, isNew) => {
    const isDue = !compared || isNew || clock.now() - compared.drift.atMs >= driftIntervalMs;
    if (isDue) {
      const { value, diagnostics } = await compare(connection);
      if (!value) return { value: undefined, diagnostics };
      compared = value;
    }
    if (!compared) throw new Error('nothing was compared');
    const { plan, expected, drift, identity } = compared;
    const now = clock.now();
    const { predictions } = plan;
    const { lines } = await runPostCheck(connection, { expected, predictions, clock, deadline: now });
    const [counters, uptimeMs] = await Promise.all([readCounters(connection, name, clock), readUptime(connection)]);
    if (!felt || isNew || now - felt.atMs >= healthIntervalMs) {
      const health = await readHealth(connection);
      const alarms = healthAlarms(health, felt?.health.alarms ?? []);
      felt = { atMs: now, health: { ...health, alarms } };
    }
    const uptime = uptimeMs !== undefined && { uptimeMs };
    return { value: { atMs: now, identity, ...uptime, counters, health: felt.health, lines, drift }, diagnostics: [] };
  };
}
