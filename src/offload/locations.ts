// Where a rule points: the smallest text that would change if the finding were mended.

import type { Label } from '../diagnostics/diagnostic.ts';
import type { BridgePort, PortL2mtu } from '../forwarding/network/network.ts';
import type { Item } from '../model/config.ts';
import { firstOfEach } from '../source/grouping.ts';
import { type Location, locationKey } from '../source/location.ts';

/** The value of a property; where it is left to its default, the item's name, or the whole item where it has none. */
export function at(item: Item, property?: string): Location {
  const set = property === undefined ? undefined : item.properties.get(property);
  if (set) return set.origin;
  const name = item.properties.get('name')?.origin;
  return name?.kind === 'source' ? name : item.origin;
}

export function label(item: Item, property: string | undefined, text: string): Label {
  return { at: at(item, property), text };
}

/** A port below a bridge that carries less than others: its L2MTU, or its membership where that is the factory's. */
export function labelOfSmall({ port, set, member }: PortL2mtu & { readonly member: BridgePort }): Label {
  return port.item && set !== undefined
    ? label(port.item, 'l2mtu', `\`${port.name}\` carries less`)
    : label(member.item, 'interface', `\`${port.name}\` has the factory’s L2MTU`);
}

/** Two places are the same when they cover the same text or name the same item of a device. */
export function sameLocation(a: Location, b: Location): boolean {
  if (a.kind === 'device' || b.kind === 'device') {
    return a.kind === 'device' && b.kind === 'device' && a.device === b.device && a.menu === b.menu && a.key === b.key;
  }
  return a.file === b.file && a.start === b.start && a.end === b.end;
}

/** The first label of each place. */
export function oncePerPlace(labels: readonly Label[]): readonly Label[] {
  return firstOfEach(labels, ({ at: place }) => locationKey(place));
}

/** Orders places as a reader meets them. */
export function compareLocations(a: Location, b: Location): number {
  if (a.kind === 'source' && b.kind === 'source') {
    if (a.file !== b.file) return a.file.path < b.file.path ? -1 : 1;
    return a.start - b.start || a.end - b.end;
  }
  if (a.kind === 'device' && b.kind === 'device') return comparePair([a.menu, a.key], [b.menu, b.key]);
  return a.kind === 'source' ? -1 : 1;
}

function comparePair(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [a.join('\n'), b.join('\n')];
  return left < right ? -1 : left > right ? 1 : 0;
}
