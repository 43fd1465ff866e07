// Where routes of others come from: who fills the table of the chip would push those out that the device forwards by.

import type { MenuPath } from '../model/config.ts';

export const routeSources: readonly MenuPath[] = [
  '/ip/route',
  '/ipv6/route',
  '/ip/dhcp-client',
  '/ipv6/dhcp-client',
  '/routing/bgp/connection',
  '/routing/isis/interface-template',
  '/routing/ospf/interface-template',
  '/routing/rip/interface-template',
];
