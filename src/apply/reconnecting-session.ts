// The connection of a commit: opened, dropped when it failed, opened anew. Nothing on the device depends on it.

import { asDeviceError, type Clock, type Device, DeviceError } from '../device/device.ts';

export interface ReconnectingSession {
  /** The open connection, or a new one. Throws DeviceError. */
  open(): Promise<Device>;
  /** The same, tried until the deadline; undefined = the device was not reachable. Throws DeviceError. */
  openBy(deadline: number): Promise<Device | undefined>;
  /** The next one is a new connection. */
  close(): Promise<void>;
}

const retryMs = 1000;

export function openReconnecting(connect: () => Promise<Device>, clock: Clock): ReconnectingSession {
  let current: Device | undefined;
  const drop = async () => {
    const old = current;
    current = undefined;
    await old?.close();
  };
  const open = async () => {
    current ??= await connect();
    return current;
  };
  return {
    open,
    async openBy(deadline) {
      for (;;) {
        try {
          return await open();
        } catch (error) {
          // A wrong password or a certificate that changed does not get better by waiting.
          if (!(error instanceof DeviceError) || error.kind === 'login-refused' || error.kind === 'certificate')
            throw error;
          if (clock.now() + retryMs > deadline) return undefined;
          await clock.sleep(retryMs);
        }
      }
    },
    close: drop,
  };
}

export type Tried<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly reason: string };

/** How long something is tried or waited for. */
export interface Until {
  readonly clock: Clock;
  readonly deadline: number;
}

/** Reads again over a new connection when the old one fails, until the deadline. For work that may be repeated. */
export async function withSession<T>(
  session: ReconnectingSession,
  { clock, deadline }: Until,
  work: (device: Device) => Promise<T>,
): Promise<Tried<T>> {
  let reason = 'it does not answer';
  do {
    const device = await session.openBy(deadline).catch(asDeviceError);
    if (device instanceof DeviceError) return { kind: 'failed', reason: device.message };
    if (!device) return { kind: 'failed', reason };
    try {
      return { kind: 'done', value: await work(device) };
    } catch (error) {
      reason = asDeviceError(error).message;
      await session.close().catch(asDeviceError);
      await clock.sleep(retryMs);
    }
  } while (clock.now() < deadline);
  return { kind: 'failed', reason };
}
