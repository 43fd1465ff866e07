// Audit held against trace for every ordered pair of ends of random devices. They come to their answers in two ways:
// audit asks one end of each group that no rule tells apart, most certain classes first, and stops asking about a
// policy that is settled; trace follows each pair by itself, in both directions. A group that joins ends which some
// rule does tell apart, a pair that is left out, or a policy that is settled too early makes this red.

import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/forwarding/firewall/outcome.ts';
import { routedEnds } from '../../src/forwarding/legs/ends.ts';
import type { Network } from '../../src/forwarding/network/network.ts';
import type { Endpoint } from '../../src/forwarding/packets/flow.ts';
import { followFlow } from '../../src/forwarding/paths/directions.ts';
import { parsePrefix } from '../../src/model/prefix.ts';
import type { Location } from '../../src/source/location.ts';
import { causePlaces, findingsOf, isBypass, namedBy } from '../support/audit-and-trace.ts';
import { examples } from '../support/examples.ts';
import { policyDevice, remoteNetworks, secondNetworks } from '../support/policy-devices.ts';
import { openFixture } from '../support/rule-fixtures.ts';

// The first ones, and those that once disagreed. `ROSC_LONG=1 pnpm vitest run test/offload/every-pair.test.ts` asks more.
const once = [
  71, 97, 123, 182, 242, 246, 481, 584, 585, 600, 609, 1006, 1097, 1104, 1269, 1358, 1392, 1569, 1601, 1633, 1686, 1764,
  2488, 2529, 2713, 2971, 3036, 3055, 3221, 3318, 3598, 4184,
];
const devices = [...Array.from({ length: examples(20, 60) }, (_, seed) => seed + 1), ...once];
const fasttrack = ['missing', 'pbr-misroute', 'ipsec-bypass', 'hotspot-trafficflow-vrf'].map(
  (name) => `firewall/fasttrack-${name}`,
);

describe('audit says of a device what trace says of its pairs', () => {
  test.each(devices)('device %i', (seed) => {
    const text = policyDevice(seed);
    const { context } = openFixture({ path: 'device.rsc', text });
    const findings = findingsOf(context);
    const { network } = context;
    const between = outcomesOf(network, endpointsIn(network));
    const missed = [...between, ...outcomesOf(network, askedByAddress(network))]
      .filter(({ placement }) => placement === 'unpredictable')
      .flatMap(({ because }) => because.filter(({ code }) => isBypass(code)));
    const speaking = findings.filter(
      ({ rule, finding }) =>
        finding.placement !== 'hardware' && (isBypass(rule) || rule === 'l3hw/l3hw-ingress-only-off'),
    );
    const named = new Set(speaking.flatMap(({ finding }) => namedBy(finding)));
    expect(
      missed.filter(({ at }) => at && !named.has(at)),
      `missed in trace, not in audit:\n${text}`,
    ).toEqual([]);
    const places = new Set(missed.map(({ code, at }) => key(code, at)));
    const idle = findings.filter(
      ({ rule, finding }) =>
        isBypass(rule) &&
        finding.placement === 'unpredictable' &&
        !causePlaces(rule, finding).some((at) => places.has(key(rule, at))),
    );
    expect(
      idle.map(({ rule }) => rule),
      `missed in audit, not in trace:\n${text}`,
    ).toEqual([]);
    const followed = (isOpen: boolean) => {
      const of = between.filter(({ placement, traffic }) => (placement === 'unknown') === isOpen && !traffic.oneWay);
      return new Set<string>(of.flatMap(({ because }) => because.map(({ code }) => code)));
    };
    const said = (isOpen: boolean) => {
      const of = findings.filter(({ finding }) => (finding.placement === 'unknown') === isOpen);
      return new Set<string>(of.map(({ rule }) => rule));
    };
    for (const code of fasttrack)
      expect(said(false).has(code), `${code} in audit:\n${text}`).toBe(followed(false).has(code));
    // What is certain somewhere is not told as open as well.
    for (const code of fasttrack.slice(1)) {
      const isOpen = followed(true).has(code) && !said(false).has(code);
      expect(said(true).has(code), `perhaps ${code} in audit:\n${text}`).toBe(isOpen);
    }
  });
});

function key(code: string, at: Location | undefined): string {
  return `${code} ${at?.kind === 'source' ? at.start : ''}`;
}

/**
 * From every end, whether by what is connected there or by what is routed beyond, by whatever table. What nobody
 * answers comes from any port, not from those of clients alone.
 */
function outcomesOf(network: Network, targets: readonly Endpoint[]): readonly Outcome[] {
  const kinds = [
    ...['tcp', 'udp', 'icmp'].map((protocol) => ({ protocol, oneWay: false })),
    { protocol: 'tcp', oneWay: true },
  ];
  const flows = [...endpointsIn(network), beyond].flatMap((from) =>
    targets.flatMap((to) => kinds.map((kind) => ({ from, to, ...kind }))),
  );
  return flows
    .flatMap((flow) => followFlow(network, { name: '', origin, ...flow, ports: [] }, [4]))
    .map(({ outcome }) => outcome);
}

/** What asks for an address of the device, or for one that NAT alone may know, is for an end in the end. */
function askedByAddress(network: Network): readonly Endpoint[] {
  const own = routedEnds(network, 4).flatMap((end) => end.interface.addresses.map(({ host }) => host));
  return [...own.map((host) => ({ ...nobody, prefixes: [host] })), beyond];
}

const origin = { kind: 'device', device: '', menu: '', key: '' } as const;
/** Private ones too, which flows to the Internet do not mean: a default route leads there all the same. */
const remotes = [...remoteNetworks, ...secondNetworks].flatMap((text) => parsePrefix(text) ?? []);
const nobody: Endpoint = { label: '', interfaces: [], prefixes: [], internet: false };
const beyond: Endpoint = { ...nobody, prefixes: remotes };

/** What another VRF has as well may lie behind a default route. */
function endpointsIn(network: Network): readonly Endpoint[] {
  const ends = routedEnds(network, 4);
  return ends.flatMap(({ name, internet, interface: { vrf } }) => {
    const here = { label: name, interfaces: [name], prefixes: [], internet };
    if (!internet) return [here];
    const apart = ends.filter((end) => end.interface.vrf !== vrf).flatMap((end) => end.interface.addresses);
    return [here, { ...here, internet: false, prefixes: [...remotes, ...apart.map((each) => each.network)] }];
  });
}
