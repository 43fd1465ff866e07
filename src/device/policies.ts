// What the user of a connection may do, as far as the device tells. Source: manual,
// authentication-authorization-accounting/user, "User groups".

import { listValues } from '../model/config.ts';
import { type Device, isRefused } from './device.ts';
import { parseDeviceUrl } from './url.ts';

/**
 * The policies granted by the user's group; undefined when the device does not say (a RADIUS user, no right to read
 * it).
 */
export async function readPolicies(device: Device): Promise<ReadonlySet<string> | undefined> {
  const { value: url } = parseDeviceUrl(device.url);
  if (!url) return undefined;
  const name = url.kind === 'sim' ? 'admin' : url.user;
  try {
    const [users, groups] = await Promise.all([
      device.print('/user', { proplist: ['name', 'group', 'disabled'] }),
      device.print('/user/group', { proplist: ['name', 'policy'] }),
    ]);
    const user = users.find((row) => row.name === name);
    if (user?.disabled === 'true') return new Set();
    const group = user && groups.find((row) => row.name === user.group);
    return group && new Set(listValues(group.policy).filter((policy) => !policy.startsWith('!')));
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
