// Routes that neighbours are expected to send: they are in no configuration, but need room in the chip.

import type { LearntRoutes } from '../../forwarding/network/network.ts';
import type { DeviceIntent } from '../../intent/intent.ts';

/** One entry for each neighbour, protocol and address family that the site gives a number for. */
export function learntRoutesOf({ settings: { bgp, ospf }, places }: DeviceIntent): readonly LearntRoutes[] {
  const sessions = Object.entries(bgp?.peers ?? {}).flatMap(([name, { address, routes }]): LearntRoutes[] => {
    if (routes === undefined) return [];
    const at = places.at('bgp', 'peers', name, 'routes');
    const { family } = address;
    return [{ by: `BGP peer ${name}`, family, routes, table: bgp?.vrf ?? 'main', from: address, at }];
  });
  const { routes, vrf: table = 'main' } = ospf ?? {};
  if (routes === undefined) return sessions;
  const at = places.at('ospf', 'routes');
  const areas = (ospf?.version ?? ['2']).map(
    (version): LearntRoutes => ({ by: 'OSPF', family: version === '2' ? 4 : 6, routes, table, at }),
  );
  return [...sessions, ...areas];
}
