// One API connection: many tagged commands at once, each with its time-out and its abort. It never repeats a command;
// what was under way when the connection went is the caller's to look after.

import type { Socket } from 'node:net';
import { bytesOfRow } from '../allowance.ts';
import { type Allowance, type Clock, DeviceError, type Row } from '../device.ts';
import { withoutPassword } from '../refusal.ts';
import { CodecError, encodeSentence, SentenceDecoder, wordsOf } from './codec.ts';
import { rowsOf } from './rows.ts';
import { labelOf, readReply, type Trap, trapOf } from './sentence.ts';

/** Everything that the device said to one command. Rows that came before a trap are kept. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly traps: readonly Trap[];
  /** `=ret=` of `!done`. */
  readonly ret?: string;
}

export interface Patience {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** A device that says more is cut off: nobody there listens to a cancel. */
  readonly allowance?: Allowance | undefined;
}

export interface SessionOptions {
  readonly rowsMax: number;
  readonly password: string;
}

interface Pending {
  /** Sentences as they came; they are read when the answer has ended. */
  readonly rows: Buffer[];
  readonly traps: Buffer[];
  readonly said: Amount;
  readonly allowance: Allowance | undefined;
  readonly settle: (outcome: Answer | DeviceError) => void;
}

interface Amount {
  sentences: number;
  bytes: number;
}

/** Commands that end when a signal is aborted. */
interface Watched {
  readonly tags: Set<string>;
  readonly onAbort: () => void;
}

/** Why the wait for an answer ends; an error for each would cost more than the wait. */
const settled = 'there is an answer, or none will come';

export class Session {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #rowsMax: number;
  readonly #password: string;
  readonly #decoder = new SentenceDecoder();
  readonly #pending = new Map<string, Pending>();
  readonly #watched = new Map<AbortSignal, Watched>();
  #lastTag = 0;
  /** What the device said since an answer ended last, and to those that have not ended. */
  #heard: Amount = { sentences: 0, bytes: 0 };
  /** Commands that were given up: their answers may still come. */
  #hasAbandoned = false;
  /** The first bytes, until they prove that the peer speaks the API. */
  #greeting: Buffer | undefined = Buffer.alloc(0);
  /** Why no more commands can be sent. */
  #ended: DeviceError | undefined;

  /**
   * Takes over a connected, paused socket. Unfinished answers of more than `rowsMax` rows together end it. The password
   * is that of its login: no refusal repeats it.
   */
  constructor(socket: Socket, clock: Clock, { rowsMax, password }: SessionOptions) {
    this.#socket = socket;
    this.#clock = clock;
    this.#rowsMax = rowsMax;
    this.#password = password;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#end(new DeviceError('connection-lost', `connection lost: ${error.message}`)));
    socket.on('close', () => this.#end(new DeviceError('connection-lost', 'the device closed the connection')));
    socket.resume();
    if (socket.destroyed) this.#end(new DeviceError('connection-lost', 'the device closed the connection'));
  }

  /** Sends a sentence before it returns, so that calls in a row arrive in order. Rejects with DeviceError. */
  talk(words: readonly string[], { timeoutMs, signal, allowance }: Patience): Promise<Answer> {
    if (this.#ended) return Promise.reject(this.#ended);
    if (signal?.aborted) return Promise.reject(new DeviceError('aborted', 'stopped before it was sent'));
    const tag = this.#nextTag();
    return new Promise((resolve, reject) => {
      const timer = new AbortController();
      const settle = (outcome: Answer | DeviceError) => {
        this.#pending.delete(tag);
        this.#heard = sumOf(this.#pending.values());
        timer.abort(settled);
        if (signal) this.#forget(signal, tag);
        if (outcome instanceof DeviceError) reject(outcome);
        else resolve(outcome);
      };
      this.#pending.set(tag, { rows: [], traps: [], said: { sentences: 0, bytes: 0 }, allowance, settle });
      if (signal) this.#watch(signal, tag);
      const onTimeout = () => this.#abandon(tag, new DeviceError('timed-out', `no answer within ${timeoutMs} ms`));
      this.#clock.sleep(timeoutMs, timer.signal).then(onTimeout, () => undefined);
      this.#send([...words, `.tag=${tag}`]);
    });
  }

  /** However many commands are under way, a signal has one listener of this session. */
  #watch(signal: AbortSignal, tag: string): void {
    const watched = this.#watched.get(signal);
    if (watched) {
      watched.tags.add(tag);
      return;
    }
    const tags = new Set([tag]);
    const onAbort = () => {
      const reason = new DeviceError('aborted', 'stopped while waiting for the answer');
      for (const each of [...tags]) this.#abandon(each, reason);
    };
    this.#watched.set(signal, { tags, onAbort });
    signal.addEventListener('abort', onAbort, { once: true });
  }

  #forget(signal: AbortSignal, tag: string): void {
    const watched = this.#watched.get(signal);
    watched?.tags.delete(tag);
    if (!watched || watched.tags.size > 0) return;
    this.#watched.delete(signal);
    signal.removeEventListener('abort', watched.onAbort);
  }

