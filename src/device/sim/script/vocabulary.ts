// What the script parser may ask the device: which menus, commands and arguments exist at its version.

import type { MenuPath } from '../../../model/config.ts';
import { isAtLeastVersion } from '../../../model/version.ts';
import type { Target } from '../../../profile/target.ts';
import { derivedOnce } from '../../../source/grouping.ts';
import { handlers } from '../handlers.ts';
import { computedMenus } from '../menus/own-menus.ts';
import { isChange } from '../request.ts';
import { type SimMenu, simMenus } from '../store/sim-menu.ts';
import { languageVerbs } from './language-words.ts';
import type { CommandWords, Vocabulary } from './parser-scope.ts';
import { positional } from './positional.ts';

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

const genericWords = ['numbers', '.id', 'place-before', 'copy-from', 'value-name', 'destination'];
const readVerbs: ReadonlySet<string> = new Set(['print', 'find', 'get', 'export', 'monitor']);

/** The same target has one vocabulary, so that scripts which its devices share are parsed once for all of them. */
export const vocabularyOf = derivedOnce((target: Target): Vocabulary => {
  const menus = simMenus(target);
  const isPath = (path: string) => menus.isPath(path) || directories.has(path);
  const isCommand = (menu: string, verb: string) =>
    (menu === '/' && languageVerbs.has(verb)) ||
    handled.get(menu)?.has(verb) === true ||
    readVerbs.has(verb) ||
    (isChange(verb) && menus.menu(menuPath(menu)) !== undefined);
  const known = new Map<string, CommandWords>();
  return {
    looksUpLate: isAtLeastVersion(target.routeros, '7.23'),
    child(menu, name) {
      if (isPath(menu === '/' ? `/${name}` : `${menu}/${name}`)) return { kind: 'menu', name };
      return isCommand(menu, name) ? { kind: 'command', name } : undefined;
    },
    words(menu, verb) {
      const key = `${menu} ${verb}`;
      const words = known.get(key) ?? wordsOf(menus.menu(menuPath(menu)), menu, verb);
      known.set(key, words);
      return words;
    },
  };
});

function wordsOf(spec: SimMenu | undefined, menu: string, verb: string): CommandWords {
  const slots = positional(menu, verb, spec?.kind === 'settings');
  const isAny = handled.get(menu)?.has(verb) || !['add', 'set'].includes(verb) || !spec || spec.open;
  if (isAny) return { names: undefined, slots, ...(spec && !spec.open && { unset: spec.unset }) };
  return { names: new Set([...spec.properties.keys(), ...genericWords]), unset: spec.unset, slots };
}

function menuPath(path: string): MenuPath {
  return `/${path.slice(1)}`;
}
