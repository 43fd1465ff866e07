// What a device feels: temperatures, fans, voltages, power supplies, and the limits that it has set itself.
// Source: manual, health (rows of name, value and type since RouterOS 7; the settings of fans and of overheating).

import { type Device, type Row, rowsOrNothing } from './device.ts';

/** Units as RouterOS prints them; `state` for a word: ok, fail, not-present, idle, no-input. */
export type HealthUnit = 'C' | 'RPM' | 'V' | 'A' | 'W' | 'state';

export interface HealthReading {
  /** RouterOS's name: `cpu-temperature`, `fan1-speed`, `psu1-state`. */
  readonly name: string;
  readonly unit: HealthUnit;
  /** A number, or the word of a state. */
  readonly value: number | string;
}

/** Degrees Celsius; undefined = the device does not tell. */
export interface HealthLimits {
  /** From here on the fans turn as fast as they can. */
  readonly fullSpeedC?: number;
  /** Above it the fans turn. */
  readonly fanTargetC?: number;
  /** Above it the device protects its CPU. */
  readonly overheatC?: number;
}

export interface Health {
  /** Empty = the device has no sensors. */
  readonly readings: readonly HealthReading[];
  readonly limits: HealthLimits;
}

export async function readHealth(device: Device): Promise<Health> {
  const [rows, settings] = await Promise.all([
    rowsOrNothing(device.print('/system/health')),
    rowsOrNothing(device.print('/system/health/settings')),
  ]);
  return { readings: rows.flatMap(readingOf), limits: limitsOf(settings[0] ?? {}) };
}

const units: Readonly<Record<string, HealthUnit>> = { C: 'C', RPM: 'RPM', V: 'V', A: 'A', W: 'W', '': 'state' };

function readingOf({ name, value, type = '' }: Row): readonly HealthReading[] {
  const unit = units[type];
  if (name === undefined || value === undefined || unit === undefined) return [];
  if (unit === 'state') return [{ name, unit, value }];
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return [];
  return [{ name, unit, value: unit === 'C' && number >= hottestC ? number / 10 : number }];
}

/** No board works at 200 degrees: the manual says that the API may give temperatures in tenths. */
const hottestC = 200;

function limitsOf(row: Row): HealthLimits {
  const number = (name: string) => (/^-?\d+$/.test(row[name] ?? '') ? Number(row[name]) : undefined);
  const fullSpeedC = number('fan-full-speed-temp');
  const fanTargetC = number('fan-target-temp');
  const overheatC = number('cpu-overtemp-threshold');
  return {
    ...(fullSpeedC !== undefined && { fullSpeedC }),
    ...(fanTargetC !== undefined && { fanTargetC }),
    ...(overheatC !== undefined && { overheatC }),
  };
}
