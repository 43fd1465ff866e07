// Chains that jump to each other over and over: what they do is uncertain, and no walk through them goes on for long.

import { expect, test } from 'vitest';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { bridgeRulesFor } from '../../src/forwarding/firewall/bridge-firewall.ts';
import { startChain } from '../../src/forwarding/firewall/chain-state.ts';
import { walkChain } from '../../src/forwarding/firewall/chains.ts';
import { firewallOf } from '../../src/forwarding/firewall/firewall.ts';
import { packetsBetween } from '../../src/forwarding/packets/space.ts';
import { config, target } from '../support/forwarding-fixture.ts';

/** Each chain is entered twice as often as the one before. */
const doubling = (menu: string, depth: number) =>
  Array.from({ length: depth }, (_, index) => {
    const chain = index === 0 ? 'forward' : `c${index}`;
    return `${menu} chain=${chain} action=jump jump-target=c${index + 1}\n`.repeat(2);
  }).join('');

const ends = (menu: string, depth: number) =>
  buildNetwork(
    config(`${doubling(menu, depth)}${menu} chain=c${depth} action=drop dst-port=80 protocol=tcp`),
    target(),
  );

const packets = packetsBetween(4, 'tcp');
const start = startChain({ packets, inInterface: 'ether1', connectionState: 'new' });

test.each([3, 16, 40])('of %s chains in each other', (depth) => {
  const walked = walkChain(firewallOf(ends('/ip/firewall/filter', depth), 4), 'filter', 'forward', start);
  expect(walked.some(({ uncertainty }) => uncertainty)).toBe(depth > 3);
});

test.each([3, 40])('of %s chains of a bridge in each other', (depth) => {
  const network = ends('/interface/bridge/filter', depth);
  const side = { bridge: 'bridge1' };
  const met = bridgeRulesFor(network, { packets, in: side, out: side });
  expect(met.some(({ action, isOpen }) => action === 'jump' && isOpen)).toBe(depth > 3);
});
