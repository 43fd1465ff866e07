// Users, groups and what they may do. Source: manual, authentication-authorization-accounting/user.

import table from '../../../../profiles/simulated/policies.json' with { type: 'json' };
import { listValues } from '../../../model/config.ts';
import { allPolicies } from '../policies.ts';
import type { Router } from '../router.ts';
import { atOnce } from '../task.ts';

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
export const builtinGroups = Object.entries<readonly string[]>(table.groups).map(([name, lacking]) => ({
  name,
  policies: allPolicies.filter((policy) => !lacking.includes(policy)),
}));

/** The user moves to a group that lacks one policy that applying a change needs. */
export function removePolicy(router: Router, userName: string): void {
  const lacking = router.random.pick(['ftp', 'policy', 'reboot', 'write']) ?? 'ftp';
  moveToGroup(router, userName, 'limited', lacking);
}

function moveToGroup(router: Router, userName: string, name: string, lacking: string): void {
  const policy = allPolicies.filter((each) => each !== lacking).join(',');
  router.store.add('/user/group', new Map(Object.entries({ name, policy })));
  const user = router.store.byName('/user', userName);
  if (user) router.store.assign(user, { group: name });
}

/** Rights may come back within this time, in ms. */
const forgivenWithinMs = 300_000;

/**
 * Somebody takes the user a policy, disables the user, or only ends its sessions; later he may think better of it. What
 * that does to open sessions and to the user's scripts is drawn.
 */
export function cutRights(router: Router, userName: string): void {
  const { random, device } = router;
  const user = router.store.byName('/user', userName);
  if (!user || user.values.has('.group-before')) return;
  device.rights = {
    ofSessions: random.chance(0.5) ? 'kept' : 'followed',
    ofOwners: random.chance(0.5) ? 'followed' : 'forgotten',
  };
  const before = user.values.get('group') ?? '';
  const lacking = random.pick(['write', 'policy', 'ftp', 'reboot', 'test', 'read', 'api', 'all', 'none']) ?? 'all';
  if (lacking === 'all') router.store.assign(user, { disabled: 'yes' });
  else if (lacking !== 'none') moveToGroup(router, userName, 'cut', lacking);
  router.store.assign(user, { '.group-before': before });
  router.store.touch('/user');
  const regret = atOnce(() => giveRightsBack(router));
  if (random.chance(0.5)) router.start(regret, random.between(5000, forgivenWithinMs));
  if (lacking !== 'none' && random.chance(0.7)) return;
  endSessions(router);
}

export function endSessions({ sessions }: Router): void {
  for (const session of [...sessions]) session.close('an administrator ended the session');
}

/** As if nobody had cut anything. */
export function giveRightsBack({ store }: Router): void {
  for (const user of store.rows('/user')) {
    const before = user.values.get('.group-before');
    if (before === undefined) continue;
    const own = user.values.get('group');
    store.assign(user, { group: before, '.group-before': undefined, disabled: undefined });
    const made = own === before ? undefined : store.byName('/user/group', own ?? '');
    if (made) store.remove(made);
  }
  store.touch('/user');
}