  /** Ends the connection without waiting for the device to agree. */
  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      if (this.#socket.closed) resolve();
      else this.#socket.once('close', () => resolve());
    });
    const isQuiet = this.#pending.size === 0 && !this.#hasAbandoned;
    this.#end(new DeviceError('connection-lost', 'the connection was closed'), isQuiet);
    return closed;
  }

  #nextTag(): string {
    this.#lastTag += 1;
    return String(this.#lastTag);
  }

  #send(words: readonly string[]): void {
    // Sentences of one turn of the event loop leave in one segment.
    this.#socket.cork();
    process.nextTick(() => this.#socket.uncork());
    this.#socket.write(encodeSentence(words));
  }

  /** A command that nobody waits for any more would block the session's queue on the device: cancel it. */
  #abandon(tag: string, error: DeviceError): void {
    const pending = this.#pending.get(tag);
    if (!pending) return;
    this.#hasAbandoned = true;
    this.#send(['/cancel', `=tag=${tag}`, `.tag=${this.#nextTag()}`]);
    pending.settle(error);
  }

  #receive(chunk: Buffer): void {
    if (this.#ended) return;
    if (this.#greeting && !this.#isApi(chunk)) return;
    this.#heard.bytes += chunk.length;
    try {
      for (const sentence of this.#decoder.frames(chunk)) this.#dispatch(sentence);
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      this.#end(new DeviceError('nonsense', `the device broke the API's framing: ${error.message}`));
    }
    this.#bound();
  }

  /** Every reply begins with a short word that begins with `!`: two bytes tell the API from other services. */
  #isApi(chunk: Buffer): boolean {
    const greeting = Buffer.concat([this.#greeting ?? Buffer.alloc(0), chunk.subarray(0, 64)]);
    this.#greeting = greeting;
    const [length = 0, mark] = greeting;
    if (mark === undefined && length < 0x80) return true;
    if (mark === 0x21) {
      this.#greeting = undefined;
      return true;
    }
    this.#end(new DeviceError('not-routeros', `the answer is not the RouterOS API${speakerOf(greeting)}`));
    return false;
  }

  #dispatch(sentence: Buffer): void {
    const { type, tag } = labelOf(sentence);
    this.#heard.sentences += 1;
    if (type === '!fatal') {
      const { bare, row } = readReply(wordsOf(sentence));
      const reason = bare[0] ?? row.message ?? 'no reason given';
      const words = withoutPassword(reason, this.#password);
      this.#end(new DeviceError('connection-lost', `the device ended the session: ${words}`));
      return;
    }
    const pending = this.#pending.get(tag ?? this.#onlyPendingTag());
    // Late answers to a command that was given up, and answers to our own `/cancel`.
    if (!pending) return;
    pending.said.sentences += 1;
    pending.said.bytes += sentence.length;
    const excess = pending.allowance?.take({ rows: 1, bytes: sentence.length });
    if (excess !== undefined) this.#refuse(pending, excess);
    else if (type === '!re') pending.rows.push(sentence);
    else if (type === '!trap') pending.traps.push(sentence);
    else if (type === '!done') pending.settle(this.#answerOf(pending, sentence));
    // `!empty` (7.18 and later) says no more than the `!done` after it; an unknown reply word says nothing to us.
  }

  #answerOf({ rows, traps }: Pending, done: Buffer): Answer {
    const { ret } = readReply(wordsOf(done)).row;
    return {
      rows: rowsOf(rows),
      traps: rowsOf(traps).map((row) => {
        const trap = trapOf(row);
        return { ...trap, message: withoutPassword(trap.message, this.#password) };
      }),
      ...(ret !== undefined && { ret }),
    };
  }

  /** Ends the session at an answer without end, or at talk that nobody asked for: nobody there listens to a cancel. */
  #bound(): void {
    const max = this.#rowsMax;
    const { sentences, bytes } = this.#heard;
    if (sentences <= max && bytes <= max * bytesOfRow) return;
    const most = `${max} rows, or ${max * bytesOfRow} bytes`;
    this.#end(new DeviceError('nonsense', `answers of more than ${most}, without an end (ROSC_MAX_ROWS allows more)`));
  }

  /** The answer that was too much is the first to hear of it. */
  #refuse(pending: Pending, excess: string): void {
    const reason = new DeviceError('nonsense', excess);
    pending.settle(reason);
    this.#end(reason);
  }

  /** Before login some releases answer without the tag; then it is clear whom they mean. */
  #onlyPendingTag(): string {
    const [first = '', second] = this.#pending.keys();
    return second === undefined ? first : '';
  }

  #end(reason: DeviceError, isGentle = false): void {
    if (!this.#ended) this.#ended = reason;
    if (isGentle) this.#socket.destroySoon();
    else this.#socket.destroy();
    for (const pending of [...this.#pending.values()]) pending.settle(this.#ended);
  }
}

function sumOf(pending: Iterable<Pending>): Amount {
  const sum = { sentences: 0, bytes: 0 };
  for (const { said } of pending) {
    sum.sentences += said.sentences;
    sum.bytes += said.bytes;
  }
  return sum;
}

function speakerOf(greeting: Buffer): string {
  const text = greeting.toString('latin1');
  if (text.startsWith('SSH-')) return ': an SSH server listens there';
  if (text.startsWith('HTTP/')) return ': a web server listens there; `rest://` reads over it';
  if (greeting[0] === 0x15 && greeting[1] === 0x03) return ': a TLS service listens there; try `apis://`';
  return '';
}
