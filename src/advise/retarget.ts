// A site in which one device is another model: its ports have the names of that model, everything else stays.

import type { DeviceIntent, Intent, PortIntent } from '../intent/intent.ts';
import { expandPorts } from '../intent/ports.ts';
import type { DeviceSettings, PortSettings } from '../intent/schema-device.ts';
import type { Target } from '../profile/target.ts';

export type Renaming = ReadonlyMap<string, string>;

/** Every port that the site uses of a device, in front-panel order. */
export function usedPorts({ target, ports, settings }: DeviceIntent): readonly string[] {
  const management = settings.management?.port;
  return [...target.ports.keys()].filter((name) => ports.has(name) || name === management);
}

/** Ports without a place in `renaming` are left out. */
export function retarget(intent: Intent, device: DeviceIntent, target: Target, renaming: Renaming): Intent {
  const moved: DeviceIntent = {
    ...device,
    target,
    // Advice is for the RouterOS version that the site names.
    targetAt: () => target,
    settings: settingsWith(device, renaming),
    ports: portsWith(device, target, renaming),
  };
  const { hosts } = intent.site;
  const site = hosts
    ? {
        ...intent.site,
        hosts: Object.fromEntries(
          Object.entries(hosts).map(([name, host]) => [
            name,
            host.device === device.name ? { ...host, port: renaming.get(host.port) ?? host.port } : host,
          ]),
        ),
      }
    : intent.site;
  return { ...intent, site, devices: new Map([...intent.devices, [device.name, moved]]) };
}

function portsWith(owner: DeviceIntent, target: Target, renaming: Renaming): ReadonlyMap<string, PortIntent> {
  const { ports } = owner;
  const moved = new Map<string, PortIntent>();
  for (const port of ports.values()) {
    const name = renaming.get(port.name);
    if (name !== undefined) moved.set(name, { ...port, name, settings: portSettingsWith(port, owner, renaming) });
  }
  return new Map([...target.ports.keys()].flatMap((name) => (moved.has(name) ? [...entry(moved, name)] : [])));
}

/** Isolation is the one setting of a port that names others. */
function portSettingsWith({ settings }: PortIntent, { target }: DeviceIntent, renaming: Renaming): PortSettings {
  if (!settings.isolation) return settings;
  return { ...settings, isolation: renamedPorts(settings.isolation, target, renaming) };
}

/** Port names and ranges of the old model, one by one in names of the new; bonds keep theirs. */
function renamedPorts(names: readonly string[], target: Target, renaming: Renaming): readonly string[] {
  return names.flatMap((written) => {
    const expansion = expandPorts(written, target);
    return (expansion.kind === 'ports' ? expansion.names : [written]).map((name) => renaming.get(name) ?? name);
  });
}

function* entry<V>(map: ReadonlyMap<string, V>, key: string): Iterable<readonly [string, V]> {
  const value = map.get(key);
  if (value !== undefined) yield [key, value];
}

function settingsWith({ settings, target }: DeviceIntent, renaming: Renaming): DeviceSettings {
  const { management, 'dhcp-snooping': snooping, vrfs, ospf } = settings;
  const renamed = (name: string) => renaming.get(name) ?? name;
  const trusted = snooping && renamedPorts(snooping.trusted, target, renaming);
  return {
    ...settings,
    ...(management?.port !== undefined && { management: { ...management, port: renamed(management.port) } }),
    ...(trusted && { 'dhcp-snooping': { trusted } }),
    ...(vrfs && {
      vrfs: Object.fromEntries(
        Object.entries(vrfs).map(([name, vrf]) => [name, { ...vrf, interfaces: vrf.interfaces.map(renamed) }]),
      ),
    }),
    ...(ospf && {
      ospf: {
        ...ospf,
        areas: Object.fromEntries(
          Object.entries(ospf.areas).map(([id, area]) => {
            const interfaces = Object.entries(area.interfaces).map(([name, each]) => [renamed(name), each] as const);
            return [id, { ...area, interfaces: Object.fromEntries(interfaces) }];
          }),
        ),
      },
    }),
  };
}

/** The names of ports as whole words of RouterOS lines. */
export function renameInLines(text: string, renaming: Renaming): string {
  return text.replace(/(?<![\w.-])[a-z][\w-]*\d(?![\w-])/g, (word) => renaming.get(word) ?? word);
}
