// Policies of IPsec that let nothing pass. What others would do to a packet is not simulated. Source: manual, ipsec,
// "Policies".

import { isYes } from '../../../model/config.ts';
import { containsPrefix, parsePrefix } from '../../../model/prefix.ts';
import type { Crossing } from '../chip/crossing.ts';
import { hostOf, type IpHeader, type PacketTrace } from '../chip/packet.ts';
import { isEnabledRow } from './fast-path.ts';

/** The first policy that matches decides; the trace when the packet ends there. */
export function discard({ router, log }: Crossing, { source, destination }: IpHeader): PacketTrace | undefined {
  const policy = router.store
    .rows('/ip/ipsec/policy')
    .filter((row) => isEnabledRow(row) && !isYes(row.values.get('template')))
    .find(({ values }) => covers(values.get('src-address'), source) && covers(values.get('dst-address'), destination));
  if (policy?.values.get('action') !== 'discard') return undefined;
  log.cpu('ipsec', 'a policy discards it');
  return log.end('dropped', { cpuPath: 'slow' });
}

function covers(prefix: string | undefined, address: string): boolean {
  const parsed = parsePrefix(prefix ?? '');
  return parsed !== undefined && containsPrefix(parsed, hostOf(address));
}
