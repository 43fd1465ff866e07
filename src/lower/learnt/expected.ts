// What the neighbours of a device are expected to bring, by all its routing protocols.

import type { Expected } from '../../forwarding/routing/expected-routes.ts';
import type { DeviceIntent, Intent } from '../../intent/intent.ts';
import { derivedPer } from '../../source/grouping.ts';
import { bgpRoutes } from './bgp.ts';
import { ospfRoutes } from './ospf.ts';

/** Of a site as it is read: each device once. */
export const expectedRoutes = derivedPer((intent: Intent, device: DeviceIntent): Expected => {
  const protocols = [bgpRoutes(intent, device), ospfRoutes(intent, device)];
  return {
    routes: protocols.flatMap(({ routes }) => routes),
    // Lines of `raw:` may add speakers that the site does not know of.
    isComplete: protocols.every(({ isComplete }) => isComplete) && !speaks.test(device.settings.raw ?? ''),
  };
});

const speaks = /\b(?:bgp|ospf|rip|isis)\b/;
