// What became of each device in one run of a command, over one site or a fleet: the one shape that is printed as JSON,
// merged from shards, and shown as a table by wave.

import { type Diagnostic, isError } from '../diagnostics/diagnostic.ts';
import { type Palette, plain, printable } from '../diagnostics/palette.ts';
import type { DiagnosticJson } from '../diagnostics/render-json.ts';
import { type Column, renderTable } from './table.ts';

/** Good ones first. */
export const deviceStates = [
  'passed',
  'unchanged',
  'changed',
  'captured',
  'confirmed',
  'upgraded',
  // An open commit was undone or cleared, as was asked for.
  'restored',
  'open',
  'findings',
  'not-applied',
  'skipped',
  'prepared',
  'failed',
  'undone',
  'unknown',
] as const;
export type DeviceState = (typeof deviceStates)[number];

export interface DeviceOutcome {
  /** `SITE/DEVICE` in a fleet. */
  readonly name: string;
  readonly site?: string;
  readonly wave?: string;
  readonly state: DeviceState;
  /** Why it is no better. */
  readonly reason?: string;
  /** Changes that its plan has. */
  readonly changes?: number;
  /** What the command says of the device beyond that, in its JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export const waveStates = ['waiting', 'begun', 'soaking', 'passed', 'failed'] as const;
export type WaveState = (typeof waveStates)[number];

export interface WaveOutcome {
  readonly name: string;
  /** Where the fleet has it among its waves, from 1. */
  readonly place?: number;
  readonly state?: WaveState;
  readonly reason?: string;
}

export interface RunReport {
  readonly verb: string;
  readonly fleet?: string;
  /** Digest of what the fleet says: runs of one have the same. */
  readonly rollout?: string;
  /** `2/5` */
  readonly shard?: string;
  /** Exit status. */
  readonly status: number;
  readonly waves: readonly WaveOutcome[];
  readonly devices: readonly DeviceOutcome[];
  readonly diagnostics: readonly Pick<DiagnosticJson, 'code' | 'severity' | 'what'>[];
}

export function runReportJson({ waves, devices, diagnostics, ...head }: RunReport) {
  return {
    version: 1,
    ...head,
    ...(waves.length > 0 && {
      waves: waves.map((wave) => ({ ...wave, devices: countStates(inWave(devices, wave.name)) })),
    }),
    devices: devices.map(({ details, ...device }) => ({ ...device, ...details })),
    diagnostics,
  };
}

export function inWave(devices: readonly DeviceOutcome[], wave: string): readonly DeviceOutcome[] {
  return devices.filter((device) => device.wave === wave);
}

/** How many devices are in each state; states without any are left out. */
export function countStates(devices: readonly DeviceOutcome[]): Partial<Record<DeviceState, number>> {
  const counts = deviceStates.map(
    (state) => [state, devices.filter((device) => device.state === state).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** What a device is told to have failed at, in one line. */
export function reasonOf(diagnostics: readonly Diagnostic[], otherwise = 'no plan could be made'): string {
  return diagnostics.find(isError)?.what ?? otherwise;
}

const badFrom = deviceStates.indexOf('findings');

export function isBad({ state }: Pick<DeviceOutcome, 'state'>): boolean {
  return deviceStates.indexOf(state) >= badFrom;
}

/** What nobody began is not as it should be, but has not failed. */
export function isFailure(device: DeviceOutcome): boolean {
  return isBad(device) && device.state !== 'not-applied';
}

/** Rows of waves, columns of states. */
export function renderSummary(
  { waves, devices }: Pick<RunReport, 'waves' | 'devices'>,
  palette: Palette = plain,
): string {
  const all = countStates(devices);
  const states = deviceStates.filter((state) => all[state] !== undefined);
  const row = (name: string, own: readonly DeviceOutcome[], wave?: WaveOutcome) => {
    const counts = countStates(own);
    return [
      name,
      String(own.length),
      ...states.map((state) => ({
        text: String(counts[state] ?? ''),
        paint: isBad({ state }) ? palette.error : palette.good,
      })),
      wave?.state === undefined
        ? ''
        : [wave.state, wave.reason]
            .filter((part) => part !== undefined)
            .map(printable)
            .join(': '),
    ];
  };
  const head = ['wave', 'devices', ...states, ''].map((text) => ({ text, paint: palette.faint }));
  const others = devices.filter(({ wave }) => wave === undefined || !waves.some(({ name }) => name === wave));
  const rows = [
    ...waves.map((wave) => row(printable(wave.name), inWave(devices, wave.name), wave)),
    ...(others.length > 0 ? [row(waves.length > 0 ? 'no wave' : 'all', others)] : []),
    ...(waves.length > 1 ? [row('total', devices)] : []),
  ];
  const columns: Column[] = ['wave', 'devices', ...states].map((_, index) => ({
    align: index === 0 ? 'left' : 'right',
  }));
  return `${renderTable([head, ...rows], columns)}\n`;
}

/** One line for each device that is not as it should be. */
export function renderFailures(devices: readonly DeviceOutcome[], palette: Palette = plain): string {
  const bad = devices.filter(isFailure);
  if (bad.length === 0) return '';
  const rows = bad.map(({ name, state, reason = '' }) => [
    printable(name),
    { text: state, paint: palette.error },
    printable(reason),
  ]);
  return `${renderTable(rows)}\n`;
}
