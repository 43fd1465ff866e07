// Which port of the new device takes the place of which old one: by speed, and in the order of their numbers.

import type { Port, Target } from '../../../profile/target.ts';
import { compareParts } from '../../../source/compare-parts.ts';
import type { ForeignInterface } from '../facts.ts';
import { interfaceKey } from '../values.ts';
import { settingsOf } from './conversion.ts';

export interface PortMap {
  readonly ports: ReadonlyMap<ForeignInterface, Port>;
  /** Ports of the file that find no place. */
  readonly missing: readonly ForeignInterface[];
}

/** `wanted`: port of the file → port of the device, as the user says it. */
export function mapForeignPorts(
  interfaces: Iterable<ForeignInterface>,
  target: Target,
  wanted: ReadonlyMap<string, string>,
): PortMap {
  const all = [...interfaces].filter(({ kind }) => kind === 'port').sort(byPlace);
  const ports = new Map<ForeignInterface, Port>();
  for (const each of all) {
    const port = target.ports.get(wanted.get(interfaceKey(each.name)) ?? '');
    if (port) ports.set(each, port);
  }
  const taken = new Set(ports.values());
  const free = dataPorts(target).filter((port) => !taken.has(port));
  const left = all.filter((each) => !ports.has(each));
  const place = (each: ForeignInterface, port: Port | undefined) => {
    if (!port) return;
    free.splice(free.indexOf(port), 1);
    ports.set(each, port);
  };
  const firstOf = (fits: (port: Port) => boolean) => free.find(fits);
  for (const [speed, waiting] of bySpeed(left, free)) {
    const room = free.filter(({ mbps }) => mbps === speed).length;
    // Where there is not room for all, ports that nothing is said of step back, the last ones first.
    let spare = room - waiting.filter(hasSubstance).length;
    for (const each of waiting.filter((one) => hasSubstance(one) || spare-- > 0))
      place(
        each,
        firstOf(({ mbps }) => mbps === speed),
      );
  }
  const isWaiting = (each: ForeignInterface) => !ports.has(each) && hasSubstance(each);
  for (const each of left.filter(isWaiting))
    place(
      each,
      firstOf(({ mbps }) => mbps >= each.mbps),
    );
  // A slower port is better than none: it is said, and `--map` chooses otherwise.
  for (const each of left.filter(isWaiting)) place(each, [...free].sort((a, b) => b.mbps - a.mbps)[0]);
  return { ports, missing: all.filter((each) => !ports.has(each)) };
}

/** Each with the slowest ports that are fast enough, by the speed of these. */
function bySpeed(interfaces: readonly ForeignInterface[], free: readonly Port[]) {
  const speeds = [...new Set(free.map(({ mbps }) => mbps))].sort((a, b) => a - b);
  const classes = new Map(speeds.map((speed) => [speed, [] as ForeignInterface[]]));
  for (const each of interfaces) {
    const speed = speeds.find((candidate) => candidate >= each.mbps);
    if (speed !== undefined) classes.get(speed)?.push(each);
  }
  return classes;
}

/** A port that is shut, or of which nothing is said, moves nobody's traffic. */
export function hasSubstance(each: ForeignInterface): boolean {
  return !each.said.shutdown && settingsOf(each).some((said) => said !== each.said.layer);
}

/** The ports of the chip that routes, so that all traffic between them stays there. */
function dataPorts({ ports, offloadSwitch }: Target): Port[] {
  const wired = [...ports.values()].filter(({ medium }) => medium !== 'wifi');
  const onChip = wired.filter((port) => offloadSwitch !== undefined && port.switch === offloadSwitch);
  return (onChip.length > 0 ? onChip : wired).filter(isWholePort);
}

/** Lanes of a QSFP cage are ports of their own; the first stands for the cage. */
function isWholePort({ name, medium }: Port): boolean {
  return !medium.startsWith('qsfp') || name.endsWith('-1');
}

function byPlace(a: ForeignInterface, b: ForeignInterface): number {
  return compareParts([a.mbps, ...a.place], [b.mbps, ...b.place]) || a.place.length - b.place.length;
}
