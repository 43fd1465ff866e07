// Rules that may match, one over the other, must not multiply the ways that are followed: an audit would not end.

import { expect, test } from 'vitest';
import { buildNetwork } from '../../../src/forwarding/build.ts';
import { followFlow } from '../../../src/forwarding/paths/directions.ts';
import { config, flow, target } from '../../support/forwarding-fixture.ts';

/** Marks by a pattern that no flow says, for connections and then for packets of them; and drops by lists that fill. */
function marking(count: number, first = '') {
  const each = (rows: (n: number) => string) => Array.from({ length: count }, (_, n) => rows(n)).join('\n');
  const mark = (n: number) => `/ip/firewall/mangle chain=prerouting passthrough=yes layer7-protocol=p${n}`;
  const ofConnections = (n: number) =>
    `${mark(n)} action=mark-connection connection-mark=no-mark new-connection-mark=c${n}`;
  const ofPackets = (n: number) => `${mark(n)} action=mark-packet connection-mark=c${n} new-packet-mark=k${n}`;
  const drop = '/ip/firewall/filter chain=forward action=drop protocol=tcp';
  return buildNetwork(
    config(`
      /ip/address address=10.0.1.1/24 interface=ether1
      /ip/address address=10.0.2.1/24 interface=ether2
      ${first}
      ${each((n) => `${ofConnections(n)}\n${ofPackets(n)}`)}
      ${each((n) => `${drop} tls-host=h${n} dst-port=${n + 1}`)}
    `),
    target(),
  );
}

test.each([4, 8, 16])('%i marks by patterns, and as many uncertain drops', (count) => {
  const network = marking(count);
  const outcomes = followFlow(network, flow(network, 'ether1 -> ether2 tcp'));
  // Followed one by one, 16 of them come to 3,234 outcomes, and to seventy times the work.
  expect(outcomes.length).toBeLessThan(600);
  expect(new Set(outcomes.map(({ outcome }) => outcome.placement))).toEqual(new Set(['cpu', 'unknown']));
});

test.each([4, 8, 16])('%i marks by patterns that no rule asks for but FastTrack, which wants none', (count) => {
  const network = marking(
    count,
    '/ip/firewall/filter chain=forward action=fasttrack-connection connection-mark=no-mark',
  );
  const outcomes = followFlow(network, flow(network, 'ether1 -> ether2 tcp'));
  expect(new Set(outcomes.map(({ outcome }) => outcome.placement))).toEqual(new Set(['cpu', 'unknown']));
  // Whichever mark it is, the connection is not FastTrack.
  expect(outcomes.length).toBeLessThan(15 * count);
});
