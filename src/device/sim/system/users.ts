// Users, groups and what they may do. Source: manual, authentication-authorization-accounting/user.

import { listValues } from '../../../model/config.ts';
import { allPolicies } from '../policies.ts';
import type { Router } from '../router.ts';

/** Policies of a user that exists and is enabled; none otherwise. */
export function policiesOf(router: Router, userName: string): ReadonlySet<string> {
  const user = router.store.byName('/user', userName);
  if (!user || user.values.get('disabled') === 'yes') return new Set();
  const group = router.store.byName('/user/group', user.values.get('group') ?? '');
  return new Set(listValues(group?.values.get('policy')).filter((policy) => !policy.startsWith('!')));
}

/** The policies when name and password are right; undefined otherwise. */
export function logIn(router: Router, userName: string, password: string): ReadonlySet<string> | undefined {
  const user = router.store.byName('/user', userName);
  if (!user || user.values.get('disabled') === 'yes' || (user.values.get('password') ?? '') !== password)
    return undefined;
  return policiesOf(router, userName);
}

/** The three groups that every device has. */
export const builtinGroups: readonly { readonly name: string; readonly policies: readonly string[] }[] = [
  {
    name: 'read',
    policies: allPolicies.filter((policy) => !['ftp', 'write', 'policy'].includes(policy)),
  },
  { name: 'write', policies: allPolicies.filter((policy) => !['ftp', 'policy'].includes(policy)) },
  { name: 'full', policies: allPolicies },
];

/** The user moves to a group that lacks one policy that applying a change needs. */
export function removePolicy(router: Router, userName: string): void {
  const lacking = router.random.pick(['ftp', 'policy', 'reboot', 'write']) ?? 'ftp';
  const policies = allPolicies.filter((policy) => policy !== lacking);
  router.store.add(
    '/user/group',
    new Map([
      ['name', 'limited'],
      ['policy', policies.join(',')],
    ]),
  );
  router.store.byName('/user', userName)?.values.set('group', 'limited');
}
