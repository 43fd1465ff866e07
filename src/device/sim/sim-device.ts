// A Device straight on a simulator, without a socket: for `sim:` URLs and for tests that run thousands of applies.

import { apiDevice } from '../api/api-device.ts';
import type { Credentials } from '../api/login.ts';
import { readReply, trapOf } from '../api/sentence.ts';
import type { Answer, Patience } from '../api/session.ts';
import { type Device, DeviceError, type Row } from '../device.ts';
import { loginFailure } from '../refusal.ts';
import type { ApiSession } from './session.ts';
import type { Simulator } from './simulator.ts';

export interface SimDeviceOptions extends Partial<Credentials> {
  readonly url: string;
  readonly timeoutMs?: number;
}

/** Connects and logs in. Throws DeviceError, as the network client does. */
export async function connectToSimulator(simulator: Simulator, options: SimDeviceOptions): Promise<Device> {
  const { url, user = 'admin', password = '', timeoutMs = 30_000 } = options;
  const talker = new Talker(simulator);
  const { traps } = await talker.talk(['/login', `=name=${user}`, `=password=${password}`], { timeoutMs });
  const [trap] = traps;
  if (trap) throw loginFailure(user, trap.message);
  return apiDevice(talker, { url, timeoutMs, clock: simulator.clock });
}

interface Pending {
  readonly rows: Row[];
  readonly traps: ReturnType<typeof trapOf>[];
  settle(outcome: Answer | DeviceError): void;
}

class Talker {
  readonly #simulator: Simulator;
  readonly #session: ApiSession;
  readonly #pending = new Map<string, Pending>();
  #lastTag = 0;
  /** Sentences of one moment: they arrive together. */
  #outgoing: (readonly string[])[] = [];
  #ended: DeviceError | undefined;

  constructor(simulator: Simulator) {
    this.#simulator = simulator;
    const session = simulator.connect({
      reply: (words) => this.#receive(words),
      closed: (reason) => this.#end(reason),
    });
    if (!session) throw new DeviceError('unreachable', 'the simulated device is rebooting');
    this.#session = session;
  }

  async talk(words: readonly string[], { timeoutMs, signal }: Patience): Promise<Answer> {
    if (this.#ended) throw this.#ended;
    if (signal?.aborted) throw new DeviceError('aborted', 'stopped before it was sent');
    this.#lastTag += 1;
    const tag = String(this.#lastTag);
    let outcome: Answer | DeviceError | undefined;
    this.#pending.set(tag, {
      rows: [],
      traps: [],
      settle: (settled) => {
        outcome = settled;
        this.#pending.delete(tag);
      },
    });
    this.#send([...words, `.tag=${tag}`]);
    // By then all that was sent in this moment has arrived.
    await Promise.resolve();
    if (outcome === undefined) {
      await this.#wait(tag, timeoutMs, signal, () => outcome !== undefined);
    }
    const settled = outcome ?? new DeviceError('timed-out', `no answer within ${timeoutMs} ms`);
    if (settled instanceof DeviceError) throw settled;
    return settled;
  }

  #send(words: readonly string[]): void {
    if (this.#outgoing.length === 0) {
      queueMicrotask(() => {
        const sentences = this.#outgoing;
        this.#outgoing = [];
        this.#session.receive(sentences);
      });
    }
    this.#outgoing.push(words);
  }

  async close(): Promise<void> {
    this.#session.close('closed');
  }

  /** Sleeps from event to event, so that a turned clock never passes over one. */
  async #wait(
    tag: string,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    isSettled: () => boolean,
  ): Promise<void> {
    const { clock } = this.#simulator;
    const deadline = clock.now() + timeoutMs;
    while (!isSettled() && clock.now() < deadline) {
      const next = this.#simulator.nextEventAt() ?? deadline;
      await clock.sleep(Math.max(1, Math.min(next, deadline) - clock.now()), signal).catch(() => undefined);
      this.#simulator.advance();
      if (signal?.aborted) {
        this.#pending.get(tag)?.settle(new DeviceError('aborted', 'stopped while waiting for the answer'));
      }
    }
    if (isSettled()) return;
    this.#pending.delete(tag);
    if (!this.#session.isClosed) this.#session.send(['/cancel', `=tag=${tag}`, '.tag=cancel']);
  }

  #receive(words: readonly string[]): void {
    const { type, tag = '', row, bare } = readReply(words);
    if (type === '!fatal') {
      this.#end(bare[0] ?? 'no reason given');
      return;
    }
    const pending = this.#pending.get(tag);
    if (!pending) return;
    if (type === '!re') pending.rows.push(row);
    else if (type === '!trap') pending.traps.push(trapOf(row));
    else if (type === '!done') {
      const { rows, traps } = pending;
      pending.settle(row.ret === undefined ? { rows, traps } : { rows, traps, ret: row.ret });
    }
  }

  #end(reason: string): void {
    this.#ended ??= new DeviceError('connection-lost', `the simulated device closed the connection: ${reason}`);
    for (const pending of [...this.#pending.values()]) pending.settle(this.#ended);
  }
}
