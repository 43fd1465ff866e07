// Which policy a command needs. Source: manual, authentication-authorization-accounting/user, "User groups".

import type { Login, Request } from './request.ts';
import { traps } from './trap.ts';

export const allPolicies: readonly string[] = [
  'local',
  'telnet',
  'ssh',
  'ftp',
  'reboot',
  'read',
  'write',
  'policy',
  'test',
  'winbox',
  'password',
  'web',
  'sniff',
  'sensitive',
  'api',
  'romon',
  'rest-api',
];

const readVerbs: ReadonlySet<string> = new Set([
  'print',
  'get',
  'find',
  'monitor',
  'listen',
  'check',
  'export',
  'read',
]);

/** Throws a Trap when the login lacks what the command needs. */
export function checkPolicies(request: Request, login: Login): void {
  if (neededPolicies(request).some((policy) => !login.policies.has(policy))) throw traps.permission();
}

function neededPolicies(request: Request): readonly string[] {
  const { menu, verb } = request;
  if (readVerbs.has(verb)) return ['read'];
  if (menu === '/user' || menu === '/user/group') return ['write', 'policy'];
  if (menu === '/file' || menu === '/system/backup') return ['write', 'ftp'];
  if (menu === '/system' && (verb === 'reboot' || verb === 'shutdown')) return ['reboot'];
  if (menu === '/' && verb === 'import') return ['read', 'write', 'ftp'];
  if (menu === '/' && verb === 'export') return request.args.has('file') ? ['read', 'write', 'ftp'] : ['read'];
  if (menu === '/' && verb === 'ping') return ['test'];
  // Whether the script itself may is asked when it runs.
  if (menu === '/system/script' && verb === 'run') return ['read'];
  if (menu === '/log') return [];
  return ['write'];
}
