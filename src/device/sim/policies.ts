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

const policiesOfCommand: Readonly<Record<string, readonly string[]>> = {
  '/system reboot': ['reboot'],
  '/system shutdown': ['reboot'],
  '/ import': ['read', 'write', 'ftp'],
  '/ ping': ['test'],
  '/tool fetch': ['test', 'ftp', 'write'],
  '/system/routerboard upgrade': ['write', 'policy', 'reboot'],
  '/tool/traffic-generator inject': ['test'],
  // Whether the script itself may is asked when it runs.
  '/system/script run': ['read'],
};

const policiesOfMenu: Readonly<Record<string, readonly string[]>> = {
  '/user': ['write', 'policy'],
  '/user/group': ['write', 'policy'],
  '/file': ['write', 'ftp'],
  '/system/package/update': ['write', 'policy', 'reboot'],
  '/system/backup': ['write', 'ftp'],
  '/log': [],
};

function neededPolicies(request: Request): readonly string[] {
  const { menu, verb } = request;
  if (readVerbs.has(verb)) return ['read'];
  return policiesOfCommand[`${menu} ${verb}`] ?? policiesOfMenu[menu] ?? ['write'];
}
