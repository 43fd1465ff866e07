// A host of a connected network is in hardware only after the router has resolved its address.

import { hardwareEnds } from '../../forwarding/ends.ts';
import { hasRoutedClasses } from '../../forwarding/routed-classes.ts';
import type { Prefix } from '../../model/prefix.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const connectedHostUnresolved = defineRule({
  id: 'route/connected-host-unresolved',
  cost: 'i',
  summary: 'The first packet to a host of a connected network goes through the CPU, which resolves its address',
  why: 'The chip cannot ask for addresses. Until the host has answered ARP or neighbour discovery its packets reach the CPU; a host that never answers never gets into hardware.',
  remedy: 'Nothing to do for ordinary hosts. Put a silent receiver behind a next hop, or make it answer.',

  check({ network }) {
    const findings: WrittenFinding[] = [];
    for (const family of [4, 6] as const) {
      if (!hasRoutedClasses(network, family)) continue;
      for (const { interface: owner } of hardwareEnds(network, family)) {
        for (const { item } of owner.addresses.filter((each) => hasHosts(each.network, family))) {
          findings.push({
            subject: item,
            placement: 'hardware',
            what: 'hosts of connected networks are in hardware once their address is resolved',
            primary: ['address', `hosts behind \`${owner.name}\``],
          });
        }
      }
    }
    return findings;
  },
});

function hasHosts({ family, length }: Prefix, wanted: 4 | 6): boolean {
  return family === wanted && length < (family === 4 ? 32 : 128);
}
