// The names that a whole RouterOS knows, from a public command tree, for the parser of the simulated device's scripts.

import type { CommandWords, Vocabulary } from '../src/device/sim/script/parser-scope.ts';

/** A node of `inspect.json` (restraml, docs/VERSION): what kind it is under `_type`, its children by name. */
export interface TreeNode {
  readonly [name: string]: TreeNode | string;
}

/** What values without a name are, by command; of other commands the first of `firstSlots` that they have. */
const slots: Readonly<Record<string, readonly string[]>> = {
  add: [],
  print: [],
  export: [],
  find: [],
  get: ['number', 'numbers', 'value-name'],
  move: ['numbers', 'destination'],
  unset: ['numbers', 'value-name'],
  comment: ['numbers', 'comment'],
};
const firstSlots =
  'numbers number message file-name address url domain-name name interface value script varname style command'.split(
    ' ',
  );

/** Understood still, though no tree lists it: `:parse` of 7.22.1 makes `/interface/wifi` of it. */
const formerNames: Readonly<Record<string, string>> = { wifiwave2: 'wifi' };

export function treeVocabulary(tree: TreeNode, looksUpLate: boolean): Vocabulary {
  const nodeAt = (menu: string): TreeNode | undefined =>
    menu
      .split('/')
      .filter((word) => word !== '')
      .reduce<TreeNode | undefined>((node, word) => child(node, word), tree);
  return {
    looksUpLate,
    child(menu, word) {
      const node = nodeAt(menu);
      if (!node) return undefined;
      const name = fullName(childNames(node), formerNames[word] ?? word);
      const found = name === undefined ? undefined : child(node, name);
      if (!found || name === undefined) return undefined;
      return { kind: found._type === 'cmd' ? 'command' : 'menu', name };
    },
    words(menu, verb): CommandWords {
      const names = childNames(child(nodeAt(menu), verb) ?? {});
      const first = firstSlots.filter((name) => names.includes(name)).slice(0, 1);
      const own = slots[verb]?.filter((name) => names.includes(name));
      return { names: new Set(names), slots: own ?? (verb === 'set' && first[0] !== 'numbers' ? [] : first) };
    },
  };
}

function childNames(node: TreeNode): readonly string[] {
  return Object.keys(node).filter((name) => typeof node[name] === 'object');
}

function child(node: TreeNode | undefined, name: string): TreeNode | undefined {
  const found = node && Object.hasOwn(node, name) ? node[name] : undefined;
  return typeof found === 'object' ? found : undefined;
}

/** The name itself, or the only one that begins like it. */
function fullName(names: readonly string[], word: string): string | undefined {
  if (names.includes(word)) return word;
  const longer = names.filter((name) => name.startsWith(word));
  return longer.length === 1 ? longer[0] : undefined;
}
