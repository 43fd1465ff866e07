// What audit says of policies, switch rules and bridge ports, held against what becomes of packets.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { protocolsIn } from '../../src/forwarding/acl/entering-tables.ts';
import { type AclOutcome, applySwitchRules } from '../../src/forwarding/acl/switch-rule-walk.ts';
import { addressesBehind, routedEnds } from '../../src/forwarding/legs/ends.ts';
import { zonesOf } from '../../src/forwarding/matrix.ts';
import { entriesInto } from '../../src/forwarding/network/attachments.ts';
import type { Network } from '../../src/forwarding/network/network.ts';
import { type Cause, unwrittenFlow } from '../../src/forwarding/packets/flow.ts';
import { packetsBetween } from '../../src/forwarding/packets/space.ts';
import { followFlow } from '../../src/forwarding/paths/directions.ts';
import { switchLeg } from '../../src/forwarding/paths/switch-leg.ts';
import type { Item } from '../../src/model/config.ts';
import type { Placement } from '../../src/model/placement.ts';
import { analyze } from '../../src/offload/analyze.ts';
import type { Verdict } from '../../src/offload/verdict.ts';
import { computeIfAbsent } from '../../src/source/grouping.ts';
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
      const found = placementsOf(network, subject);
      const worst = found.has('unpredictable') ? 'unpredictable' : found.has('unknown') ? 'unknown' : 'cpu';
      expect(placement, subject.key).toBe(worst);
    }
  });
});

describe('a switch rule fares as the packets that meet it:', () => {
  test.each(fixtures.filter(([, text]) => text.includes('switch/rule')))('%s', (_, text) => {
    const { network, verdicts } = audited(text);
    const met = walked(network);
    for (const verdict of verdicts.filter(({ kind }) => kind === 'acl')) expectAsMet(verdict, met);
  });
});

function expectAsMet({ subject, placement }: Verdict, met: readonly AclOutcome[]): void {
  const places = placesOf(subject);
  const isOpen = ({ at, code }: Cause) => code !== 'flow/undecided' && at !== undefined && places.includes(at);
  const own = met.filter(({ rule }) => rule?.item === subject);
  const actions = own.map(({ rule }) => rule?.action.kind);
  if (placement === 'hardware') expect(met.filter(({ uncertainty: why }) => why && isOpen(why))).toEqual([]);
  if (placement !== 'cpu') expect(actions, subject.key).not.toContain('redirect-to-cpu');
  if (placement === 'cpu') expect(actions, subject.key).not.toContain('permit');
  const sure = own.filter(({ uncertainty }) => !uncertainty && !subject.properties.has('new-vlan-id'));
  if (placement === 'unavailable') expect(sure, subject.key).toEqual([]);
  if (placement === 'unpredictable' && own.length > 0) expect(sure.length, subject.key).toBeLessThan(own.length);
  const isDone = own.length > 0 && sure.length === own.length && (actions[0] === 'permit' || actions[0] === 'drop');
  if (isDone) expect(placement, subject.key).toBe('hardware');
}

/** All that enters at any port from who may be there, by the rule that it meets first. */
function walked(network: Network): readonly AclOutcome[] {
  return ([4, 6] as const).flatMap((family) => {
    const ends = new Map(routedEnds(network, family).map((end) => [end.name, end]));
    return [...network.l3Interfaces.keys()].flatMap((name) => {
      const end = ends.get(name);
      if (!end && ends.size > 0) return [];
      const senders = end ? { source: addressesBehind(network, end, family) } : {};
      return protocolsIn(network, family).flatMap((protocol) => {
        const packets = packetsBetween(family, protocol, senders);
        return entriesInto(network, name).flatMap((entry) => applySwitchRules(network, entry, packets));
      });
    });
  });
}

describe('a bridge port fares as the frames that are switched there:', () => {
  test.each(fixtures.filter(([, text]) => text.includes('bridge/port')))('%s', (_, text) => {
    const { network, verdicts } = audited(text);
    const word = new Map(verdicts.map(({ subject, placement }) => [subject, placement]));
    const wordAt = (name: string) => {
      const item = network.bridgePorts.get(name)?.item;
      return item && word.get(item);
    };
    for (const { ends, placement, because } of switched(network)) {
      if (because.some(({ code }) => isBypass(code) || /^flow\/denied|bridge-filter/.test(code))) continue;
      const words = ends.map(wordAt);
      const where = `${ends.join(' to ')}: ${because.map(({ code }) => code)}`;
      if (placement === 'hardware') expect(words, where).toEqual(['hardware', 'hardware']);
      if (words.every((each) => each === 'hardware') && isOneChip(network, ends))
        expect(placement, where).toBe('hardware');
      if (words.includes('unpredictable')) expect(placement, where).not.toBe('cpu');
    }
  });
});

/** What becomes of frames between two ports, for each network that is switched. */
function switched(network: Network) {
  const any = packetsBetween(4, 'udp', {});
  return [...network.bridges.keys(), ...network.vlanInterfaces.keys()].flatMap((name) =>
    entriesInto(network, name).flatMap((ingress) => {
      const traffic = { packets: any, inInterface: name, ingress, opens: true, oneWay: true };
      const trace = { traffic, packets: any, uncertainties: [], notes: [], steps: [] };
      return switchLeg(network, trace, name).flatMap(({ egress, placement, because }) =>
        egress.flatMap(({ attachment }) =>
          attachment && attachment.name !== ingress.name
            ? { ends: [ingress.name, attachment.name], placement, because }
            : [],
        ),
      );
    }),
  );
}

/** Frames between two chips pass the CPU, wherever each of them switches its own. */
function isOneChip(network: Network, ends: readonly string[]): boolean {
  return new Set(ends.flatMap((name) => network.portsBelow(name).map((port) => port.switch))).size < 2;
}

interface Audited {
  readonly network: Network;
  readonly verdicts: readonly Verdict[];
}

/** Most are looked at from several sides. */
const known = new Map<string, Audited>();

function audited(text: string): Audited {
  return computeIfAbsent(known, text, () => {
    const { context } = openFixture({ path: 'items.rsc', text });
    return { network: context.network, verdicts: analyze({ ...context, context: 'audit' }).verdicts };
  });
}

/** What becomes of packets that miss a policy, or may. */
function placementsOf(network: Network, policy: Item): ReadonlySet<Placement> {
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
