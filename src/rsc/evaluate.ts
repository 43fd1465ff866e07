// Runs the commands of a script on a configuration that grows from the factory's. Nothing is looked up on a device:
// what only the device knows (code, internal numbers) is left out and said so.

import type { Staged } from '../diagnostics/diagnostic.ts';
import { type Config, isYes, type MenuPath, type Property } from '../model/config.ts';
import { parseDeferredExpression, printDeferred } from '../model/deferred.ts';
import { isFlag, menus } from '../model/menus.ts';
import { unreadableEntry, unreadableOf } from '../model/unreadable.ts';
import { concatenated } from '../source/concatenated.ts';
import { computeIfAbsent } from '../source/grouping.ts';
import { type SourceFile, type Span, span, type TextRange } from '../source/location.ts';
import { Exports } from './exports.ts';
import { unrolled } from './foreach.ts';
import { Lexer } from './lexer.ts';
import { refusingMenus } from './refused-rows.ts';
import { type RemarkOptions, Remarks } from './remarks.ts';
import { renameReferences } from './rename.ts';
import { Looks, type Row, Rows } from './rows.ts';
import type { Argument, Code, Command, Script, Selector, Statement, Word } from './script.ts';
import { identityOf, mayBeBuiltIn, select, selectAny } from './select.ts';
import { readSelector } from './selector.ts';

/** Arguments that place an item instead of describing it. */
const placing = new Set(['place-before', 'copy-from', 'numbers', '.id', 'destination', 'value-name']);

const changing = new Set(['set', 'enable', 'disable', 'unset']);

interface Run {
  readonly file: SourceFile;
  readonly tables: Map<MenuPath, Rows>;
  readonly remarks: Remarks;
  readonly looks: Looks;
  readonly namesInCode: Set<string>;
  readonly exports: Exports;
}

/**
 * The configuration that the script makes of `factory` (the items that a device has by itself; see
 * `profile/factory.ts`). Origins are the values' own places in the script.
 */
export function evaluateScript(script: Script, factory: Config, options: RemarkOptions = {}): Staged<Config> {
  const evaluation = startEvaluation(script.file, factory);
  for (const statement of script.statements) evaluation.statement(statement);
  return evaluation.finish(options);
}

/** A configuration that grows statement by statement, while its script is still being read. */
export interface Evaluation {
  statement(statement: Statement): void;
  finish(options?: RemarkOptions): Staged<Config>;
}

export function startEvaluation(file: SourceFile, factory: Config): Evaluation {
  const remarks = new Remarks(file);
  const exports = new Exports(file, remarks);
  const namesInCode = new Set<string>();
  const run: Run = { file, tables: new Map(), remarks, exports, looks: new Looks(), namesInCode };
  for (const { menu, properties, origin, state } of factory.items) {
    const row: Row = {
      properties: new Map(properties),
      origin,
      pristine: true,
      ...(state && { state }),
    };
    tableOf(run, menu).add(row);
  }
  return {
    statement(statement) {
      if (statement.kind === 'command') return runCommand(run, statement);
      const commands = unrolled(file, statement, (menu) => tableOf(run, menu));
      if (!commands) return code(run, statement);
      for (const each of commands) runCommand(run, each);
    },
    finish(options = {}) {
      leaveOutRefused(run);
      const items = concatenated([...run.tables.values()].map((table) => table.items()));
      return {
        value: { items, ...(namesInCode.size > 0 && { namesInCode }) },
        diagnostics: run.remarks.diagnostics(options),
      };
    },
  };
}

/** Nothing of it is evaluated, but what has a name there may exist, and a list that is named may get members. */
function code({ file, remarks, namesInCode }: Run, at: Code): void {
  remarks.code(at);
  for (const [, , name = ''] of file.text
    .slice(at.start, at.end)
    .matchAll(/\b(?:list|name)=("?)([^\s"$[\](){};]+)\1/g)) {
    namesInCode.add(name);
  }
}

/** What the device itself would not take, by what stands there in the end. */
function leaveOutRefused(run: Run): void {
  for (const [menu, refusedOf] of refusingMenus) {
    const table = run.tables.get(menu);
    for (const [row, why] of refusedOf(table?.all() ?? [])) {
      table?.remove(row);
      if (row.origin.kind === 'source') run.remarks.refusedRow(row.origin, why);
    }
  }
}

