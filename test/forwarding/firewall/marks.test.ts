// Marks that count as alike must fare alike: whatever rules there are, packets with either meet the same ends.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildNetwork } from '../../../src/forwarding/build.ts';
import { type ChainState, startChain } from '../../../src/forwarding/firewall/chain-state.ts';
import { walkChain } from '../../../src/forwarding/firewall/chains.ts';
import { type Firewall, firewallOf } from '../../../src/forwarding/firewall/firewall.ts';
import { markClasses } from '../../../src/forwarding/firewall/marks.ts';
import { packetsBetween } from '../../../src/forwarding/packets/space.ts';
import { config, target } from '../../support/forwarding-fixture.ts';

const marks = ['no-mark', 'a', 'b', 'c', 'd'];
const mark = fc.constantFrom(...marks);
const matcher = fc.tuple(fc.constantFrom('', '!'), mark).map(([not, name]) => `${not}${name}`);
const gives = (kind: string, name: string) => `mark-${kind} new-${kind}-mark=${name}`;
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constantFrom('connection', 'packet'), mark).map(([kind, name]) => gives(kind, name)),
  },
  { weight: 2, arbitrary: fc.constantFrom('log', 'accept', 'drop', 'mark-routing new-routing-mark=t', 'change-ttl') },
);
const rule = fc
  .record({
    action,
    asks: fc.option(fc.tuple(fc.constantFrom('connection-mark', 'packet-mark'), matcher), { freq: 5 }),
    passthrough: fc.constantFrom('yes', 'yes', 'yes', 'no'),
    port: fc.constantFrom('', ' protocol=tcp dst-port=80'),
  })
  .map(
    ({ action, asks, passthrough, port }) =>
      `/ip/firewall/mangle chain=prerouting action=${action} passthrough=${passthrough}${asks ? ` ${asks.join('=')}` : ''}${port}`,
  );

/** No packet has a mark that no rule names. */
const known = marks.map(
  (name) => `/ip/firewall/mangle chain=other action=passthrough connection-mark=${name} packet-mark=${name}`,
);

test('packets whose marks are alike end alike, with marks that are', () => {
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 8 }), mark, mark, mark, mark, (rules, ...chosen) => {
      const network = buildNetwork(config(['/routing/table name=t fib=yes', ...known, ...rules].join('\n')), target());
      const firewall = firewallOf(network, 4);
      const classes = markClasses(firewall);
      const [one = '', other = '', ofPackets = '', ofOthers = ''] = chosen;
      fc.pre(classes.connection(one) === classes.connection(other));
      fc.pre(classes.packet(ofPackets) === classes.packet(ofOthers));
      expect(endsOf(firewall, one, ofPackets)).toEqual(endsOf(firewall, other, ofOthers));
    }),
    { numRuns: 300 },
  );
});

test('marks that queues alone read are none', () => {
  const network = buildNetwork(
    config(`
      /ip/firewall/mangle chain=prerouting action=mark-connection connection-mark=no-mark new-connection-mark=web
      /ip/firewall/mangle chain=prerouting action=mark-packet connection-mark=web new-packet-mark=web
      /queue/tree name=q parent=global packet-mark=web max-limit=1M
    `),
    target(),
  );
  const { connection, packet } = markClasses(firewallOf(network, 4));
  expect([connection('web'), packet('web')]).toEqual(['no-mark', 'no-mark']);
});

test('of a chain of marks, the last of which chooses a table, each is another', () => {
  const network = buildNetwork(
    config(`
      /routing/table name=t fib=yes
      /ip/firewall/mangle chain=prerouting action=mark-routing connection-mark=c new-routing-mark=t
      /ip/firewall/mangle chain=prerouting action=mark-connection connection-mark=b new-connection-mark=c
      /ip/firewall/mangle chain=prerouting action=mark-connection connection-mark=a new-connection-mark=b
    `),
    target(),
  );
  const { connection } = markClasses(firewallOf(network, 4));
  expect(new Set(['no-mark', 'a', 'b', 'c'].map(connection)).size).toBe(4);
});

/** Of a packet that rules about ports match, and of one that they do not. */
function endsOf(firewall: Firewall, connectionMark: string, packetMark: string) {
  return [80, 81].map((port) => endOf(firewall, port, { connectionMark, packetMark }));
}

function endOf(firewall: Firewall, port: number, given: Pick<ChainState, 'connectionMark' | 'packetMark'>) {
  const { connection, packet } = markClasses(firewall);
  const packets = { ...packetsBetween(4, 'tcp'), destinationPort: [{ from: port, to: port + 1 }] };
  const start = { ...startChain({ packets, inInterface: 'ether1', connectionState: 'new' }), ...given };
  return walkChain(firewall, 'mangle', 'prerouting', start).map(({ end, routingMark, ...state }) => ({
    end: end?.item.key,
    routingMark,
    marks: [connection(state.connectionMark), packet(state.packetMark)],
  }));
}
