// A device behind the RouterOS API.

import type { MenuPath } from '../../model/config.ts';
import { ReadingAllowance } from '../allowance.ts';
import { commandWords } from '../commands.ts';
import {
  type Clock,
  type Command,
  type Device,
  DeviceError,
  type ReadOptions,
  type Reply,
  type Row,
} from '../device.ts';
import { readIdentity } from '../identity.ts';
import { isPermissionMessage, readFailure } from '../refusal.ts';
import { inFlightMax, Turns } from '../turns.ts';
import type { Answer, Session } from './session.ts';

export interface ApiDeviceOptions {
  readonly url: string;
  /** Of one reading; absent = any number. */
  readonly rowsMax?: number;
  /** From the moment that a request is sent. */
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal?: AbortSignal | undefined;
}

/** A print that a trap cut short (a row vanished under it) is read again this often. */
const readsMax = 3;

/** `session` may also be a simulator's, which needs no socket. */
export function apiDevice(session: Pick<Session, 'talk' | 'close'>, defaults: ApiDeviceOptions): Device {
  const turns = new Turns(defaults.clock);
  const talk: Session['talk'] = (words, patience) => turns.run(() => session.talk(words, patience));
  const patience = (options: ReadOptions) => ({
    timeoutMs: options.timeoutMs ?? defaults.timeoutMs,
    signal: anyOf(options.signal, defaults.signal),
    allowance: options.allowance,
  });

  async function read(words: readonly string[], options: ReadOptions): Promise<readonly Row[]> {
    const [what = ''] = words;
    for (let reads = 1; ; reads++) {
      const { rows, traps } = await talk(words, patience(options)).catch((error: unknown) => {
        throw error instanceof DeviceError ? new DeviceError(error.kind, `${what}: ${error.message}`) : error;
      });
      const [trap] = traps;
      if (!trap) return rows;
      const isCutShort = rows.length > 0 && !isPermissionMessage(trap.message);
      if (!isCutShort || reads === readsMax) throw readFailure(what, trap.message);
    }
  }

  function print(menu: MenuPath, options: ReadOptions = {}): Promise<readonly Row[]> {
    const { proplist, query = [] } = options;
    const fields = proplist ? [`=.proplist=${proplist.join(',')}`] : [];
    return read([`${menu}/print`, ...fields, ...query.map((word) => `?${word}`)], options);
  }

  async function send(words: readonly string[], options: ReadOptions): Promise<Reply> {
    try {
      return replyOf(await talk(words, patience(options)));
    } catch (error) {
      if (error instanceof DeviceError) return { kind: 'lost', reason: error.message };
      throw error;
    }
  }

  async function pipeline(commands: readonly Command[], options: ReadOptions = {}): Promise<readonly Reply[]> {
    const queue = commands.map(commandWords).entries();
    const replies: Reply[] = [];
    let hasFailed = false;
    const worker = async () => {
      while (!hasFailed) {
        const next = queue.next();
        if (next.done) return;
        const [index, words] = next.value;
        const answer = await send(words, options);
        replies[index] = answer;
        hasFailed ||= answer.kind !== 'done';
      }
    };
    await Promise.all(Array.from({ length: Math.min(inFlightMax, commands.length) }, worker));
    return replies;
  }

  const wordsOf = (named: Readonly<Record<string, string>>) =>
    Object.entries(named).map(([name, value]) => `=${name}=${value}`);
  const { rowsMax } = defaults;
  return {
    url: defaults.url,
    ...(rowsMax !== undefined && { allowance: () => new ReadingAllowance(rowsMax) }),
    identity: () => readIdentity(print),
    print,
    monitor: (path, words = {}, options = {}) => read([path, '=once=', ...wordsOf(words)], options),
    ping: (words, options = {}) => read(['/ping', ...wordsOf(words)], options),
    run: (command, options = {}) => send(commandWords(command), options),
    pipeline,
    execute: (script, options = {}) => send(['/execute', `=script=${script}`], options),
    close: () => session.close(),
  };
}

/** Several traps are one refusal: the first says what, the others add to it. */
function replyOf({ traps, ret }: Answer): Reply {
  const [trap] = traps;
  if (!trap) return { kind: 'done', ...(ret !== undefined && { ret }) };
  const message = traps.map((each) => each.message).join('; ');
  return { kind: 'refused', message, ...(trap.category !== undefined && { category: trap.category }) };
}

function anyOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}
