// A site under construction, in the shape that its author would write it: what the schema takes, before it is parsed.

import type * as z from 'zod';
import type { siteSchema } from '../intent/schema.ts';

export type SiteDraft = z.input<typeof siteSchema>;
export type VlanDraft = NonNullable<SiteDraft['vlans']>[string];
export type DeviceDraft = SiteDraft['devices'][string];
export type PortDraft = NonNullable<DeviceDraft['ports']>[string];
export type BondDraft = NonNullable<DeviceDraft['bonds']>[string];
export type RouteDraft = NonNullable<DeviceDraft['routes']>[number];

/** Where a port or a bond puts its traffic. */
export type RoleDraft = Pick<PortDraft, 'vlan' | 'trunk' | 'native' | 'bridged' | 'routed' | 'mtu'>;

/** A list of one is written without brackets. */
export function oneOrMany<T>(values: readonly T[]): T | T[] {
  const [first] = values;
  return values.length === 1 && first !== undefined ? first : [...values];
}