function tableOf(run: Run, menu: MenuPath): Rows {
  return computeIfAbsent(run.tables, menu, () => new Rows(menu, run.looks));
}

function runCommand(run: Run, command: Command): void {
  const { verb } = command;
  run.remarks.command(command);
  if (verb === 'add') add(run, command);
  else if (changing.has(verb)) change(run, command);
  else if (verb === 'remove') remove(run, command);
  else if (verb === 'move') move(run, command);
}

function add(run: Run, command: Command): void {
  const table = tableOf(run, command.menu);
  run.exports.replaceOlder(table, command);
  const [source] = rowsOf(run, table, argument(command, 'copy-from')?.value);
  const origin = spanOf(run, command);
  const row: Row = { properties: new Map(source?.properties), origin, pristine: false, chunk: undefined };
  for (const arg of command.arguments) {
    if (placing.has(arg.name)) continue;
    const property = propertyOf(run, command, arg);
    if (property) row.properties.set(arg.name, property);
    else if (!arg.value) row.properties.delete(arg.name);
    else markUnreadable(row, arg.name);
  }
  for (const [name, property] of flagsOf(run, command)) row.properties.set(name, property);
  const place = argument(command, 'place-before')?.value;
  const [before] = rowsOf(run, table, place);
  table.add(row, before);
  run.exports.added(row);
}

function change(run: Run, command: Command): void {
  const table = tableOf(run, command.menu);
  for (const row of selectedRows(run, table, command)) {
    if (row.pristine) {
      row.pristine = false;
      row.origin = spanOf(run, command);
    }
    if (command.verb === 'set') set(run, table, row, command);
    else if (command.verb === 'unset') unset(table, row, command);
    else {
      const value = command.verb === 'disable' ? 'yes' : 'no';
      table.set(row, 'disabled', { value, origin: spanOf(run, command.verbAt) });
    }
  }
}

function set(run: Run, table: Rows, row: Row, command: Command): void {
  for (const arg of command.arguments) setProperty(run, table, row, command, arg);
  for (const [name, property] of flagsOf(run, command)) table.set(row, name, property);
}

function setProperty(run: Run, table: Rows, row: Row, command: Command, arg: Argument): void {
  if (placing.has(arg.name)) return;
  const property = propertyOf(run, command, arg);
  if (!property && arg.value) {
    markUnreadable(row, arg.name);
    return;
  }
  const before = row.properties.get('name')?.value;
  table.set(row, arg.name, property);
  if (arg.name === 'name' && property && before !== undefined && before !== property.value) {
    const all = renameReferences(run.tables.values(), table.menu, before, property.value);
    if (!all) run.remarks.unevaluated(arg.value ?? command.verbAt);
  }
}

/** It is set, and to what only the device can tell: not to RouterOS's default. */
function markUnreadable(row: Row, name: string): void {
  const names = [...new Set([...unreadableOf(row), name])];
  row.state = new Map([...(row.state ?? []), ...unreadableEntry(names)]);
}

/** Bare words that are switches of their menu: `add blackhole dst-address=…`. */
function flagsOf(run: Run, { menu, positional }: Command): readonly (readonly [string, Property])[] {
  if (positional.length === 0) return [];
  return positional
    .filter(({ text }) => isFlag(menu, text))
    .map((word) => [word.text, { value: '', origin: spanOf(run, word) }]);
}

/** `unset 0 comment`, `unset [ find ] value-name=comment`. */
function unset(table: Rows, row: Row, command: Command): void {
  const named = argument(command, 'value-name')?.value;
  for (const { text } of named ? [named] : command.positional) table.set(row, text, undefined);
}

function remove(run: Run, command: Command): void {
  const table = tableOf(run, command.menu);
  for (const row of selectedRows(run, table, command)) table.remove(row);
}

function move(run: Run, command: Command): void {
  const table = tableOf(run, command.menu);
  const destination = argument(command, 'destination')?.value ?? command.positional[0];
  const [target] = rowsOf(run, table, destination);
  for (const row of selectedRows(run, table, command)) table.move(row, target);
}

