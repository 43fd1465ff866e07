// Members of interface lists. Source: manual, system-information-and-utilities/interface-lists.

import { isYes, listValues } from '../../../model/config.ts';
import type { Router } from '../router.ts';

/** All interfaces of a list, with included lists and without excluded ones. */
export function membersOfList(router: Router, list: string, depth = 0): ReadonlySet<string> {
  const { store } = router;
  if (list === 'all' || list === 'static')
    return new Set(store.interfaces().map((row) => row.values.get('name') ?? ''));
  if (list === 'none' || list === 'dynamic' || depth > 8) return new Set();
  const row = store.byName('/interface/list', list);
  const members = new Set<string>();
  for (const included of listValues(row?.values.get('include'))) {
    for (const name of membersOfList(router, included, depth + 1)) members.add(name);
  }
  for (const excluded of listValues(row?.values.get('exclude'))) {
    for (const name of membersOfList(router, excluded, depth + 1)) members.delete(name);
  }
  for (const member of store.rows('/interface/list/member')) {
    if (member.values.get('list') !== list || isYes(member.values.get('disabled'))) continue;
    members.add(member.values.get('interface') ?? '');
  }
  return members;
}
