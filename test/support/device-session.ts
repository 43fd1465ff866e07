// Opens devices at servers of the test, closes all of them after it, and catches what goes wrong on the way.

import { afterEach, expect } from 'vitest';
import { type ConnectOptions, connect } from '../../src/device/connect.ts';
import { type Device, DeviceError } from '../../src/device/device.ts';
import { type NetworkUrl, parseDeviceUrl } from '../../src/device/url.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { type RawPeer, type RawServer, startRawServer } from './raw-server.ts';

export const password = 'hunter2-hunter2';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The last to be opened is the first to be closed. */
export function closeAfterwards<T extends { close(): Promise<void> }>(opened: T): T {
  closing.push(() => opened.close());
  return opened;
}

export async function openDevice(
  scheme: NetworkUrl['kind'],
  port: number,
  options: Partial<ConnectOptions> = {},
): Promise<Device> {
  const { value } = parseDeviceUrl(`${scheme}://admin@127.0.0.1:${port}`);
  if (!value || value.kind === 'sim') throw new Error('this is a URL of the network');
  return closeAfterwards(await connect(value, { password, clock: realClock, timeoutMs: 2000, ...options }));
}

/** The failure of a read, which never says the password. */
export async function failureOf(promise: Promise<unknown>): Promise<DeviceError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DeviceError)) throw new Error(`expected a DeviceError, not ${error}`);
  expect(`${error.message} ${error.stack}`).not.toContain(password);
  return error;
}

/** A server whose script starts with the connection. */
export async function serveRaw(script: (peer: RawPeer) => Promise<void> | void): Promise<RawServer> {
  return closeAfterwards(await startRawServer(script));
}

/** A server whose script starts after the login. */
export async function serveApi(script: (peer: RawPeer) => Promise<void> | void): Promise<RawServer> {
  return serveRaw(async (peer) => {
    await peer.acceptLogin();
    await script(peer);
  });
}
