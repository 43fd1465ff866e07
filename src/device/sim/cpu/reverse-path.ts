// Packets that the kernel refuses for their source: an own address, and with `rp-filter` one that it reaches otherwise.

import { familyOf } from '../chip/packet.ts';
import { vrfOf } from '../derived/addresses.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import { setting } from './fast-path.ts';
import { isLocalAddress } from './firewall-rules.ts';
import type { PacketContext } from './packet-context.ts';
import { decideRoute } from './route-lookup.ts';

/**
 * The way back is missing, or another one, for who enters by the interface that the packet leaves by; also of what the
 * device takes itself (`fib_validate_source` of Linux).
 */
export function reversePathRefusal(router: ForwardingRouter, context: PacketContext): string | undefined {
  const { ip, inInterface = '', outInterface } = context;
  if (isLocalAddress(router, ip.source, vrfOf(router, inInterface))) return 'from an own address';
  const filter = familyOf(ip) === 4 ? setting(router, '/ip/settings', 'rp-filter') : 'no';
  if (filter !== 'strict' && filter !== 'loose') return undefined;
  const back = decideRoute(
    router,
    { ...ip, source: ip.destination, destination: ip.source },
    { inInterface: outInterface, vrf: vrfOf(router, inInterface), mark: undefined },
  );
  if (back.kind === 'none' || back.routes.every(({ hops }) => hops.length === 0)) return 'rp-filter: no route back';
  const isSame = back.routes.some(({ hops }) => hops.some((hop) => hop.interface === inInterface));
  return filter === 'strict' && !isSame ? 'rp-filter: the way back is another interface' : undefined;
}
