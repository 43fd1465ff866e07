// The order in which the devices of a site are best changed: one by which others reach the rest of the world comes
// after them, so that a change that goes wrong cuts nobody off who is still to be changed.

import { type Config, itemsOf, listValues, propertyValue } from '../../model/config.ts';
import { sortTopologically } from '../../plan/topological.ts';
import type { ConfiguredDevice } from '../../report/argument-changes.ts';

/** Names; devices that do not depend on each other stay in the given order. */
export function safeOrder(devices: readonly ConfiguredDevice[]): readonly string[] {
  const ownerOf = new Map(devices.flatMap(({ config }, index) => addressesOf(config).map((each) => [each, index])));
  const before: number[][] = devices.map(() => []);
  for (const [index, { config }] of devices.entries()) {
    for (const hop of defaultHops(config)) {
      const upstream = ownerOf.get(hop);
      if (upstream !== undefined && upstream !== index) before[upstream]?.push(index);
    }
  }
  const ranks = devices.map((_, index) => [index]);
  return sortTopologically(before, ranks).flatMap((index) => devices[index]?.device ?? []);
}

function addressesOf(config: Config): readonly string[] {
  return (['/ip/address', '/ipv6/address'] as const).flatMap((menu) =>
    itemsOf(config, menu).flatMap((item) => propertyValue(item, 'address')?.split('/')[0] ?? []),
  );
}

/** Next hops of default routes; the interface that one may name is left off. */
function defaultHops(config: Config): readonly string[] {
  return (['/ip/route', '/ipv6/route'] as const).flatMap((menu) =>
    itemsOf(config, menu)
      .filter((item) => ['0.0.0.0/0', '::/0'].includes(propertyValue(item, 'dst-address') ?? ''))
      .flatMap((item) => listValues(propertyValue(item, 'gateway')).map((hop) => hop.split('%')[0] ?? '')),
  );
}
