// Connects: from a device URL and a password to a Device. A closed connection stays closed; whoever wants to go
// on connects again, because only the caller can find out what a lost command did.

import { defaultLimits } from '../source/limits.ts';
import { apiDevice } from './api/api-device.ts';
import { login } from './api/login.ts';
import { Session } from './api/session.ts';
import { type Clock, type Device, DeviceError } from './device.ts';
import { restDevice } from './rest/rest-device.ts';
import { openSocket } from './socket.ts';
import type { TlsTrust } from './tls.ts';
import type { NetworkUrl } from './url.ts';

export interface ConnectOptions {
  readonly password: string;
  readonly clock: Clock;
  /** For each single wait: connecting, logging in, a command that names no other. */
  readonly timeoutMs?: number;
  /** Stops the connecting and every later wait. */
  readonly signal?: AbortSignal;
  /** Of what is answered at a time, and in one reading of all menus. */
  readonly rowsMax?: number;
  /** For `apis` and `rests`; absent = the system's CAs. */
  readonly trust?: TlsTrust;
}

const defaultTimeoutMs = 30_000;

/** Throws DeviceError, whose message says what to do and never holds the password. */
export async function connect(url: NetworkUrl, options: ConnectOptions): Promise<Device> {
  const { clock, signal, timeoutMs = defaultTimeoutMs, rowsMax = defaultLimits.rowsMax } = options;
  const isEncrypted = url.kind === 'apis' || url.kind === 'rests';
  const endpoint = { host: url.host, port: url.port, ...(isEncrypted && { trust: options.trust ?? {} }) };
  const opening = { timeoutMs, clock, signal };
  if (url.kind === 'rest' || url.kind === 'rests') {
    return restDevice(endpoint, { url: url.text, user: url.user, password: options.password, rowsMax, ...opening });
  }
  const socket = await openSocket(endpoint, opening);
  const { remoteAddress } = socket;
  const session = new Session(socket, clock, { rowsMax, password: options.password });
  try {
    await login(session, { user: url.user, password: options.password }, { timeoutMs, signal });
  } catch (error) {
    await session.close();
    throw error instanceof DeviceError ? new DeviceError(error.kind, `${url.text}: ${error.message}`) : error;
  }
  const device = apiDevice(session, { url: url.text, timeoutMs, clock, signal, rowsMax });
  return remoteAddress === undefined ? device : { ...device, peerAddress: remoteAddress };
}
