// What the script parser may ask the device: which menus, commands and arguments exist at its version.

import type { MenuPath } from '../../../model/config.ts';
import { handlers } from '../handlers.ts';
import { computedMenus } from '../menus/own-menus.ts';
import { isChange } from '../request.ts';
import type { RouterState } from '../router-state.ts';
import type { Vocabulary } from './parser-scope.ts';

const handled = new Map<string, Set<string>>();
for (const key of Object.keys(handlers)) {
  const [menu = '', verb = ''] = key.split(' ');
  handled.set(menu, (handled.get(menu) ?? new Set()).add(verb));
}

const directories = new Set<string>();
for (const path of [...handled.keys(), ...computedMenus.keys()]) {
  for (let end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) directories.add(path.slice(0, end));
  if (path !== '/') directories.add(path);
}

const genericWords: ReadonlySet<string> = new Set([
  'numbers',
  '.id',
  'place-before',
  'copy-from',
  'value-name',
  'destination',
]);
const readVerbs: ReadonlySet<string> = new Set(['print', 'find', 'get', 'export', 'monitor']);

export function vocabularyOf(router: RouterState): Vocabulary {
  return {
    isPath: (path) => router.menus.isPath(path) || directories.has(path),
    hasVerb: (menu, verb) =>
      handled.get(menu)?.has(verb) === true ||
      readVerbs.has(verb) ||
      (isChange(verb) && router.menus.menu(menuPath(menu)) !== undefined),
    hasArgument(menu, verb, name) {
      if (handled.get(menu)?.has(verb) || !['add', 'set'].includes(verb)) return true;
      const spec = router.menus.menu(menuPath(menu));
      return spec === undefined || spec.open || spec.properties.has(name) || genericWords.has(name);
    },
  };
}

function menuPath(path: string): MenuPath {
  return `/${path.slice(1)}`;
}
