// How `find` and `where` compare the properties of a row. A value is an expression there: what is bare has the type of
// its spelling, and types are rarely converted. Sources: manual, scripting tips and tricks ("Why find does not work
// even if correct value is specified?"); measured on 7.23.2: tik4net, findings-cli 10.4 and 13.2.

import type { Row } from '../../device.ts';
import type { Readings } from '../readings.ts';
import type { SimMenu } from '../store/sim-menu.ts';
import { comparable, TypedValue, textOfValue, type Value, valueOfPrinted } from './values.ts';

/** The row that a condition is asked about. */
export interface Condition {
  readonly row: Row;
  readonly menu: SimMenu;
  readonly readings: Readings;
}

export function isProperty({ row, menu }: Condition, name: string): boolean {
  return row[name] !== undefined || menu.properties.has(name);
}

/** A property as a script sees it: lists as arrays, ids as ids. */
export function propertyOf(condition: Condition, name: string): Value {
  const { row, menu, readings } = condition;
  const printed = row[name];
  if (printed === undefined) return undefined;
  if (isId(name)) return new TypedValue('id', printed);
  if (isList(condition, name)) return readings.listsInFind === 'text' ? printed : printed.split(',');
  const type = menu.properties.get(name)?.type;
  return type === undefined || type === 'bool' || type === 'number' ? valueOfPrinted(printed) : printed;
}

/** A property alone asks whether it is set: `where comment` and `where !comment` part the rows. */
export function isSet(condition: Condition, name: string): boolean {
  const value = propertyOf(condition, name);
  if (typeof value === 'boolean') return value;
  return value !== undefined && value !== 0 && textOfValue(value) !== '';
}

/** `name=value` and the like; `isBare` when the value was written without quotes. */
export function equalsProperty(condition: Condition, name: string, value: Value, isBare: boolean): boolean {
  const { row, menu, readings } = condition;
  const printed = row[name];
  // A flag that a row does not print counts as `no`; `comment=""` does not match a row without a comment.
  if (printed === undefined) return value === false;
  if (value instanceof TypedValue) return isId(name) && value.type === 'id' && value.text === printed;
  if (isId(name) || Array.isArray(value)) return false;
  const type = menu.properties.get(name)?.type;
  if (isList(condition, name)) return equalsList(condition, name, value);
  if (isBare && (type === 'enum' || name === 'protocol') && readings.bareEnumerations === 'never') return false;
  const own = propertyOf(condition, name);
  if (readings.typesInFind === 'apart' && type !== undefined) return typeof own === typeof value && own === value;
  return comparable(own) === comparable(value);
}

function equalsList({ row, menu, readings }: Condition, name: string, value: Value): boolean {
  const members = (row[name] ?? '').split(',');
  // Seen in the manual: `where gateway="ether1"` finds the route whose gateway prints as the array {"ether1"}.
  const isSeen = name === 'gateway' && /^\/(ip|ipv6)\/route$/.test(menu.path);
  if (readings.listsInFind === 'text') return row[name] === textOfValue(value);
  if (readings.listsInFind === 'member' || isSeen) return members.length === 1 && members[0] === textOfValue(value);
  return false;
}

function isId(name: string): boolean {
  return name === '.id' || name === '.nextid';
}

function isList({ menu }: Condition, name: string): boolean {
  const type = menu.properties.get(name)?.type;
  return type === 'list' || type === 'set' || type === 'ranges';
}
