// A connection that is cut at its nth sentence, counted over all connections of a run: rosc is killed, or the device
// loses its power and rosc with it. Sentences that may be under way at once go one by one: each can be the last.

import type { Device, Reply } from '../../src/device/device.ts';

export interface Cut {
  /** The sentence that is the last, counted from one. */
  readonly at: number;
  /** Whether the device still gets that sentence. */
  readonly isSent: boolean;
  /** What happens to the device then. */
  strike?(): void;
}

export interface Cutter {
  through(device: Device): Device;
  /** From now on sentences count. */
  begin(): void;
  sentences(): number;
  /** rosc dies without a word. */
  kill(): void;
}

export function cutter({ at, isSent, strike }: Cut): Cutter {
  let count = 0;
  let isCounting = false;
  let isDead = false;
  async function pass<T>(send: () => Promise<T>): Promise<T> {
    if (isDead) throw new Error('rosc is killed');
    if (isCounting) count++;
    if (!isCounting || count < at) return send();
    isDead = true;
    if (isSent) await send();
    strike?.();
    throw new Error('rosc is killed');
  }
  return {
    begin: () => {
      isCounting = true;
    },
    sentences: () => count,
    kill: () => {
      isDead = true;
    },
    through: (device) => ({
      ...device,
      identity: () => pass(() => device.identity()),
      print: (menu, options) => pass(() => device.print(menu, options)),
      monitor: (path, words, options) => pass(() => device.monitor(path, words, options)),
      run: (command, options) => pass(() => device.run(command, options)),
      execute: (script, options) => pass(() => device.execute(script, options)),
      async pipeline(commands, options) {
        const replies: Reply[] = [];
        for (const command of commands) {
          const reply = await pass(() => device.run(command, options));
          replies.push(reply);
          if (reply.kind !== 'done') break;
        }
        return replies;
      },
    }),
  };
}
