// What audit says of policies, held against what trace says of packets: who follows them is said alike.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { followFlow } from '../../src/forwarding/directions.ts';
import { unwrittenFlow } from '../../src/forwarding/flow.ts';
import { zonesOf } from '../../src/forwarding/matrix.ts';
import type { Network } from '../../src/forwarding/network.ts';
import type { Item } from '../../src/model/config.ts';
import type { Placement } from '../../src/model/placement.ts';
import { analyze } from '../../src/offload/analyze.ts';
import type { Verdict } from '../../src/offload/verdict.ts';
import { isBypass, placesOf } from '../support/audit-and-trace.ts';
import { fixturesFolder, openFixture } from '../support/rule-fixtures.ts';

const fixtures = readdirSync(fixturesFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.rsc'))
  .map((name) => [name, readFileSync(join(fixturesFolder, name), 'utf8')] as const);
const zonesMax = 8;

/** A policy on a path of which nobody says whether the chip serves it. */
const openPath = `# target: CRS309-1G-8S+ 7.20.8
/interface/ethernet/switch
set 0 l3-hw-offloading=yes
/interface/bonding
add name=bond1 mode=active-backup slaves=sfp-sfpplus2,sfp-sfpplus3
/ip/address
add address=10.0.10.1/24 interface=sfp-sfpplus1
add address=10.0.20.1/24 interface=bond1
/routing/table
add name=other fib
/ip/route
add gateway=10.0.20.254
add gateway=10.0.10.254 routing-table=other
/routing/rule
add src-address=10.0.10.0/24 dst-address=10.0.20.0/24 action=lookup table=other
`;

describe('audit and trace agree on who follows a policy:', () => {
  const policied = fixtures.filter(([, text]) => /routing\/rule|action=(?:mark-routing|route)\b/.test(text));
  test.each([...policied, ['an open path', openPath] as const])('%s', (_, text) => {
    const { network, verdicts } = audited(text);
    const policies = verdicts.filter(({ kind }) => kind === 'pbr');
    for (const { subject, placement } of policies) {
      const fates = fatesOf(network, subject);
      const worst = fates.has('unpredictable') ? 'unpredictable' : fates.has('unknown') ? 'unknown' : 'cpu';
      expect(placement, subject.key).toBe(worst);
    }
  });
});

function audited(text: string): { readonly network: Network; readonly verdicts: readonly Verdict[] } {
  const { context } = openFixture({ path: 'items.rsc', text });
  return { network: context.network, verdicts: analyze({ ...context, context: 'audit' }).verdicts };
}

/** What becomes of packets that miss a policy, or may. */
function fatesOf(network: Network, policy: Item): ReadonlySet<Placement> {
  const places = placesOf(policy);
  const any = { label: 'any', interfaces: [], prefixes: [], internet: false };
  const outcomes = zonesOf(network)
    .slice(0, zonesMax)
    .flatMap((from) => ['tcp', 'udp'].flatMap((protocol) => followFlow(network, unwrittenFlow(from, any, protocol))));
  return new Set(
    outcomes.flatMap(({ outcome: { because, placement } }) =>
      because.some(({ code, at }) => isBypass(code) && at && places.includes(at)) ? [placement] : [],
    ),
  );
}
