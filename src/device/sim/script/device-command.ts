// Commands on menus inside a script: arguments evaluated, rows found by condition, then the way that every command
// takes.

import { powerFails } from '../fault-injection.ts';
import { isChange, type Request } from '../request.ts';
import { idAt, viewOf } from '../store/verbs.ts';
import type { Work } from '../task.ts';
import { traps } from '../trap.ts';
import type { CommandNode } from './ast.ts';
import type { Frame } from './frame.ts';
import { positional } from './positional.ts';
import { argumentOf, TypedValue, textOfValue, type Value, valueOfPrinted } from './values.ts';

/** A row as text. */
const stepsToWrite = 20;

/** The command's value: ids for `find`, a property for `get`, the new id for `add`. */
export function* runDeviceCommand(command: CommandNode, frame: Frame): Work<Value> {
  const { router, login } = frame;
  const menu = `/${command.menu.slice(1)}` as const;
  if (command.verb === 'find') return yield* find(command, frame);
  const { request, hasTarget } = yield* requestOf(command, frame, menu);
  // `set [find …]` with nothing found does nothing.
  if (hasTarget && request.args.get('numbers') === '') {
    if (command.verb === 'get') throw traps.noSuchItem();
    return undefined;
  }
  if (isChange(command.verb)) {
    yield router.commandMs;
    if (powerFails(router)) {
      router.reboot();
      yield 0;
    }
  }
  const answer = yield* router.execute(request, login);
  if (answer.ret !== undefined) return valueOfPrinted(answer.ret);
  if (command.verb === 'print') {
    router.effort.spend(stepsToWrite * answer.rows.length);
    for (const row of answer.rows) frame.output.push(JSON.stringify(row));
    if (command.args.some(({ value }) => value?.kind === 'literal' && value.value === 'count-only'))
      return answer.rows.length;
  }
  return undefined;
}

function* find({ menu: path, where }: CommandNode, frame: Frame): Work<Value> {
  const { router, login } = frame;
  const menu = router.menus.menu(`/${path.slice(1)}`);
  if (!menu) throw traps.noSuchCommand();
  if (!login.policies.has('read')) throw traps.permission();
  const ids: Value[] = [];
  for (const row of viewOf(router, menu)) {
    const inner = frame.inner({ row, menu, readings: router.readings });
    if (!where || (yield* inner.holds(where))) ids.push(new TypedValue('id', row['.id'] ?? ''));
  }
  return ids;
}

function* requestOf(
  command: CommandNode,
  frame: Frame,
  menu: `/${string}`,
): Work<{ request: Request; hasTarget: boolean }> {
  const args = new Map<string, string>();
  const cleared: string[] = [];
  const spec = frame.router.menus.menu(menu);
  const slots = positional(menu, command.verb, spec?.kind === 'settings');
  let taken = 0;
  for (const argument of command.args) {
    const { name } = argument;
    const value = argument.value && (yield* frame.evaluate(argument.value));
    if (argument.cleared) cleared.push(name ?? '');
    else if (name === 'place-before') args.set(name, placeOf(frame, menu, value));
    else if (name !== undefined) args.set(name, argumentOf(value));
    else if (argument.value) args.set(...unnamed(frame, menu, slots[taken++], value));
  }
  for (const name of ['numbers', 'place-before', 'destination']) {
    const value = args.get(name) ?? '';
    if (/^\d+$/.test(value)) args.set(name, numbersOf(frame, menu, value));
  }
  return { request: { menu, verb: command.verb, args, cleared, query: [] }, hasTarget: args.has('numbers') };
}

/** A value without a name goes to its slot; a word more than there are slots is a flag. */
function unnamed(frame: Frame, menu: `/${string}`, slot: string | undefined, value: Value): readonly [string, string] {
  if (slot === undefined) return [textOfValue(value), ''];
  return [slot, slot === 'numbers' ? numbersOf(frame, menu, value) : argumentOf(value)];
}

function numbersOf(frame: Frame, menu: `/${string}`, value: Value): string {
  const spec = frame.router.menus.menu(menu);
  if (!spec) return argumentOf(value);
  return argumentOf(value)
    .split(',')
    .map((member) => {
      if (!/^\d+$/.test(member) || frame.router.store.byName(spec.path, member)) return member;
      return idAt(frame.router, spec, Number(member)) ?? member;
    })
    .join(',');
}

/** An empty result of `find` is no place: the command fails, as an id that is gone would. */
function placeOf(frame: Frame, menu: `/${string}`, value: Value): string {
  const text = numbersOf(frame, menu, value);
  if (text === '') throw traps.noSuchItem();
  return text.split(',')[0] ?? text;
}
