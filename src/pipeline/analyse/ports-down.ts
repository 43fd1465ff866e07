// `--down PORT` and `--down DEVICE`: the ports that are judged as down on each device, with the other ends of their cables.

import type { Intent } from '../../intent/intent.ts';
import { type LinkEnd, routedLinks, trunkLinks } from '../../intent/links.ts';

export interface PortsDown {
  readonly of: (device: string) => readonly string[];
  /** Devices that are down as a whole. */
  readonly devices: ReadonlySet<string>;
  /** `DEVICE:PORT` of other ends that go down because a cable does. */
  readonly farEnds: readonly string[];
  /** `DEVICE:PORT` of cables to devices that are down. */
  readonly towards: readonly string[];
  /** Devices that had a link, a trunk or bond included, and have none left of its cables. */
  readonly parted: readonly PartedDevices[];
}

export interface PartedDevices {
  readonly devices: readonly [string, string];
  /** The subnet or the VLANs of the link. */
  readonly by: string;
}

/** `texts`: `DEVICE:PORT`, `PORT` for every device that has it, or `DEVICE` for all of it. */
export function portsDown(intent: Intent, texts: readonly string[]): PortsDown {
  const devices = new Set(texts.filter((text) => intent.devices.has(text)));
  const named = texts.flatMap((text) => {
    if (devices.has(text)) return [];
    const [, device, port = ''] = /^(?:([^:]+):)?(.+)$/.exec(text) ?? [];
    const asked = device === undefined ? [...intent.devices.keys()] : [device];
    return asked.filter((name) => intent.devices.get(name)?.target.ports.has(port)).map((name) => `${name}:${port}`);
  });
  const farEnds = otherEnds(intent, new Set(named));
  const towards = endsTowards(intent, devices);
  const all = [...named, ...farEnds, ...towards];
  const of = (device: string) => {
    const prefix = `${device}:`;
    return all.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
  };
  return { of, devices, farEnds, towards, parted: partedDevices(intent, new Set(all)) };
}

/** All cables of a link to a device that is down: nothing is at their other ends. */
function endsTowards(intent: Intent, devices: ReadonlySet<string>): readonly string[] {
  const links = [...routedLinks(intent), ...trunkLinks(intent)].filter(({ isDirect }) => isDirect);
  const isGone = ({ device }: LinkEnd) => devices.has(device.name);
  return links.flatMap(({ ends }) => (ends.some(isGone) ? ends.filter((end) => !isGone(end)).flatMap(cablesOf) : []));
}

/** The site without the devices that are down. */
export function withoutDevices(intent: Intent, gone: ReadonlySet<string>): Intent {
  if (gone.size === 0) return intent;
  return { ...intent, devices: new Map([...intent.devices].filter(([name]) => !gone.has(name))) };
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
