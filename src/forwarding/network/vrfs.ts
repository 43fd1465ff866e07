// Which interface belongs to which VRF.

import { enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import type { Naming } from './interfaces.ts';
import type { Network, Vrf } from './network.ts';

/** The first VRF that lists an interface has it; the built-in `main` row takes the rest. */
export function vrfsOf({ config, named, interfaceListMembers }: Naming) {
  const byName = new Map<string, Vrf>();
  const ofInterface = new Map<string, string>();
  for (const item of enabledItemsOf(config, '/ip/vrf')) {
    const name = propertyValue(item, 'name') ?? item.key;
    const listed = listValues(propertyValue(item, 'interfaces'));
    const members = listed.flatMap((each) => (named.has(each) ? [each] : [...interfaceListMembers(each)]));
    const interfaces = members.filter((each) => !ofInterface.has(each));
    for (const each of interfaces) ofInterface.set(each, name);
    if (name !== 'main') byName.set(name, { name, item, interfaces });
  }
  return { byName, ofInterface };
}

/** The VRF that packets are in which enter by an interface, or `main`. */
export function vrfAt({ l3Interfaces }: Network, name: string): string {
  return l3Interfaces.get(name)?.vrf ?? 'main';
}

/**
 * Interfaces by which the packets come that a filter rule means with these names: since 7.14 those of a VRF have the
 * VRF's own. Source: manual, VRF, "VRF interfaces in firewall".
 */
export function vrfSeen(network: Network, names: ReadonlySet<string>): ReadonlySet<string> {
  if (network.vrfs.size === 0 || !isAtLeastVersion(network.target.routeros, '7.14')) return names;
  const others = [...names].filter((name) => vrfAt(network, name) === 'main');
  return new Set([...others, ...[...names].flatMap((name) => network.vrfs.get(name)?.interfaces ?? [])]);
}
