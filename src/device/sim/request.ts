// One command on its way through the device, whoever gave it: the API, REST, a script, a scheduler.

import type { MenuPath } from '../../model/config.ts';
import type { Row } from '../device.ts';
import type { Router } from './router.ts';
import { atOnce, type Work } from './task.ts';

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

/** Throws a Trap when the device refuses. */
export type Handler = (router: Router, request: Request, login: Login) => Work<Answer>;

/** Keyed by `MENU VERB`, such as `/system/script run`. */
export type Handlers = Readonly<Record<string, Handler>>;

export const nothing: Answer = { rows: [] };

/** A handler that needs no time. */
export function instant(handle: (router: Router, request: Request, login: Login) => Answer): Handler {
  return (router, request, login) => atOnce(() => handle(router, request, login));
}

export function request(menu: MenuPath, verb: string, args: Readonly<Record<string, string>> = {}): Request {
  return { menu, verb, args: new Map(Object.entries(args)), cleared: [], query: [] };
}
