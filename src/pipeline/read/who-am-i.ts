// Who works here, as commits name their owners.

import { hostname, userInfo } from 'node:os';

/** `user@host` */
export function whoAmI(): string {
  return `${userInfo().username}@${hostname()}`;
}
