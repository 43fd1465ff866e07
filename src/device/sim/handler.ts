// Commands that are more than storage: the shape of what carries one out.

import type { Answer, Login, Request } from './request.ts';
import type { Router } from './router.ts';
import { atOnce, type Work } from './task.ts';

/** Throws a Trap when the device refuses. */
export type Handler = (router: Router, request: Request, login: Login) => Work<Answer>;

/** Keyed by `MENU VERB`, such as `/system/script run`. */
export type Handlers = Readonly<Record<string, Handler>>;

/** A handler that needs no time. */
export function instant(handle: (router: Router, request: Request, login: Login) => Answer): Handler {
  return (router, request, login) => atOnce(() => handle(router, request, login));
}
