// A value of a RouterOS property as a site writes it, checked by what the tables of menus know of the property.

import * as z from 'zod';
import { parseDuration } from '../model/duration.ts';
import type { MenuProperty, ValueType } from '../model/menu.ts';
import { parseInterfaceAddress, parsePrefix } from '../model/prefix.ts';
import { canonical, isUsual } from '../model/values.ts';
import { nearestName } from '../source/near-name.ts';
import { Secret } from './secret.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);

export const typedValue = z.union([
  scalar,
  z.array(z.union([z.string(), z.number()])).min(1, 'the list is empty'),
  z.custom<Secret>((value) => value instanceof Secret, { error: 'literal secret' }),
]);

export type TypedValue = z.output<typeof typedValue>;

/** As RouterOS writes it; undefined for secrets, which have no text here. */
export function textOf(value: TypedValue): string | undefined {
  if (value instanceof Secret) return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** What is wrong with the value, or undefined. Secrets are held back by `isSecret` of the model. */
export function problemOf(spec: MenuProperty, value: TypedValue): string | undefined {
  const text = textOf(value);
  if (text === undefined) return 'no secret stands here';
  if (typeof value === 'boolean') return takesBoolean(spec) ? undefined : `expected ${kinds[spec.type]}`;
  return isUsual(spec, text) ? undefined : misfit(spec, text);
}

function takesBoolean({ type, enum: words }: MenuProperty): boolean {
  return type === 'bool' || type === 'flag' || type === 'text' || words?.includes('yes') === true;
}

function misfit(spec: MenuProperty, text: string): string | undefined {
  if (spec.type === 'enum') return strangeWord(spec, text);
  // A matcher may be turned round as a whole.
  const plain = text.replace(/^!/, '');
  return fits(spec, plain) ? undefined : `\`${text}\` is not ${kinds[spec.type]}`;
}

function strangeWord(spec: MenuProperty, text: string): string | undefined {
  const words = spec.enum ?? [];
  if (words.includes(canonical(spec, text).replace(/^!/, ''))) return undefined;
  const near = nearestName(text, words);
  const list = words.map((word) => `\`${word}\``).join(', ');
  return near === undefined ? `expected one of ${list}` : `did you mean \`${near}\`? The words are ${list}`;
}

const kinds: Readonly<Record<ValueType, string>> = {
  text: 'text',
  script: 'text',
  list: 'a list',
  set: 'a list',
  enum: 'one of its words',
  bool: '`true` or `false`',
  flag: '`true`',
  number: 'a number',
  duration: 'a time such as `10m`',
  ranges: 'a list of numbers and ranges such as `80,8000-8080`',
  address: 'an address',
  'interface-address': 'an address with its length',
  prefix: 'an address, a prefix or a range',
  mac: 'a MAC address',
};

function fits(spec: MenuProperty, text: string): boolean {
  switch (spec.type) {
    case 'bool':
      return text === 'yes' || text === 'no';
    case 'flag':
      return false;
    case 'number':
      return /^-?\d+$/.test(canonical(spec, text));
    case 'duration':
      return parseDuration(text) !== undefined || text === 'none';
    case 'ranges':
      return text.split(',').every((part) => /^\d+(-\d+)?$/.test(part));
    case 'address':
    case 'interface-address':
      return parseInterfaceAddress(text) !== undefined || parsePrefix(text) !== undefined;
    case 'prefix':
      return isPrefixOrRange(text);
    case 'mac':
      return /^([\da-f]{2}[:-]){5}[\da-f]{2}(\/([\da-f]{2}:){5}[\da-f]{2})?$/i.test(text);
    default:
      return true;
  }
}

function isPrefixOrRange(text: string): boolean {
  const [from = '', to] = text.split('-');
  return parsePrefix(from) !== undefined && (to === undefined || parsePrefix(to) !== undefined);
}
