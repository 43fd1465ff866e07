// L2MTU of ports as a config sets it. What a port has by default is not the same on every device, so a default is
// unknown, but no Ethernet port of RouterOS defaults to a jumbo size.

import type { PhysicalPort } from '../forwarding/network.ts';
import { propertyValue } from '../model/config.ts';

/** MTUs above this need somebody to have raised the L2MTU: no default reaches it. */
export const jumboFrom = 2000;

/** Bytes of a VLAN tag. */
export const tagBytes = 4;

/** The L2MTU that the config sets; undefined = left to its default. */
export function l2mtuOf(port: PhysicalPort): number | undefined {
  const value = port.item && propertyValue(port.item, 'l2mtu');
  return value === undefined ? undefined : Number(value);
}
