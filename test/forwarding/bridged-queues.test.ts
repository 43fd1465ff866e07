// Queues of ports of a bridge whose frames the IP firewall was to see, and which the chip switches past them: a tree on
// a port shapes what leaves by that port (manual, queues), whichever port it entered by.

import { expect, test } from 'vitest';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { followFlow } from '../../src/forwarding/paths/directions.ts';
import { config, flow, target } from '../support/forwarding-fixture.ts';

const ports = ['ether1', 'ether2', 'ether3'];

const network = buildNetwork(
  config(`
    /interface/bridge name=bridge1
    /interface/bridge/settings use-ip-firewall=yes
    ${ports.map((port) => `/interface/bridge/port bridge=bridge1 interface=${port}`).join('\n')}
    /ip/address address=10.0.0.1/24 interface=bridge1
    ${ports.map((port) => `/queue/tree name=q-${port} parent=${port} max-limit=10M`).join('\n')}
  `),
  target(),
);

test('frames miss the queue of the port that they leave by, and no other; those of every port are followed', () => {
  const missed = followFlow(network, flow(network, 'bridge1 -> bridge1')).flatMap(({ outcome }) =>
    outcome.because
      .filter(({ code }) => code === 'firewall/hw-flow-queue-bypass')
      .map(({ at }) => ({
        leaves: outcome.egress[0]?.attachment?.name,
        queue: at?.kind === 'source' ? at.file.text.slice(at.start, at.end) : undefined,
      })),
  );
  for (const { leaves, queue } of missed) expect(queue).toBe(leaves);
  expect(new Set(missed.map(({ queue }) => queue))).toEqual(new Set(ports));
});
