// Where a device gets its time, as far as a site has words for it.

import { device as deviceSchema } from '../intent/schema-device.ts';
import { type Config, enabledItemsOf, isYes, itemsOf, propertyValue } from '../model/config.ts';
import { type DeviceDraft, oneOrMany } from './site-draft.ts';

/** Undefined when the device asks nobody, or asks somebody in a way that a site cannot say. */
export function timeServersOf(config: Config): DeviceDraft['ntp'] {
  const [client] = itemsOf(config, '/system/ntp/client');
  const [own] = itemsOf(config, '/system/ntp/server');
  const servers = enabledItemsOf(config, '/system/ntp/client/servers').flatMap(
    (item) => propertyValue(item, 'address') ?? [],
  );
  if (!client || !isYes(propertyValue(client, 'enabled')) || servers.length === 0) return undefined;
  const serves = own !== undefined && isYes(propertyValue(own, 'enabled'));
  const draft = { servers: oneOrMany(servers), ...(serves && { serve: true }) };
  return deviceSchema.shape.ntp.safeParse(draft).success ? draft : undefined;
}
