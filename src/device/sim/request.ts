// One command on its way through the device, whoever gave it: the API, REST, a script, a scheduler.

import type { MenuPath } from '../../model/config.ts';
import type { Row } from '../device.ts';

/** Who acts, and what they may do. */
export interface Login {
  readonly name: string;
  readonly policies: ReadonlySet<string>;
  /** `api`, `rest-api`, `script`, `scheduler`; shown in histories. */
  readonly via: string;
}

export interface Request {
  readonly menu: MenuPath;
  readonly verb: string;
  /** Arguments without the leading `=`; a value may be empty. `.id` and `numbers` are among them. */
  readonly args: ReadonlyMap<string, string>;
  /** Properties to clear (`=!name=`). */
  readonly cleared: readonly string[];
  /** Query words without the leading `?`, `.proplist` is in `args`. */
  readonly query: readonly string[];
}

export interface Answer {
  readonly rows: readonly Row[];
  readonly ret?: string;
}

export const nothing: Answer = { rows: [] };

export function request(menu: MenuPath, verb: string, args: Readonly<Record<string, string>> = {}): Request {
  return { menu, verb, args: new Map(Object.entries(args)), cleared: [], query: [] };
}

export function isChange(verb: string): boolean {
  return ['add', 'set', 'unset', 'remove', 'move', 'enable', 'disable', 'comment', 'reset'].includes(verb);
}
