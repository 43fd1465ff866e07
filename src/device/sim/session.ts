// One API session on the simulated device: login, tagged commands side by side, listen, cancel, and where faults
// strike. It takes and gives words; who carries them (TCP, or nobody) is not its business. Source: manual,
// developer-guides/api; reply order as captured by public clients.

import type { Row } from '../device.ts';
import { faultOccurs, jumpClock, powerFails } from './fault-injection.ts';
import { editAsOtherAdmin } from './foreign-edit.ts';
import type { Answer, Login, Request } from './request.ts';
import type { Router } from './router.ts';
import { type Sentence, SentenceError, sentenceOf } from './sentence.ts';
import { inAnyOrder } from './side-by-side.ts';
import { cutRights, logIn, policiesOf } from './system/users.ts';
import type { Task, Work } from './task.ts';
import { Trap, traps } from './trap.ts';

export interface SessionEvents {
  /** The words of one reply sentence. */
  reply(words: readonly string[]): void;
  /** The connection is gone: cut, power lost, or ended by either side. */
  closed(reason: string): void;
}

interface Running {
  readonly task: Task;
  /** Empty for untagged commands. */
  readonly tag: string;
}

interface Listener {
  readonly tag: string;
  readonly request: Request;
  seen: ReadonlyMap<string, string>;
}

/** Sentences that a peer may send before it has logged in. The number is the simulator's; the device has some limit. */
const sentencesBeforeLoginMax = 4;

export class ApiSession {
  readonly #router: Router;
  readonly #events: SessionEvents;
  readonly #address: string;
  readonly #running = new Map<number, Running>();
  readonly #listeners: Listener[] = [];
  #login: Login | undefined;
  #sentencesBeforeLogin = 0;
  #nextCommand = 1;
  #isClosed = false;
  readonly #id: number;
  static #lastId = 0;

