// Whether the device can reach an address: what `ping` answers.

import { containsPrefix, parsePrefix } from '../../../model/prefix.ts';
import type { Router } from '../router.ts';

/** A simulated neighbour answers everywhere on a connected network, unless a test took it away. */
export function pingReplies(router: Router, text: string): boolean {
  const host = parsePrefix(text);
  if (!host || router.device.silentHosts.has(text)) return false;
  const { routes } = router.derived();
  const best = routes
    .filter(({ active, table, prefix }) => active && table === 'main' && containsPrefix(prefix, host))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0];
  return best !== undefined && best.hops.length > 0;
}
