// Names: a site calls ports as the factory does, has one bridge of a fixed name, and takes fewer characters than
// RouterOS. What a device calls otherwise is renamed on the way in, and back again in the site's `raw:` lines.

import { reservedNames } from '../intent/schema-values.ts';
import { bridgeName } from '../lower/layout.ts';
import { type Config, type Item, itemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import type { Target } from '../profile/target.ts';

/** One item that the site calls otherwise than the device. */
export interface Rename {
  readonly menu: MenuPath;
  readonly site: string;
  readonly device: string;
}

const nameMax = 31;
const legalName = /^[A-Za-z][A-Za-z0-9_.-]{0,30}$/;

/** Collects names that are unique on the device and in the site. */
export class Names {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken, ...reservedNames, bridgeName]);
  }

  /** The wanted name as it stands when the site takes it and nobody else has it, else one like it. */
  claim(wanted: string, fallback?: string): string {
    const legal = legalised(wanted, fallback);
    let name = legal;
    for (let count = 2; this.#taken.has(name); count++) {
      const suffix = `-${count}`;
      name = `${legal.slice(0, nameMax - suffix.length)}${suffix}`;
    }
    this.#taken.add(name);
    return name;
  }
}

/** The same name in the characters that a site takes: `10 office` is `office`. */
export function legalised(name: string, fallback = 'x'): string {
  if (legalName.test(name)) return name;
  const words = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[^A-Za-z]+|[-_.]+$/g, '');
  return words === '' ? fallback : words.slice(0, nameMax).replace(/[-_.]+$/, '');
}

/** Ports, the bridge and interfaces whose names have to change; `bridge` is the one that becomes the site's. */
export function interfaceRenames(config: Config, target: Target, bridge: Item | undefined): readonly Rename[] {
  const renames: Rename[] = [];
  for (const item of itemsOf(config, '/interface/ethernet')) {
    const factory = propertyValue(item, 'default-name') ?? item.key;
    const name = nameOf(item);
    if (target.ports.has(factory) && name !== factory) {
      renames.push({ menu: '/interface/ethernet', site: factory, device: name });
    }
  }
  const ownName = bridge && nameOf(bridge);
  if (ownName !== undefined && ownName !== bridgeName) {
    renames.push({ menu: '/interface/bridge', site: bridgeName, device: ownName });
  }
  const written = interfaceMenus.flatMap((menu) => itemsOf(config, menu).map(nameOf));
  const names = new Names([...target.ports.keys(), ...written]);
  const named = [
    ...itemsOf(config, '/interface/vlan').filter((item) => propertyValue(item, 'interface') === ownName),
    ...itemsOf(config, '/interface/bonding'),
  ];
  for (const item of named) {
    const device = nameOf(item);
    const isUsable = legalName.test(device) && !reservedNames.has(device) && !target.ports.has(device);
    const fallback = `${item.menu === '/interface/vlan' ? 'vlan' : 'bond'}${propertyValue(item, 'vlan-id') ?? ''}`;
    if (!isUsable) renames.push({ menu: item.menu, site: names.claim(device, fallback), device });
  }
  return renames;
}

const interfaceMenus: readonly MenuPath[] = [
  '/interface/ethernet',
  '/interface/bridge',
  '/interface/vlan',
  '/interface/bonding',
];

export function nameOf(item: Item): string {
  return propertyValue(item, 'name') ?? propertyValue(item, 'default-name') ?? item.key;
}
