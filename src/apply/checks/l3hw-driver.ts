// The driver's own account: its state, its queue, and how many routes it has put into the chip. A CPU count above
// zero is normal (own addresses, suppressed routes); fewer hardware routes than predicted are not. Source: manual, L3
// Hardware Offloading, "Monitoring"; RouterOS 7.10 and later.

import { type CheckLine, isRoutedInHardware, type PostCheck, type Reading } from '../check.ts';

const menu = '/interface/ethernet/switch/l3hw-settings';
const path = `${menu}/monitor` as const;

export const l3hwDriver: PostCheck = {
  reads: ['/ip/route', '/ipv6/route'],
  monitors: [path],
  judge(reading) {
    if (!isRoutedInHardware(reading.expected)) return [];
    const row = reading.monitor(path);
    if (!row) return [line('driver', 'state ok', 'this RouterOS has no monitor', 'unproved')];
    return [
      line('driver', 'state ok', `state ${row.state ?? 'not shown'}`, isFine(row.state, 'ok')),
      ...(row['route-queue-size'] === undefined
        ? []
        : [line('route queue', 'empty', `${row['route-queue-size']} waiting`, isFine(row['route-queue-size'], '0'))]),
      ...families.flatMap((family) => routeLines(reading, row, family)),
    ];
  },
};

const families = [
  { prefix: 'ipv4', menu: '/ip/route' },
  { prefix: 'ipv6', menu: '/ipv6/route' },
] as const;

function routeLines(
  { predictions, items }: Reading,
  row: Readonly<Record<string, string>>,
  family: (typeof families)[number],
): readonly CheckLine[] {
  const inHardware = row[`${family.prefix}-routes-hw`];
  if (inHardware === undefined) return [];
  const own = predictions.filter((prediction) => prediction.menu === family.menu);
  // A route whose next hop is away is in no table.
  const active = new Set(
    items(family.menu)
      .filter(({ state }) => state?.get('active') === 'true')
      .map(({ key }) => key),
  );
  const wanted = own.filter(({ placement, key }) => placement === 'hardware' && active.has(key)).length;
  const isPartial = own.some(({ placement }) => placement === 'partial');
  const shortest = row[`${family.prefix}-shortest-hw-prefix`] ?? '0';
  return [
    line(
      `${family.prefix} routes`,
      `at least ${wanted} in hardware`,
      `${inHardware} in hardware`,
      Number(inHardware) >= wanted ? 'proved' : 'not-offloaded',
    ),
    line(
      `${family.prefix} table`,
      isPartial ? 'a part of it in hardware' : 'all prefixes in hardware',
      shortest === '0' ? 'all prefixes' : `prefixes of /${shortest} and longer`,
      shortest === '0' || isPartial ? 'proved' : 'not-offloaded',
    ),
  ];
}

function isFine(observed: string | undefined, expected: string): CheckLine['proof'] {
  if (observed === undefined) return 'unproved';
  return observed === expected ? 'proved' : 'not-offloaded';
}

function line(subject: string, expected: string, observed: string, proof: CheckLine['proof']): CheckLine {
  return {
    check: 'post-check/driver',
    subject,
    expected,
    observed,
    command: `${path} once`,
    proof,
    at: { menu, key: '' },
  };
}
