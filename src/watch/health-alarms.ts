// What is wrong with a device's temperatures, fans and power supplies, by the limits of its maker: those that the device
// itself has set, which are the maker's unless somebody changed them.

import type { Health, HealthLimits, HealthReading } from '../device/health.ts';

export interface HealthAlarm {
  /** `cpu-temperature` */
  readonly sensor: string;
  /** `hot`: the fans cannot do more; `overheated`: the device protects itself; `stopped`: a fan; `failed`: a supply. */
  readonly kind: 'hot' | 'overheated' | 'stopped' | 'failed';
  /** `71 °C, full speed of the fans from 65 °C` */
  readonly text: string;
}

/** A temperature has to fall this far below its limit before the alarm ends. */
const returnC = 3;

/** `before`: alarms of the look before. */
export function healthAlarms(health: Health, before: readonly HealthAlarm[]): readonly HealthAlarm[] {
  const { readings, limits } = health;
  const hottestC = Math.max(
    ...readings.map(({ unit, value }) => (unit === 'C' ? Number(value) : Number.NaN)).filter(Number.isFinite),
  );
  return readings.flatMap((reading): HealthAlarm[] => {
    if (reading.unit === 'C') return temperatureAlarm(reading, limits, before);
    if (reading.unit === 'RPM') return fanAlarm(reading, limits, hottestC);
    return reading.unit === 'state' ? stateAlarm(reading) : [];
  });
}

function temperatureAlarm(
  { name, value }: HealthReading,
  { fullSpeedC, overheatC }: HealthLimits,
  before: readonly HealthAlarm[],
): HealthAlarm[] {
  const had = before.find(({ sensor }) => sensor === name)?.kind;
  const isOver = (limit: number | undefined, wasOver: boolean) =>
    limit !== undefined && Number(value) >= limit - (wasOver ? returnC : 0);
  // The limit of overheating is that of the CPU alone.
  if (name.startsWith('cpu') && isOver(overheatC, had === 'overheated')) {
    return [
      { sensor: name, kind: 'overheated', text: `${value} °C, the device protects its CPU from ${overheatC} °C` },
    ];
  }
  if (!isOver(fullSpeedC, had !== undefined)) return [];
  return [{ sensor: name, kind: 'hot', text: `${value} °C, full speed of the fans from ${fullSpeedC} °C` }];
}

/** A fan may rest as long as nothing is warmer than what it is there for. */
function fanAlarm({ name, value }: HealthReading, { fanTargetC }: HealthLimits, hottestC: number): HealthAlarm[] {
  if (value !== 0 || fanTargetC === undefined || !(hottestC > fanTargetC + returnC)) return [];
  return [{ sensor: name, kind: 'stopped', text: `stands still at ${hottestC} °C, and turns from ${fanTargetC} °C` }];
}

function stateAlarm({ name, value }: HealthReading): HealthAlarm[] {
  return value === 'fail' || value === 'no-input' ? [{ sensor: name, kind: 'failed', text: String(value) }] : [];
}
