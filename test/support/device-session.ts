// Opens devices at servers of the test, closes all of them after it, and catches what goes wrong on the way.

import { expect, onTestFinished } from 'vitest';
import { type ConnectOptions, connect } from '../../src/device/connect.ts';
import { type Device, DeviceError } from '../../src/device/device.ts';
import { type NetworkUrl, parseDeviceUrl } from '../../src/device/url.ts';
import { type RawPeer, type RawServer, startRawServer } from './raw-server.ts';
import { turnedClock } from './turned-clock.ts';

export const password = 'hunter2-hunter2';

/** Closes it after the test; the last to be opened is the first to be closed. */
export function closeAfterwards<T extends { close(): Promise<void> }>(opened: T): T {
  onTestFinished(() => opened.close());
  return opened;
}

/** Time stands still for the client, so that it gives up on nothing; a test of its patience brings its own clock. */
export async function openDevice(
  scheme: NetworkUrl['kind'],
  port: number,
  options: Partial<ConnectOptions> = {},
): Promise<Device> {
  const { value } = parseDeviceUrl(`${scheme}://admin@127.0.0.1:${port}`);
  if (!value || value.kind === 'sim') throw new Error('this is a URL of the network');
  return closeAfterwards(await connect(value, { password, clock: turnedClock(), ...options }));
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
