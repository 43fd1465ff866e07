// The generic verb behind a special command: stores, notes the change, answers.

import { noteChange } from './effects.ts';
import type { Answer, Login, Request } from './request.ts';
import type { Router } from './router.ts';
import { runVerb } from './store/verbs.ts';
import { traps } from './trap.ts';

export function answerVerb(router: Router, request: Request, login: Login): Answer {
  const menu = router.menus.menu(request.menu);
  if (!menu) throw traps.noSuchPrefix();
  const { answer, changed } = runVerb(router, menu, request);
  if (changed) noteChange(router, request, changed, login);
  return answer;
}
