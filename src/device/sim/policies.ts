// Which policy a command needs. The tables are in `profiles/simulated/policies.json`, with their source.

import table from '../../../profiles/simulated/policies.json' with { type: 'json' };
import type { Login, Request } from './request.ts';
import { traps } from './trap.ts';

export const allPolicies: readonly string[] = table.all;

const readVerbs: ReadonlySet<string> = new Set(table.reading);
const policiesOfCommand: Readonly<Record<string, readonly string[]>> = table.commands;
const policiesOfMenu: Readonly<Record<string, readonly string[]>> = table.menus;

/** Throws a Trap when the login lacks what the command needs. */
export function checkPolicies(request: Request, login: Login): void {
  if (neededPolicies(request).some((policy) => !login.policies.has(policy))) throw traps.permission();
}

function neededPolicies(request: Request): readonly string[] {
  const { menu, verb } = request;
  if (readVerbs.has(verb)) return ['read'];
  return policiesOfCommand[`${menu} ${verb}`] ?? policiesOfMenu[menu] ?? ['write'];
}
