// Front ports, switch chips and bonds: what the model brings, with what the config sets on it.

import { type Config, enabledItemsOf, isYes, listValues, propertyValue, settingOf } from '../../model/config.ts';
import type { Switch, Target } from '../../profile/target.ts';
import type { Naming } from './interfaces.ts';
import type { Bond, ChipState, Network, PhysicalPort } from './network.ts';

export function physicalPorts({ config, named }: Naming): Network['ports'] {
  const switchPorts = new Map(
    enabledItemsOf(config, '/interface/ethernet/switch/port').map((item) => [
      propertyValue(item, 'name') ?? item.key,
      item,
    ]),
  );
  const ports = new Map<string, PhysicalPort>();
  for (const { name, port, item, enabled } of named.values()) {
    if (!port) continue;
    const switchPort = switchPorts.get(name) ?? switchPorts.get(port.name);
    const flag = switchPort && propertyValue(switchPort, 'l3-hw-offloading');
    const hasFlag = port.switch !== undefined && port.switch.fact('l3.offload')?.value !== false;
    ports.set(name, {
      name,
      port,
      switch: port.switch,
      item,
      enabled,
      l3Offload: hasFlag ? flag === undefined || isYes(flag) : undefined,
      l3OffloadItem: flag === undefined ? undefined : switchPort,
      switchItem: switchPort,
    });
  }
  return ports;
}

/** `/interface/ethernet/switch/port` items that set the L3HW flag of a row that no port of the model has. */
export function unmatchedL3Flags(config: Config, ports: Network['ports']) {
  const all = [...ports.values()];
  const factoryNames = new Set(all.flatMap(({ port, switch: chip }) => [port.name, `${chip?.name}-cpu`]));
  return enabledItemsOf(config, '/interface/ethernet/switch/port').filter((item) => {
    const name = propertyValue(item, 'name') ?? item.key;
    return propertyValue(item, 'l3-hw-offloading') !== undefined && !ports.has(name) && !factoryNames.has(name);
  });
}

export function chipStates(config: Config, target: Target): readonly ChipState[] {
  const setting = (name: string) => settingOf(config, '/interface/ethernet/switch/l3hw-settings', name)?.value;
  const rows = enabledItemsOf(config, '/interface/ethernet/switch');
  // Rows keep the order of the chips, whatever they are called.
  const renamed = rows.length === target.switches.length ? rows : [];
  return target.switches.map((chip, index) => {
    const item = rows.find(({ key }) => key === chip.name || key === String(index)) ?? renamed[index];
    return {
      switch: chip,
      item,
      l3Offload: isYes(item && propertyValue(item, 'l3-hw-offloading')),
      ipv6Offload: isYes(setting('ipv6-hw')),
      fasttrackOffload: isYes(setting('fasttrack-hw') ?? 'yes'),
    };
  });
}

/** As the device calls a chip, by default the one that routes: its row may have another name than in the model. */
export function chipName({ chips, offload }: Network, chip = offload?.switch): string {
  const index = chips.findIndex((each) => each.switch === chip);
  const key = chips[index]?.item?.key ?? '';
  return key === '' || key === String(index) ? (chip?.name ?? 'switch1') : key;
}

export function bondsOf(config: Config, ports: Network['ports']): Network['bonds'] {
  const bonds = new Map<string, Bond>();
  for (const item of enabledItemsOf(config, '/interface/bonding')) {
    const name = propertyValue(item, 'name') ?? item.key;
    const mode = propertyValue(item, 'mode') ?? 'balance-rr';
    const slaves = listValues(propertyValue(item, 'slaves'));
    const chip = chipOfSlaves({ slaves }, ports);
    const stop = chip && (modeStop({ mode }, chip) ?? slavesStop({ slaves }, chip));
    const hardware = stop ? undefined : chip;
    bonds.set(name, {
      name,
      item,
      mode,
      slaves,
      switch: hardware,
      hardware: stop && !stop.known ? 'unknown' : hardware,
    });
  }
  return bonds;
}

/** A chip switches its own ports alone. */
export function chipOfSlaves({ slaves }: Pick<Bond, 'slaves'>, ports: Network['ports']): Switch | undefined {
  const [first, ...others] = slaves.map((slave) => ports.get(slave)?.switch);
  return others.every((chip) => chip === first) ? first : undefined;
}

/** A mode that keeps a chip from switching the bond; where the chip has no such fact, nobody knows. */
export function modeStop({ mode }: Pick<Bond, 'mode'>, chip: Switch) {
  const known = chip.fact('l2.bonding-modes');
  return known?.value.includes(mode) ? undefined : { known };
}

/** A mode that is switched at all is switched for two slaves; how many more is a fact of its own. */
export function slavesStop({ slaves }: Pick<Bond, 'slaves'>, chip: Switch) {
  const known = chip.fact('l2.bond-slaves');
  return slaves.length <= (known?.value ?? 2) ? undefined : { known };
}