/** Rows that a command is about. Where the device has rows that no export lists, the row is made here. */
function selectedRows(run: Run, table: Rows, command: Command): readonly Row[] {
  const numbers = argument(command, 'numbers')?.value;
  const selector = command.selector ?? (numbers && selectorOf(run, numbers));
  if (!selector) return settingsRow(run, table, command);
  const selectors = selector.kind === 'any' ? selector.selectors : [selector];
  const found = selectors.map((each) => rowsMeant(run, table, command, each));
  const rows = [...new Set(found.flatMap((each) => each ?? []))];
  // To clean up where there may be nothing is how scripts are written.
  const isSurprise = command.verb !== 'remove' || selector.kind === 'words';
  if (rows.length === 0 && isSurprise && !found.includes(undefined)) run.remarks.noMatch(command.menu, selector);
  return rows;
}

/** Undefined where only the device can tell. */
function rowsMeant(
  run: Run,
  table: Rows,
  command: Command,
  selector: Exclude<Selector, { kind: 'any' }>,
): readonly Row[] | undefined {
  const { menu, verb } = command;
  const found = selector.kind === 'computed' ? undefined : select(table, selector);
  if (!found || selector.kind === 'computed' || !run.looks.take(found.length * command.arguments.length)) {
    run.remarks.unevaluated(selector);
    return undefined;
  }
  const mayBeThere = found.length === 0 && mayBeBuiltIn(menu, selector) && changing.has(verb);
  const identity = mayBeThere ? identityOf(menu, selector) : undefined;
  return identity ? [implied(run, table, command, identity)] : found;
}

/** A command without selector changes the settings of its menu. */
function settingsRow(run: Run, table: Rows, command: Command): readonly Row[] {
  const kind = menus.get(command.menu)?.kind ?? 'settings';
  const isOnly = table.size === 1;
  // The switch menu of devices with settings for their only chip: `set drop-if-invalid-… =ether1`.
  if ((kind !== 'settings' && !isOnly) || !changing.has(command.verb)) {
    run.remarks.noMatch(command.menu, command.verbAt);
    return [];
  }
  return [table.first ?? implied(run, table, command, [])];
}

/** A row that the device has by itself: settings, a port, a service, a built-in profile. */
function implied(run: Run, table: Rows, command: Command, identity: NonNullable<ReturnType<typeof identityOf>>): Row {
  const row: Row = { properties: new Map(), origin: spanOf(run, command), pristine: false };
  for (const { name, word } of identity) {
    if (name === 'number') row.handle = word.text;
    // Flags such as `default` are no properties that could be set.
    else if (isYes(word.text)) row.state = new Map([...(row.state ?? []), [name, 'true']]);
    else row.properties.set(name, { value: word.text, origin: spanOf(run, word) });
  }
  table.add(row);
  return row;
}

/** Rows that an argument names, none where only the device can tell. */
function rowsOf(run: Run, table: Rows, word: Word | undefined): readonly Row[] {
  if (!word) return [];
  const found = selectAny(table, selectorOf(run, word));
  if (!found && word.computed) run.remarks.computed(word);
  return found ?? [];
}

/** By number or name, or by `[ find … ]`. */
function selectorOf({ file }: Run, word: Word): Selector {
  const { start, end, computed } = word;
  if (computed && word.text.startsWith('[')) return readSelector(new Lexer(file.text, start)).selector;
  return computed ? { kind: 'computed', start, end } : { kind: 'words', words: [word], start, end };
}

/** Undefined when the argument clears the property, or when only the device can compute the value. */
function propertyOf(run: Run, { menu }: Command, arg: Argument): Property | undefined {
  const { value } = arg;
  if (!value) return undefined;
  if (value.computed) {
    const deferred = parseDeferredExpression(value.text);
    if (deferred) return { value: printDeferred(deferred), origin: spanOf(run, value) };
    run.remarks.computed(value);
    return undefined;
  }
  run.remarks.argument(menu, arg, value);
  return { value: value.text, origin: spanOf(run, value) };
}

function argument(command: Command, name: string): Argument | undefined {
  return command.arguments.find((arg) => arg.name === name);
}

function spanOf(run: Run, { start, end }: TextRange): Span {
  return span(run.file, start, end);
}
