// Members of interface lists. Source: manual, system-information-and-utilities/interface-lists.

import { isYes, listValues } from '../../../model/config.ts';
import type { RouterState } from '../router-state.ts';

/** All interfaces of a list, with included lists and without excluded ones. */
export function membersOfList(router: RouterState, list: string, depth = 0): ReadonlySet<string> {
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

/** Interface lists among the names are replaced by their members. */
export function expandInterfaces(router: RouterState, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const isList = router.store.byName('/interface/list', name) && !router.store.interface(name);
    return isList ? [...membersOfList(router, name)] : [name];
  });
}
