// What items and flows are called in front of people: counted by kind, named as the site names them.

import { printable } from '../diagnostics/palette.ts';
import { propertyValue } from '../model/config.ts';
import { ownName } from '../model/own-name.ts';
import type { Placement } from '../model/placement.ts';
import type { Verdict } from '../offload/verdict.ts';
import { type Location, positionAt } from '../source/location.ts';
import { plural } from './units.ts';

const kinds: Readonly<Record<string, string>> = {
  route: 'route',
  vlan: 'VLAN',
  port: 'bridge port',
  acl: 'switch rule',
  pbr: 'routing policy',
};

/** `2 routes and 3 VLANs` */
export function countItems(items: readonly { readonly kind: string }[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => {
    const one = kinds[kind] ?? 'item';
    return plural(count, one, one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`);
  });
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

/** Rules and policies, which RouterOS only numbers, by what the site calls them: `acl guests, site.yaml:42`. */
export function nameItem({ subject, kind }: Verdict): string {
  const isNumbered = kind === 'acl' || kind === 'pbr';
  if (!isNumbered || subject.origin.kind === 'device') return printable(subject.key);
  const own = ownName(propertyValue(subject, 'comment') ?? '') ?? subject.key;
  return printable(`${own}, ${printLine(subject.origin)}`);
}

/** `site.yaml:42`; an item on a device by its menu and key. */
export function printLine(at: Location): string {
  if (at.kind === 'device') return printable([at.menu, at.key].filter((part) => part !== '').join(' '));
  const file = at.file.path.split('/').at(-1) ?? '';
  return printable(`${file}:${positionAt(at.file, at.start).line}`);
}

/** Where a flow is, in a sentence. */
export const placementWords: Readonly<Record<Placement, string>> = {
  hardware: 'in hardware',
  fasttrack: 'in hardware once FastTrack takes it',
  partial: 'in hardware in part',
  unknown: 'on an unknown path',
  cpu: 'on the CPU',
  dropped: 'dropped',
  unavailable: 'without hardware routing',
  unpredictable: 'unpredictable',
};
