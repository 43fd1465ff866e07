// Which interface belongs to which VRF.

import { type Config, enabledItemsOf, listValues, propertyValue } from '../model/config.ts';
import type { NamedInterface } from './interfaces.ts';
import type { Network } from './network.ts';

export interface Vrfs {
  readonly interfaces: ReadonlyMap<string, readonly string[]>;
  readonly ofInterface: ReadonlyMap<string, string>;
}

/** The first VRF that lists an interface has it; the built-in `main` row takes the rest. */
export function vrfsOf(
  config: Config,
  named: ReadonlyMap<string, NamedInterface>,
  interfaceListMembers: (list: string) => ReadonlySet<string>,
): Vrfs {
  const interfaces = new Map<string, readonly string[]>();
  const ofInterface = new Map<string, string>();
  for (const item of enabledItemsOf(config, '/ip/vrf')) {
    const vrf = propertyValue(item, 'name') ?? item.key;
    const listed = listValues(propertyValue(item, 'interfaces'));
    const members = listed.flatMap((name) => (named.has(name) ? [name] : [...interfaceListMembers(name)]));
    const mine = members.filter((name) => !ofInterface.has(name));
    for (const name of mine) ofInterface.set(name, vrf);
    if (vrf !== 'main') interfaces.set(vrf, mine);
  }
  return { interfaces, ofInterface };
}

/** The VRF that packets are in which enter by an interface, or `main`. */
export function vrfAt({ l3Interfaces }: Network, name: string): string {
  return l3Interfaces.get(name)?.vrf ?? 'main';
}
