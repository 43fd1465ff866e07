// `--down PORT`: the ports that are judged as down on each device, with the other ends of their cables.

import type { Intent } from '../intent/intent.ts';
import { type LinkEnd, routedLinks, trunkLinks } from '../intent/links.ts';

export interface PortsDown {
  readonly of: (device: string) => readonly string[];
  /** `DEVICE:PORT` of other ends that go down because a cable does. */
  readonly farEnds: readonly string[];
  /** Devices that had a link, a trunk or bond included, and have none left of its cables. */
  readonly parted: readonly PartedDevices[];
}

export interface PartedDevices {
  readonly devices: readonly [string, string];
  /** The subnet or the VLANs of the link. */
  readonly by: string;
}

/** `texts`: `DEVICE:PORT`, or `PORT` for every device that has it. */
export function portsDown(intent: Intent, texts: readonly string[]): PortsDown {
  const named = texts.flatMap((text) => {
    const [, device, port = ''] = /^(?:([^:]+):)?(.+)$/.exec(text) ?? [];
    const devices = device === undefined ? [...intent.devices.keys()] : [device];
    return devices.filter((name) => intent.devices.get(name)?.target.ports.has(port)).map((name) => `${name}:${port}`);
  });
  const farEnds = otherEnds(intent, new Set(named));
  const all = [...named, ...farEnds];
  const of = (device: string) => {
    const prefix = `${device}:`;
    return all.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
  };
  return { of, farEnds, parted: partedDevices(intent, new Set(all)) };
}

function partedDevices(intent: Intent, down: ReadonlySet<string>): readonly PartedDevices[] {
  const isDown = (end: LinkEnd) => {
    const cables = cablesOf(end);
    return cables.length > 0 && cables.every((port) => down.has(port));
  };
  return [...routedLinks(intent), ...trunkLinks(intent)]
    .filter(({ ends }) => ends.some(isDown))
    .map(({ by, ends: [a, b] }) => ({ devices: [a.device.name, b.device.name], by }));
}

/** `DEVICE:PORT`, one for each member of a bond. */
function cablesOf({ device, name, bond }: LinkEnd): readonly string[] {
  if (!bond) return [`${device.name}:${name}`];
  const members = [...device.ports.values()].filter(({ settings }) => settings.bond === name);
  return members.map((port) => `${device.name}:${port.name}`);
}

/** Where nothing but one cable can lie between two ports, neither has a link without the other. */
function otherEnds(intent: Intent, named: ReadonlySet<string>): readonly string[] {
  const cables = [...routedLinks(intent), ...trunkLinks(intent)].filter(
    ({ isDirect, ends }) => isDirect && ends.every(({ bond }) => bond === undefined),
  );
  const pairs = cables.map(({ ends }) => ends.map(({ device, name }) => `${device.name}:${name}`));
  return pairs.flatMap(([a = '', b = '']) => {
    if (named.has(a) === named.has(b)) return [];
    return [named.has(a) ? b : a];
  });
}
