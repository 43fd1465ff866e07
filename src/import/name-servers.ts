// Where a device resolves names, as far as a site has words for it.

import { device as deviceSchema } from '../intent/schema-device.ts';
import { type Config, isYes, itemsOf, listValues, propertyValue } from '../model/config.ts';
import { type DeviceDraft, oneOrMany } from './site-draft.ts';

/** Undefined when the device asks nobody, or asks somebody that a site cannot name. */
export function nameServersOf(config: Config): DeviceDraft['dns'] {
  const [item] = itemsOf(config, '/ip/dns');
  const servers = listValues(item && propertyValue(item, 'servers'));
  if (!item || servers.length === 0) return undefined;
  const serves = isYes(propertyValue(item, 'allow-remote-requests'));
  const draft = { servers: oneOrMany(servers), ...(serves && { serve: true }) };
  return deviceSchema.shape.dns.safeParse(draft).success ? draft : undefined;
}
