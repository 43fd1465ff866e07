// Scripts on the device: by name, as background jobs, as events of schedulers, and imported from files.

import type { Login } from '../request.ts';
import type { Router } from '../router.ts';
import { evaluate, holds, runBlock } from '../script/evaluate.ts';
import { Frame, type Interpreter } from '../script/frame.ts';
import { parseOnce } from '../script/parse-once.ts';
import { Returned, type Value } from '../script/values.ts';
import type { StoredRow } from '../store/store.ts';
import type { Work } from '../task.ts';
import { orTrap, Trap, traps } from '../trap.ts';
import type { Job } from './jobs.ts';
import { ownerOf } from './owner.ts';
import { policiesOf } from './users.ts';

const interpreter: Interpreter = {
  evaluate,
  runBlock,
  holds,
  startJob: (router, text, login) => startJob(router, text, login, { script: '', type: 'command' }),
};

/**
 * Runs script text to its end; `output` collects what `:put` writes. Throws a Trap for an error that it does not
 * catch.
 */
export function* runText(router: Router, text: string, login: Login, output?: string[]): Work<Value> {
  const frame = new Frame(router, login, interpreter);
  const value = yield* runBlock(parseOnce(text, router.vocabulary), frame);
  output?.push(...frame.output);
  return value instanceof Returned ? value.value : value;
}

/** `/system/script/run`: within the work of whoever runs it, listed as a job of its own. */
export function* runNamed(router: Router, name: string, login: Login): Work<Value> {
  const row = router.store.byName('/system/script', name) ?? undefined;
  if (!row) throw traps.noSuchItem();
  const needed = policySet(row);
  const isFree = row.values.get('dont-require-permissions') === 'yes';
  if (!isFree && [...needed].some((policy) => !login.policies.has(policy))) {
    throw new Trap('not enough permissions to run script (9)');
  }
  const policies = isFree ? needed : policiesOfRow(router, row);
  const times = Number(row.values.get('.run-count') ?? 0) + 1;
  router.store.assign(row, { '.run-count': String(times), '.last-started': String(router.deviceTime) });
  const source = row.values.get('source') ?? '';
  const error = syntaxErrorOf(router, source);
  if (error) {
    // Nothing of it runs, and who called it hears nothing that `on-error` could catch.
    router.journal.write(router.deviceTime, 'script,error', `script error: ${error.message}`);
    return undefined;
  }
  const job = router.jobs.open({
    owner: login.name,
    script: name,
    type: 'command',
    startedAt: router.deviceTime,
    task: router.tasks.current,
  });
  try {
    return yield* runText(router, source, { ...login, policies, via: 'script' });
  } finally {
    router.jobs.close(job);
  }
}

/** Starts script text in the background, apart from any session; the value is the job's id. */
export function startJob(router: Router, text: string, login: Login, what: Pick<Job, 'script' | 'type'>): string {
  return startWork(router, runText(router, text, { ...login, via: 'script' }), login, what);
}

function startWork(router: Router, running: Work<Value>, login: Login, what: Pick<Job, 'script' | 'type'>): string {
  const job = router.jobs.open({ owner: login.name, ...what, startedAt: router.deviceTime, task: undefined });
  function* work(): Work<void> {
    job.task = router.tasks.current;
    try {
      yield* running;
    } catch (error) {
      if (!(error instanceof Trap)) throw error;
      router.journal.write(router.deviceTime, 'script,error', `script error: ${error.message}`);
    } finally {
      router.jobs.close(job);
    }
  }
  router.start(work(), router.commandMs);
  return `*${job.id.toString(16).toUpperCase()}`;
}

/** What a scheduler row does when it is due: `on-event` names a script or is one. */
export function runEvent(router: Router, row: StoredRow): void {
  const event = row.values.get('on-event') ?? '';
  const isName = router.store.byName('/system/script', event) !== undefined;
  const login: Login = { name: ownerOf(row), policies: policiesOfRow(router, row), via: 'scheduler' };
  // Called by name it is no command of the scheduler's own.
  if (isName) startWork(router, runNamed(router, event, login), login, { script: event, type: 'scheduler' });
  else startJob(router, event, login, { script: '', type: 'scheduler' });
}

export interface ImportOptions {
  readonly isVerbose: boolean;
  readonly isDryRun: boolean;
  readonly fromLine: number;
}

/**
 * `/import`: without `verbose` a syntax error stops before the first change; an error at run time stops in the middle
 * and earlier lines stay. With `verbose` the lines before a syntax error run.
 */
export function* importText(router: Router, text: string, login: Login, options: ImportOptions): Work<void> {
  const lines = text.split('\n');
  const source = lines.map((line, index) => (index + 1 < options.fromLine ? '' : line)).join('\n');
  const error = syntaxErrorOf(router, source);
  if (options.isDryRun) {
    if (error) throw error;
    return;
  }
  if (options.isVerbose) {
    const line = Number(/\(line (\d+)/.exec(error?.message ?? '')?.[1] ?? Number.NaN);
    if (error && !Number.isNaN(line)) {
      yield* runText(
        router,
        source
          .split('\n')
          .slice(0, line - 1)
          .join('\n'),
        login,
      );
      throw error;
    }
  }
  yield* runText(router, source, login);
}

/** Undefined = it parses. RouterOS stops at the first error and makes nothing of the rest. */
export function syntaxErrorOf(router: Router, text: string): Trap | undefined {
  const parsed = orTrap(() => parseOnce(text, router.vocabulary));
  return parsed instanceof Trap ? parsed : undefined;
}

/** What a script or scheduler may do: what it lists, as far as its owner may, where the device looks at that again. */
function policiesOfRow(router: Router, row: StoredRow): ReadonlySet<string> {
  const listed = policySet(row);
  if (router.device.rights.ofOwners === 'forgotten') return listed;
  const held = policiesOf(router, ownerOf(row));
  return new Set([...listed].filter((policy) => held.has(policy)));
}

function policySet(row: StoredRow): ReadonlySet<string> {
  return new Set((row.values.get('policy') ?? '').split(',').filter((policy) => policy !== ''));
}
