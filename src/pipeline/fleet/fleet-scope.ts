// Which devices of a fleet a command is about: picked by name, by label, by wave, and of these the own shard.

import type { Diagnostic, Found } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import type { FleetDevice } from '../../fleet/fleet.ts';
import { isSelected, ownLabels, parseSelection } from '../../fleet/selector.ts';
import { type PlannedWave, planWaves } from '../../fleet/waves.ts';
import { nearestName } from '../../source/near-name.ts';
import { pickDevices } from '../read/pick-devices.ts';
import { inShard, type Shard } from '../read/shard.ts';
import type { Fleet } from './read-fleet.ts';

export interface ScopeOptions {
  /** `SITE/DEVICE[=URL]` */
  readonly device?: readonly string[];
  /** `LABEL=VALUE`; all have to fit. */
  readonly select?: readonly string[];
  readonly wave?: string;
  readonly shard?: Shard;
  /** The RouterOS version of an upgrade; a shard has whole sites then, whose devices restart one after the other. */
  readonly upgrade?: string;
}

export interface FleetScope {
  /** Those of the fleet, each with the devices that are asked for. */
  readonly waves: readonly PlannedWave[];
  /** In the order of the sites, also those that are in no wave. */
  readonly devices: readonly FleetDevice[];
  /** Name of the wave of each device that is in one. */
  readonly waveOf: ReadonlyMap<string, string>;
  /** Where devices are, as the command line says. */
  readonly urls: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

export function fleetScope(fleet: Fleet, options: ScopeOptions): FleetScope {
  const all = planWaves(fleet.settings, fleet.devices);
  const waveOf = new Map(all.waves.flatMap(({ name, devices }) => devices.map((each) => [each.name, name] as const)));
  const picked = pickDevices(options.device);
  const names = new Set(picked.map(({ name }) => name));
  const selector = parseSelection(options.select ?? []) ?? {};
  const isWanted = (device: FleetDevice) =>
    (names.size === 0 || names.has(device.name)) &&
    isSelected(device.labels, selector) &&
    (options.wave === undefined || waveOf.get(device.name) === options.wave);
  const wanted = fleet.devices.filter(isWanted);
  const isOwn = ownNames(wanted, options);
  const own = fleet.devices.filter(({ name }) => isOwn.has(name));
  const waves = all.waves
    .filter(({ name }) => options.wave === undefined || name === options.wave)
    .map((wave) => ({ ...wave, devices: wave.devices.filter(({ name }) => isOwn.has(name)) }));
  return {
    waves,
    devices: own,
    waveOf,
    urls: new Map(picked.flatMap(({ name, url }) => (url === undefined ? [] : [[name, url] as const]))),
    diagnostics: [
      ...unknownPicks(fleet, options, own.length),
      inNoWave(
        fleet,
        all.others.filter(({ name }) => isOwn.has(name)),
      ),
      ...emptyWaves(fleet, all.waves),
    ].flat(),
  };
}

function ownNames(wanted: readonly FleetDevice[], { shard, upgrade }: ScopeOptions): ReadonlySet<string> {
  const keyOf = ({ name, site }: FleetDevice) => (upgrade === undefined ? name : site);
  const part = shard && inShard([...new Set(wanted.map(keyOf))], shard);
  return new Set(wanted.filter((device) => part?.has(keyOf(device)) ?? true).map(({ name }) => name));
}

/** `count`: of the devices that are left. A shard may be empty; a selection that is was not meant so. */
function unknownPicks(fleet: Fleet, options: ScopeOptions, count: number): readonly Diagnostic[] {
  const { device = [], select = [], wave, shard } = options;
  const found: Diagnostic[] = [];
  const say = (what: string, written: string, known: readonly string[], at = fleet.at('sites')) => {
    const near = nearestName(written, known);
    const label = near ? `did you mean \`${near}\`?` : `there is ${known.slice(0, 8).join(', ') || 'none'}`;
    found.push(mistake('fleet/no-such-device', { what, at, label }));
  };
  const names = fleet.devices.map(({ name }) => name);
  for (const { name } of pickDevices(device)) {
    if (!names.includes(name)) say(`the fleet has no device \`${name}\``, name, names);
  }
  for (const [label, values] of Object.entries(parseSelection(select) ?? {})) {
    const known = [...new Set(fleet.devices.flatMap(({ labels }) => [...(labels.get(label) ?? [])]))];
    if (known.length === 0) {
      const labels = new Set([...ownLabels, ...fleet.devices.flatMap((each) => [...each.labels.keys()])]);
      say(`no device of the fleet has the label \`${label}\``, label, [...labels]);
    } else if (!fleet.devices.some(({ labels }) => isSelected(labels, { [label]: values }))) {
      const written = values.join(',');
      say(`no device of the fleet has \`${label}=${written}\``, written, known);
    }
  }
  const waves = planWaves(fleet.settings, []).waves.map(({ name }) => name);
  if (wave !== undefined && !waves.includes(wave)) {
    say(`the fleet has no wave \`${wave}\``, wave, waves, fleet.at('waves'));
  }
  if (found.length > 0 || count > 0 || shard) return found;
  const what = 'no device of the fleet is selected';
  return [mistake('fleet/no-such-device', { what, at: fleet.at('sites'), label: 'all of these are left out' })];
}

/** A canary that is misspelt would let everything begin at once. */
function emptyWaves(fleet: Fleet, waves: readonly PlannedWave[]): readonly Diagnostic[] {
  return waves.flatMap(({ name, devices }, index) => {
    const wave = fleet.settings.waves?.[index];
    if (!wave || devices.length > 0) return [];
    const fitting = fleet.devices.filter(({ labels }) => isSelected(labels, wave.select ?? {}));
    return mistake('fleet/empty-wave', {
      what: `the wave \`${name}\` has no device, so \`rosc apply\` passes it over`,
      severity: 'warning',
      at: fleet.at('waves', index, 'name'),
      label: fitting.length === 0 ? 'no device fits its `select`' : 'its size is none, or earlier waves have them all',
    });
  });
}

function inNoWave(fleet: Fleet, others: readonly FleetDevice[]): Found {
  if (others.length === 0) return [];
  const names = others.map(({ name }) => name);
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return mistake('fleet/in-no-wave', {
    what: `no wave selects ${names.slice(0, 5).join(', ')}${more}, so \`rosc apply\` leaves them alone`,
    severity: 'warning',
    at: fleet.keyAt('waves'),
    label: 'the last of these could do without `select`',
  });
}
