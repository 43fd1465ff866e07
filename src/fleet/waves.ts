// The waves of a rollout: which devices each has, and what holds for it. A device is in the first wave that selects it.

import type { FleetDevice } from './fleet.ts';
import type { FleetSettings, Gate, Selector, Share, Wave } from './schema.ts';
import { isSelected } from './selector.ts';
import type { Window } from './window.ts';

export interface PlannedWave {
  readonly name: string;
  readonly devices: readonly FleetDevice[];
  readonly parallel: number;
  /** Devices that may fail; with one more no further one is begun. */
  readonly maxFailures: number;
  readonly soakMs: number;
  readonly windows: readonly Window[];
  readonly gates: readonly Gate[];
}

export interface Waves {
  readonly waves: readonly PlannedWave[];
  /** Devices that no wave selects. */
  readonly others: readonly FleetDevice[];
}

/** Name of the one wave of a fleet that has none. */
export const wholeFleet = 'all';

/** In the order of the file; devices in the order of their sites. */
export function planWaves(settings: FleetSettings, devices: readonly FleetDevice[]): Waves {
  const waves: PlannedWave[] = [];
  let left = devices;
  // Without waves nobody asked for stages: all are tried, and whoever fails is named.
  const wanted = settings.waves ?? [{ name: wholeFleet, 'max-failures': settings['max-failures'] ?? { percent: 100 } }];
  for (const wave of wanted) {
    const selected = left.filter(({ labels }) => isSelected(labels, wave.select ?? {}));
    const own = selected.slice(0, wave.size === undefined ? selected.length : sizeOf(wave.size, selected.length));
    waves.push(planWave(settings, wave, own));
    const taken = new Set(own);
    left = left.filter((device) => !taken.has(device));
  }
  return { waves, others: left };
}

function planWave(settings: FleetSettings, wave: Wave, devices: readonly FleetDevice[]): PlannedWave {
  const failures = wave['max-failures'] ?? settings['max-failures'] ?? { count: 0 };
  return {
    name: wave.name,
    devices,
    parallel: wave.parallel ?? settings.parallel ?? 1,
    maxFailures: 'count' in failures ? failures.count : Math.floor((devices.length * failures.percent) / 100),
    soakMs: wave.soak ?? 0,
    windows: wave.window ?? settings.window ?? [],
    gates: wave.gates ?? settings.gates ?? [],
  };
}

/** A part of some devices is at least one of them. */
function sizeOf(share: Share, all: number): number {
  return 'count' in share ? share.count : Math.ceil((all * share.percent) / 100);
}

/** The groups of the fleet that a device with these labels is in. */
export function groupsOf(
  groups: Readonly<Record<string, Selector>> = {},
  labels: FleetDevice['labels'],
): readonly string[] {
  return Object.entries(groups)
    .filter(([, selector]) => isSelected(labels, selector))
    .map(([group]) => group);
}
