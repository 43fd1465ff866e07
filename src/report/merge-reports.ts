// Joins the JSON reports of shards, or of single sites, to one: every device once, with the worst that any of them says
// of the whole.

import * as z from 'zod';
import { isError } from '../diagnostics/diagnostic.ts';
import {
  type DeviceOutcome,
  type DeviceState,
  deviceStates,
  isBad,
  type RunReport,
  type WaveOutcome,
  waveStates,
} from './run-report.ts';

const deviceSchema = z.object({
  name: z.string(),
  site: z.exactOptional(z.string()),
  wave: z.exactOptional(z.string()),
  state: z.exactOptional(z.enum(deviceStates)),
  reason: z.exactOptional(z.string()),
  changes: z.exactOptional(z.number()),
});

const diagnosticSchema = z.looseObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
  what: z.string(),
  device: z.exactOptional(z.string()),
});
export type ReadDiagnostic = z.infer<typeof diagnosticSchema>;

/** What `check`, `plan`, `apply` and `verify` print with `--json`, of a device, a site or a fleet. */
export const reportSchema = z.looseObject({
  version: z.literal(1),
  verb: z.exactOptional(z.string()),
  fleet: z.exactOptional(z.string()),
  rollout: z.exactOptional(z.string()),
  shard: z.exactOptional(z.string()),
  status: z.exactOptional(z.int()),
  waves: z.exactOptional(
    z.array(
      z.object({
        name: z.string(),
        place: z.exactOptional(z.int()),
        state: z.exactOptional(z.enum(waveStates)),
        reason: z.exactOptional(z.string()),
      }),
    ),
  ),
  devices: z.exactOptional(
    z.array(z.looseObject({ name: z.exactOptional(z.string()), device: z.exactOptional(z.string()) })),
  ),
  plans: z.exactOptional(
    z.array(z.looseObject({ device: z.looseObject({ name: z.string() }), changes: z.array(z.unknown()) })),
  ),
  diagnostics: z.array(diagnosticSchema),
});
export type ReadReport = z.infer<typeof reportSchema>;

/** Worst last; the exit statuses of DESIGN 3. */
const statusOrder = [0, 2, 1, 3, 4];

/** At least one. */
export function mergeReports(reports: readonly ReadReport[]): RunReport {
  const devices = new Map<string, DeviceOutcome>();
  for (const device of reports.flatMap(devicesOf)) {
    const before = devices.get(device.name);
    if (!before || rank(device) > rank(before)) devices.set(device.name, device);
  }
  const common = (key: 'fleet' | 'rollout') => {
    const values = new Set(reports.map((report) => report[key]));
    const [value] = values;
    return values.size === 1 && value !== undefined ? { [key]: value } : {};
  };
  const waves = mergeWaves(reports);
  const places = new Map(waves.map(({ name }, place) => [name, place]));
  const placeOf = ({ wave = '' }: DeviceOutcome) => places.get(wave) ?? waves.length;
  const statuses = reports.map((report) => statusOrder.indexOf(statusOf(report)));
  return {
    verb: [...new Set(reports.map(verbOf))].join(', '),
    ...common('fleet'),
    ...common('rollout'),
    status: statusOrder[Math.max(...statuses)] ?? 1,
    waves,
    devices: [...devices.values()].toSorted((a, b) => placeOf(a) - placeOf(b)),
    diagnostics: uniqueDiagnostics(reports),
  };
}

/** What nobody began in one report was begun by somebody else, if at all; of all else the worse counts. */
function rank({ state }: DeviceOutcome): number {
  return state === 'not-applied' ? -1 : deviceStates.indexOf(state);
}

function devicesOf(report: ReadReport): readonly DeviceOutcome[] {
  const known = (report.devices ?? []).flatMap((each): DeviceOutcome[] => {
    // The post-check of a site calls it `device`.
    const parsed = deviceSchema.safeParse({ ...each, name: each.name ?? each.device });
    if (!parsed.success) return [];
    const { state, ...said } = parsed.data;
    const details = Object.fromEntries(Object.entries(each).filter(([key]) => !(key in deviceSchema.shape)));
    return [{ ...said, state: state ?? stateWithout(report, said.name, details), details }];
  });
  const names = new Set(known.map(({ name }) => name));
  const planned = (report.plans ?? []).flatMap(({ device: { name }, changes }): DeviceOutcome[] => {
    if (names.has(name)) return [];
    return [{ name, state: changes.length === 0 ? 'unchanged' : 'changed', changes: changes.length }];
  });
  return [...known, ...planned];
}

/** Reports of single sites say it in other words. */
function stateWithout(
  { diagnostics }: ReadReport,
  name: string,
  details: Readonly<Record<string, unknown>>,
): DeviceState {
  const hasError = diagnostics.some((each) => each.severity === 'error' && each.device === name);
  return hasError || details.passed === false ? 'findings' : 'passed';
}

function verbOf({ verb, plans, devices = [] }: ReadReport): string {
  if (verb !== undefined) return verb;
  if (plans) return 'plan';
  const [first] = devices;
  if (first && 'lines' in first) return 'verify';
  return first && 'state' in first ? 'apply' : 'check';
}

function statusOf(report: ReadReport): number {
  if (report.status !== undefined) return statusOrder.includes(report.status) ? report.status : 1;
  const devices = devicesOf(report);
  const isAny = (wanted: DeviceState) => devices.some(({ state }) => state === wanted);
  if (isAny('unknown')) return 4;
  if (isAny('undone')) return 3;
  return devices.some(isBad) || report.diagnostics.some(isError) ? 1 : 0;
}

/** A wave is where the shard is that has got least far. In the order of the fleet, however the files are named. */
function mergeWaves(reports: readonly ReadReport[]): readonly WaveOutcome[] {
  const order = ['passed', 'soaking', 'begun', 'waiting', 'failed'];
  const waves = new Map<string, WaveOutcome>();
  for (const wave of reports.flatMap((report) => report.waves ?? [])) {
    const before = waves.get(wave.name);
    if (before && order.indexOf(before.state ?? 'passed') >= order.indexOf(wave.state ?? 'passed')) continue;
    waves.set(wave.name, wave);
  }
  const last = Number.MAX_SAFE_INTEGER;
  return [...waves.values()].toSorted((a, b) => (a.place ?? last) - (b.place ?? last));
}

/** What every shard says of the fleet itself is said once. */
function uniqueDiagnostics(reports: readonly ReadReport[]): readonly ReadDiagnostic[] {
  const all = new Map(reports.flatMap(({ diagnostics }) => diagnostics.map((each) => [JSON.stringify(each), each])));
  return [...all.values()];
}
