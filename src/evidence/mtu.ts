// How the restrictions of the group `mtu` are known.

import { documented, type EvidenceTable, inferred } from './grades.ts';

export const mtuEvidence = {
  'mtu/bridge-l2mtu-min': [
    documented(
      'routeros/bridge#bridge-settings',
      'a port with a smaller L2MTU makes the bridge ignore its MTU and act as with auto',
    ),
  ],
  'mtu/jumbo-dropped': [
    documented(
      'routeros/layer2-misconfiguration#mtu-inconsistency',
      'a port silently drops what does not fit into its L2MTU',
    ),
  ],
  'mtu/l2mtu-change-flaps': [documented('routeros/mtu', 'L2MTU changes trigger a reload of all interfaces')],
  'mtu/l2mtu-exceeds-max': [documented('routeros/mtu', 'the manual lists the highest L2MTU of each device')],
  'mtu/mtu-change-live': [documented('routeros/l3hw#mtu', 'L3 offloading should be off while MTU or L2MTU change')],
  'mtu/mtu-profile-limit': [
    documented('routeros/l3hw#mtu', 'the hardware has MTU profiles for 1500 and seven other values'),
    inferred('routeros/l3hw#mtu', 'nothing is said about further values'),
  ],
  'mtu/routed-mtu-mismatch': [
    documented(
      'routeros/l3hw#basic-settings',
      'packets with such an error go to the CPU, or are dropped without an answer',
    ),
    inferred('routeros/l3hw#basic-settings', 'packets that may be fragmented go the same way'),
  ],
  'mtu/vlan-mtu-gt-bridge': [
    documented('routeros/layer2-misconfiguration#mtu-on-the-master-interface', 'an MTU above the L2MTU cannot be set'),
    documented('routeros/layer2-misconfiguration#mtu-inconsistency', 'the L2MTU is about 1580 where nobody raised it'),
    inferred('routeros/mtu', 'a VLAN tag takes four bytes of the L2MTU of the interface below'),
  ],
} as const satisfies EvidenceTable;
