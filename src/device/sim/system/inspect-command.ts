// `/console/inspect request=child`: what stands below a menu or a command, as this device knows it; programs learn from
// it which arguments a device has. Source: public dumps of it for RouterOS 7.10 to 7.24 (tikoci/restraml). The other
// requests (completion, highlight, syntax) are about text that people type, and are refused.

import type { MenuPath } from '../../../model/config.ts';
import type { Row } from '../../device.ts';
import { type Handlers, instant } from '../handler.ts';
import type { Router } from '../router.ts';
import type { SimMenu } from '../store/sim-menu.ts';
import { traps } from '../trap.ts';

/** `others`: further commands that the device knows, as `MENU VERB`. */
export function inspectHandlers(others: () => Iterable<string>): Handlers {
  return {
    '/console inspect': instant((router, { args }) => {
      const request = args.get('request');
      if (request === undefined) throw traps.missing('request');
      if (request !== 'child') throw traps.noMatch('request');
      const steps = (args.get('path') ?? '').split(',').filter((step) => step !== '');
      const rows = nodeRows(steps, [...commandsOf(router, others()), ...menusOf(router)]);
      const wanted = args.get('.proplist')?.split(',');
      if (!wanted) return { rows };
      return {
        rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => wanted.includes(name)))),
      };
    }),
  };
}

interface Node {
  readonly path: readonly string[];
  readonly type: 'dir' | 'cmd';
  /** Of a command. */
  readonly arguments: readonly string[];
}

/** The node itself, then what is below it, by name; nothing where there is no such node. */
function nodeRows(steps: readonly string[], nodes: readonly Node[]): readonly Row[] {
  const isBelow = (node: Node) => node.path.length > steps.length && steps.every((step, at) => node.path[at] === step);
  const own = nodes.find((node) => node.type === 'cmd' && node.path.join() === steps.join());
  const children = new Map<string, string>();
  if (own) for (const name of own.arguments) children.set(name, 'arg');
  for (const node of own ? [] : nodes.filter(isBelow)) {
    const name = node.path[steps.length] ?? '';
    children.set(name, node.path.length > steps.length + 1 ? 'dir' : node.type);
  }
  if (children.size === 0 && !own) return [];
  const name = steps.at(-1);
  const self = name === undefined ? [] : [{ type: 'self', name, 'node-type': own ? 'cmd' : 'dir' }];
  const below = [...children].sort(([a], [b]) => (a < b ? -1 : 1));
  return [...self, ...below.map(([child, type]) => ({ type: 'child', name: child, 'node-type': type }))];
}

function menusOf({ menus }: Router): readonly Node[] {
  return menus.paths.map((path) => ({ path: stepsOf(path), type: 'dir', arguments: [] }));
}

function commandsOf({ menus }: Router, others: Iterable<string>): readonly Node[] {
  const generic = menus.paths.flatMap((path) => {
    const menu = menus.menu(path);
    return menu ? Object.entries(verbsOf(menu)).map(([verb, names]) => command(path, verb, names)) : [];
  });
  const known = new Set(generic.map(({ path }) => path.join()));
  const further = [...others].flatMap((key) => {
    const [path = '', verb = ''] = key.split(' ');
    const isHere = path === '/' || menus.isPath(path);
    const node = command(`/${path.slice(1)}`, verb, []);
    return isHere && !known.has(node.path.join()) ? [node] : [];
  });
  return [...generic, ...further];
}

function command(path: MenuPath, verb: string, names: readonly string[]): Node {
  return { path: [...stepsOf(path), verb], type: 'cmd', arguments: names };
}

function verbsOf({ kind, properties }: SimMenu): Readonly<Record<string, readonly string[]>> {
  const own = [...properties.keys()].filter((name) => !name.startsWith('.'));
  if (kind === 'settings') return { get: ['value-name'], print: printArguments, set: own };
  const rows = { find: ['where'], get: ['number', 'value-name'], print: printArguments, set: ['numbers', ...own] };
  const switches = properties.has('disabled') ? { disable: ['numbers'], enable: ['numbers'] } : {};
  const comment = properties.has('comment') ? { comment: ['comment', 'numbers'] } : {};
  if (kind === 'fixed') return { ...rows, ...switches, ...comment };
  const order = kind === 'ordered' ? { move: ['destination', 'numbers'] } : {};
  const add = ['copy-from', ...(kind === 'ordered' ? ['place-before'] : []), ...own];
  return { ...rows, ...switches, ...comment, ...order, add, remove: ['numbers'], unset: ['numbers', 'value-name'] };
}

const printArguments = ['count-only', 'detail', 'from', 'proplist', 'show-ids', 'where', 'without-paging'];

function stepsOf(path: MenuPath): readonly string[] {
  return path.split('/').filter((step) => step !== '');
}
