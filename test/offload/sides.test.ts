// What audit says of a routed interface, held against what trace says of packets that enter or leave there: the word on
// one side is the worst that this side does to anybody's packets, and no better than what any of them meets.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { zonesOf } from '../../src/forwarding/matrix.ts';
import type { Network } from '../../src/forwarding/network/network.ts';
import { unwrittenFlow } from '../../src/forwarding/packets/flow.ts';
import { followFlow } from '../../src/forwarding/paths/directions.ts';
import { sideOf } from '../../src/forwarding/paths/side.ts';
import type { Placement } from '../../src/model/placement.ts';
import { computeIfAbsent } from '../../src/source/grouping.ts';
import { fixturesFolder, openFixture } from '../support/rule-fixtures.ts';

/** What is about interfaces, and not about policies, switch rules or single routes and hosts. */
const ofInterfaces = /^(?:l3hw|l2|mtu|offload)\/|^route\/(?:ip-forward-off|vrf-unsupported-chip)$/;
const zonesMax = 6;

describe.each(['l3hw', 'l2', 'mtu', 'route'])('of the fixtures of %s audit and trace agree on sides:', (group) => {
  const folder = join(fixturesFolder, group);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.rsc'));
  test.each(files)('%s', (name) => {
    const { network } = openFixture({ path: name, text: readFileSync(join(folder, name), 'utf8') }).context;
    const met = new Map<string, Set<Placement>>();
    for (const { from, to, outcome } of crossing(network)) {
      const sides = [from, to].map((each) => sideOf(network, each, 4).placement);
      const codes = outcome.because.map(({ code }) => code).filter((code) => ofInterfaces.test(code));
      if (sides.every((side) => side === 'hardware')) expect(codes, `${from} to ${to}`).toEqual([]);
      for (const each of [from, to]) computeIfAbsent(met, each, () => new Set()).add(outcome.placement);
    }
    for (const [each, placements] of met) {
      const side = sideOf(network, each, 4).placement;
      if (side !== 'hardware' && side !== 'partial')
        expect([...placements], `${each} is ${side}`).not.toEqual(['hardware']);
    }
  });
});

/** What enters by one interface and leaves by another one. */
function crossing(network: Network) {
  const zones = zonesOf(network)
    .filter(({ internet }) => !internet)
    .slice(0, zonesMax);
  return zones.flatMap((from) =>
    zones.flatMap((to) =>
      (from === to ? [] : followFlow(network, { ...unwrittenFlow(from, to), oneWay: true }, [4]))
        .filter(({ outcome: { egress } }) => egress.length === 0 || egress.some((exit) => exit.interface === to.label))
        .map(({ outcome }) => ({ from: from.label, to: to.label, outcome })),
    ),
  );
}