  constructor(router: Router, events: SessionEvents, address: string) {
    this.#router = router;
    this.#events = events;
    this.#address = address;
    ApiSession.#lastId += 1;
    this.#id = ApiSession.#lastId;
    router.onReboot.add(this.#onReboot);
  }

  readonly #onReboot = (): void => this.close('the device lost power');

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Takes what arrived together. */
  receive(sentences: readonly (readonly string[])[]): void {
    for (const words of inAnyOrder(sentences, this.#router.turns)) this.send(words);
  }

  /** Takes one sentence. Replies may come before it returns. */
  send(words: readonly string[]): void {
    if (this.#isClosed || words.length === 0) return;
    this.#router.advance();
    if (!this.#router.isUp) return;
    let sentence: Sentence;
    try {
      sentence = sentenceOf(words);
    } catch (error) {
      if (!(error instanceof SentenceError)) throw error;
      this.#refuse(error.tag, error.trap);
      return;
    }
    if (!this.#login) this.#greet(sentence);
    else this.#command(sentence, this.#login);
    this.#router.afterCommand();
  }

  close(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#router.onReboot.delete(this.#onReboot);
    this.#router.device.sessions.delete(this.#id);
    this.#router.sessions.delete(this);
    for (const { task } of this.#running.values()) task.cancel();
    this.#events.closed(reason);
  }

  /** Tells listeners what has changed since they were last told. */
  notify(): void {
    for (const listener of this.#listeners) {
      const rows = this.#read(listener.request);
      const now = new Map(rows.map((row) => [row['.id'] ?? '', JSON.stringify(row)]));
      for (const row of rows) {
        if (listener.seen.get(row['.id'] ?? '') !== now.get(row['.id'] ?? '')) this.#row(listener.tag, row);
      }
      for (const id of listener.seen.keys()) if (!now.has(id)) this.#row(listener.tag, { '.id': id, '.dead': 'true' });
      listener.seen = now;
    }
  }

  #greet(sentence: Sentence): void {
    if (sentence.path === '/quit') {
      this.#quit();
      return;
    }
    this.#sentencesBeforeLogin += 1;
    if (this.#sentencesBeforeLogin > sentencesBeforeLoginMax) {
      this.#fatal('too many commands before login');
      return;
    }
    if (sentence.path !== '/login') {
      this.#fatal('not logged in');
      return;
    }
    const user = sentence.args.get('name') ?? '';
    const policies = logIn(this.#router, user, sentence.args.get('password') ?? '');
    if (!policies?.has('api')) {
      this.#router.journal.write(
        this.#router.deviceTime,
        'system,error,critical',
        `login failure for user ${user} from ${this.#address} via api`,
      );
      this.#refuse(sentence.tag, new Trap('invalid user name or password (6)'));
      return;
    }
    this.#login = { name: user, policies, via: 'api' };
    this.#router.device.sessions.set(this.#id, {
      id: this.#id,
      user,
      group: this.#router.store.byName('/user', user)?.values.get('group') ?? '',
      address: this.#address,
      via: 'api',
      since: this.#router.now,
    });
    this.#reply(['!done'], sentence.tag);
  }

  #command(sentence: Sentence, login: Login): void {
    const { path, tag } = sentence;
    if (path === '/quit') {
      this.#quit();
      return;
    }
    if (path === '/cancel') {
      this.#cancel(sentence);
      return;
    }
    if (path === '/login') {
      this.#refuse(tag, traps.failure('already logged in'));
      return;
    }
    this.#changeUnderway(login);
    if (this.#isClosed) return;
    const isCut = faultOccurs(this.#router, 'connectionCut');
    const ranBefore = isCut && this.#router.random.chance(0.5);
    if (isCut && !ranBefore) {
      this.close('connection cut');
      return;
    }
    if (powerFails(this.#router)) {
      this.#router.reboot();
      return;
    }
    const isLost = isCut || faultOccurs(this.#router, 'replyLost');
    const { random, turns, answerMs } = this.#router;
    const slowMs = faultOccurs(this.#router, 'slow') ? random.between(100, 60_000) : 0;
    const ownMs = tag === '' || answerMs === 0 ? 0 : turns.between(0, answerMs);
    this.#start(sentence, this.#rightsOf(login), { isLost, delayMs: slowMs + ownMs });
    if (isCut) this.close('connection cut');
  }

  /** Faults that strike the device itself before a command: an edit of somebody else's, its clock, rights. */
  #changeUnderway(login: Login): void {
    if (faultOccurs(this.#router, 'foreignEdit')) editAsOtherAdmin(this.#router);
    if (faultOccurs(this.#router, 'clockJump')) jumpClock(this.#router);
    if (faultOccurs(this.#router, 'policyLost')) cutRights(this.#router, login.name);
  }

  #rightsOf(login: Login): Login {
    const isFollowed = this.#router.device.rights.ofSessions === 'followed';
    return isFollowed ? { ...login, policies: policiesOf(this.#router, login.name) } : login;
  }

  #start(
    { request, tag }: Sentence,
    login: Login,
    { isLost, delayMs }: { readonly isLost: boolean; readonly delayMs: number },
  ): void {
    const command = this.#nextCommand++;
    const session = this;
    function* work(): Work<void> {
      if (delayMs > 0) yield delayMs;
      try {
        const answer = yield* session.#perform(request, tag, login);
        if (answer && !isLost) session.#answer(request, tag, answer);
      } catch (error) {
        if (!(error instanceof Trap)) throw error;
        if (!isLost) session.#refuse(tag, error);
      } finally {
        session.#running.delete(command);
      }
    }
    // Registered before it runs, because it may end at once.
    let isDone = false;
    const task = this.#router.start(
      (function* () {
        yield* work();
        isDone = true;
      })(),
    );
    if (!isDone && !this.#isClosed) this.#running.set(command, { task, tag });
  }

  /** Undefined: the command goes on until it is cancelled. */
  *#perform(request: Request, tag: string, login: Login): Work<Answer | undefined> {
    if (request.verb === 'listen') {
      const print = { ...request, verb: 'print' };
      const seen = new Map(this.#read(print).map((row) => [row['.id'] ?? '', JSON.stringify(row)]));
      this.#listeners.push({ tag, request: print, seen });
      for (;;) yield Number.POSITIVE_INFINITY;
    }
    if (request.verb !== 'monitor' || request.args.has('once')) return yield* this.#router.execute(request, login);
    for (let section = 0; ; section++) {
      const { rows } = yield* this.#router.execute(request, login);
      for (const row of rows) this.#row(tag, { ...row, '.section': String(section) });
      yield 1000;
    }
  }

  #read(request: Request): readonly Row[] {
    const work = this.#router.execute(request, this.#login ?? { name: '', policies: new Set(), via: 'api' });
    const step = work.next();
    return step.done ? step.value.rows : [];
  }

  #answer(request: Request, tag: string, answer: Answer): void {
    for (const row of answer.rows) this.#row(tag, row);
    const isPrint = request.verb === 'print' && answer.ret === undefined;
    if (isPrint && answer.rows.length === 0 && this.#router.knows('7.18')) this.#reply(['!empty'], tag);
    this.#reply(['!done', ...(answer.ret === undefined ? [] : [`=ret=${answer.ret}`])], tag);
  }

  /** The victim's trap, then the end of the cancel, then the end of the victim. */
  #cancel({ request, tag }: Sentence): void {
    const wanted = request.args.get('tag');
    const victims = [...this.#running].filter(([, running]) => wanted === undefined || running.tag === wanted);
    for (const [command, { task, tag: victim }] of victims) {
      task.cancel();
      this.#running.delete(command);
      const listener = this.#listeners.findIndex((found) => found.tag === victim);
      if (listener >= 0) this.#listeners.splice(listener, 1);
      this.#trap(victim, traps.interrupted());
    }
    this.#reply(['!done'], tag);
    for (const [, { tag: victim }] of victims) this.#reply(['!done'], victim);
  }

  #quit(): void {
    this.#fatal('session terminated on request');
  }

  #fatal(reason: string): void {
    this.#events.reply(['!fatal', reason]);
    this.close(reason);
  }

  #refuse(tag: string, trap: Trap): void {
    this.#trap(tag, trap);
    this.#reply(['!done'], tag);
  }

  #trap(tag: string, { message, category }: Trap): void {
    this.#reply(['!trap', ...(category === undefined ? [] : [`=category=${category}`]), `=message=${message}`], tag);
  }

  #row(tag: string, row: Row): void {
    this.#reply(['!re', ...Object.entries(row).map(([name, value]) => `=${name}=${value}`)], tag);
  }

  /** The tag stands right after the reply word. */
  #reply([word = '', ...rest]: readonly string[], tag: string): void {
    if (this.#isClosed) return;
    this.#events.reply(tag === '' ? [word, ...rest] : [word, `.tag=${tag}`, ...rest]);
  }
}
