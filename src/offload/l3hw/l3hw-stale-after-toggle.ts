// L3HW flags that change under running traffic: connections keep the path that they had.

import { documented, reported } from '../evidence.ts';
import { defineRule } from '../rule.ts';

export const l3hwStaleAfterToggle = defineRule({
  id: 'l3hw/l3hw-stale-after-toggle',
  cost: 'M',
  datapath: 'l3-routing',
  needs: 'plan',
  facts: [],
  summary: 'A change of an L3HW flag does not move connections that are already running',
  why: 'What the chip has learned before stays until it ages, so running flows may keep their old path: past the firewall, or on the CPU.',
  remedy: 'Afterwards remove the connections, switch L3 offloading off and on, and reboot if that does not help.',
  evidence: [
    documented(
      'routeros/l3hw#switch-port-configuration',
      'existing connections are not affected by a change of the flag',
    ),
    reported('forum/155752', 'old editions of the manual recommended a reboot'),
  ],

  check: () => [],

  judge(changes, before) {
    if (!before.network.offload?.l3Offload) return [];
    const flags = changes.flatMap(({ menu, properties }, index) =>
      flagMenus.has(menu) && properties.some(({ name }) => name === 'l3-hw-offloading') ? [index] : [],
    );
    if (flags.length === 0) return [];
    return [{ changes: flags, what: 'running connections may keep the path that they had before the flags changed' }];
  },
});

const flagMenus: ReadonlySet<string> = new Set(['/interface/ethernet/switch/port', '/interface/vlan']);
