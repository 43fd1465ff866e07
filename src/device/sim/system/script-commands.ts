// Scripts and schedulers: what adding, running and removing them does beyond storing the row.

import { answerVerb } from '../answer-verb.ts';
import { faultOccurs } from '../fault-injection.ts';
import { type Handlers, instant } from '../handler.ts';
import { type Login, nothing, type Request } from '../request.ts';
import type { Router } from '../router.ts';
import { type KeysOf, parseId } from '../store/store.ts';
import { traps } from '../trap.ts';
import { printDate, printTime } from './device-clock.ts';
import { runNamed, runText, startJob, syntaxErrorOf } from './run-script.ts';

/** Everything a script or scheduler may list; the default of both. */
const listedPolicies = ['ftp', 'reboot', 'read', 'write', 'policy', 'test', 'password', 'sniff', 'sensitive', 'romon'];

/** A row lists no policy that its creator lacks; without a list it gets all that the creator has. */
function withPolicies(request: Request, login: Login): Request {
  const given = request.args.get('policy');
  const policies = given?.split(',') ?? listedPolicies.filter((policy) => login.policies.has(policy));
  if (given !== undefined && policies.some((policy) => policy !== '' && !login.policies.has(policy))) {
    throw traps.permission();
  }
  const isAdd = request.verb === 'add';
  if (!isAdd && given === undefined) return request;
  return { ...request, args: new Map([...request.args, ['policy', policies.join(',')]]) };
}

function addOwned(router: Router, request: Request, login: Login): ReturnType<typeof answerVerb> {
  if (faultOccurs(router, 'diskFull')) throw traps.failure('not enough space on disk');
  let full = withPolicies(request, login);
  if (!full.args.has('name')) full = { ...full, args: new Map([...full.args, ['name', freeName(router, full)]]) };
  const answer = answerVerb(router, full, login);
  const row = router.store.byId(full.menu, parseId(answer.ret ?? '') ?? -1);
  if (row) router.store.assign(row, { '.owner': login.name });
  if (full.menu === '/system/script') markInvalid(router);
  return answer;
}

/** Flag `I`: a script that does not parse is kept, and does nothing when it runs. */
function markInvalid(router: Router): void {
  for (const row of [...router.store.rowsBy('/system/script', judgedKeys, 'no')]) {
    const source = row.values.get('source') ?? '';
    const invalid = syntaxErrorOf(router, source) ? 'yes' : undefined;
    router.store.assign(row, { '.judged': source, '.invalid': invalid });
  }
}

/** Whether the source is the one that was judged last. */
const judgedKeys: KeysOf = (values) => [values.get('.judged') === (values.get('source') ?? '') ? 'yes' : 'no'];

function freeName({ store }: Router, { menu }: Request): string {
  const stem = menu === '/system/script' ? 'script' : 'schedule';
  return store.freeName(stem, (name) => store.byName(menu, name) !== undefined);
}

/** The start is the moment of creation unless it is given. */
function withStart(router: Router, request: Request): Request {
  const args = new Map(request.args);
  if (!args.has('start-date')) args.set('start-date', printDate(router.deviceTime));
  if (!args.has('start-time')) args.set('start-time', printTime(router.deviceTime));
  return { ...request, args };
}

export const scriptHandlers: Handlers = {
  '/system/script add': instant(addOwned),
  '/system/script set': instant((router, request, login) => {
    const answer = answerVerb(router, withPolicies(request, login), login);
    markInvalid(router);
    return answer;
  }),
  *'/system/script run'(router, { args }, login) {
    const wanted = args.get('number') ?? args.get('numbers') ?? args.get('.id');
    if (wanted === undefined) throw traps.missing('number');
    const id = parseId(wanted);
    const name = id === undefined ? wanted : router.store.byId('/system/script', id)?.values.get('name');
    yield* runNamed(router, name ?? wanted, login);
    return nothing;
  },
  '/system/script/job remove': instant((router, { args }) => {
    const wanted = args.get('.id') ?? args.get('numbers');
    if (wanted === undefined) throw traps.missing('.id');
    for (const text of wanted.split(',').filter((member) => member !== '')) {
      if (!router.jobs.kill(parseId(text) ?? -1)) throw traps.noSuchItem();
    }
    return nothing;
  }),
  '/system/script/environment remove': instant((router, { args }) => {
    const names = [...router.globals.keys()];
    for (const text of (args.get('.id') ?? args.get('numbers') ?? '').split(',')) {
      const name = names[(parseId(text) ?? 0) - 1] ?? text;
      if (!router.globals.delete(name)) throw traps.noSuchItem();
    }
    return nothing;
  }),
  '/system/scheduler add': instant((router, request, login) => {
    if (!router.device.allowsScheduler) throw traps.failure('not allowed by device-mode');
    const isDefaultStart = !request.args.has('start-date') && !request.args.has('start-time');
    const answer = addOwned(router, withStart(router, request), login);
    const row = router.store.byId('/system/scheduler', parseId(answer.ret ?? '') ?? -1);
    if (row && isDefaultStart) router.store.assign(row, { '.default-start': 'yes' });
    if (row) router.schedulers.plan(row);
    return answer;
  }),
  '/system/scheduler set': instant((router, request, login) => answerVerb(router, withPolicies(request, login), login)),
  *'/ execute'(router, { args }, login) {
    const script = args.get('script');
    if (script === undefined) throw traps.missing('script');
    if (script.length > 65_536) throw traps.failure('script too long');
    const isName = router.store.byName('/system/script', script) !== undefined;
    const text = isName ? `/system/script/run "${script}"` : script;
    if (!args.has('as-string'))
      return { rows: [], ret: startJob(router, text, login, { script: '', type: 'command' }) };
    const output: string[] = [];
    yield* runText(router, text, login, output);
    return { rows: [], ret: output.join('\n') };
  },
};
