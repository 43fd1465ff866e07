// What every device has before anybody configures it: its Ethernet ports, its switch chips and their ports.

import type { Config, Item, MenuPath } from '../model/config.ts';
import type { DeviceLocation } from '../source/location.ts';
import type { Switch, Target } from './target.ts';

/** The items that every configuration of this target starts from; their places are on a device of the model's name. */
export function factoryConfig(target: Target): Config {
  const ethernet = [...target.ports.values()]
    .filter(({ medium }) => medium !== 'wifi')
    .map(({ name }) => factoryItem(target, '/interface/ethernet', name, { 'default-name': name, name }));
  const chips = target.switches.map(({ name, type }) =>
    factoryItem(target, '/interface/ethernet/switch', name, { name }, { type }),
  );
  const chipPorts = [...target.ports.values()].flatMap(({ name, switch: chip }) =>
    chip ? [switchPort(target, name, chip)] : [],
  );
  // RouterOS lists the CPU's ports after all front ports, also where there are two chips.
  const cpuPorts = target.switches.map((chip) => switchPort(target, `${chip.name}-cpu`, chip));
  const guards = portMenus.flatMap((menu) =>
    [...target.ports.values()]
      .filter((port) => port.switch !== undefined && port.switch === target.offloadSwitch)
      .map(({ name }) => factoryItem(target, menu, name, { name })),
  );
  return { items: [...ethernet, ...chips, ...chipPorts, ...cpuPorts, ...guards] };
}

/** Menus of routing chips that have a row for each of their ports. */
const portMenus = ['/interface/ethernet/switch/port-isolation', '/interface/ethernet/switch/qos/port'] as const;

function switchPort(target: Target, name: string, chip: Switch): Item {
  return factoryItem(target, '/interface/ethernet/switch/port', name, { name }, { switch: chip.name });
}

function factoryItem(
  target: Target,
  menu: MenuPath,
  key: string,
  properties: Readonly<Record<string, string>>,
  state?: Readonly<Record<string, string>>,
): Item {
  const origin: DeviceLocation = { kind: 'device', device: target.model, menu, key };
  return {
    menu,
    key,
    properties: new Map(Object.entries(properties).map(([name, value]) => [name, { value, origin }])),
    origin,
    ...(state && { state: new Map(Object.entries(state)) }),
  };
}
