// A device behind RouterOS's REST service: for reading only, because REST has no session, so neither order nor loss of
// commands can be told.

import type { MenuPath } from '../../model/config.ts';
import { ReadingAllowance, settingsRowsMax } from '../allowance.ts';
import type { Credentials } from '../api/login.ts';
import { type Device, DeviceError, type ReadOptions, type Reply } from '../device.ts';
import { readIdentity } from '../identity.ts';
import type { Endpoint, Opening } from '../socket.ts';
import { Turns } from '../turns.ts';
import { RestAgent } from './rest-agent.ts';
import { postRest, type RestClient } from './rest-client.ts';

export interface RestDeviceOptions extends Opening, Credentials {
  readonly url: string;
  /** Of one answer. */
  readonly rowsMax: number;
}

/** A request of a user may hold up his others on the device; few at a time are enough to hide the round trip. */
const requestsMax = 4;

const readOnlyBecause =
  'REST has no session: it cannot run commands in order, nor tell whether a lost one ran; use `apis://` or `api://`';

/** Reads once, so that a wrong password or port is found here. Throws DeviceError. */
export async function restDevice(endpoint: Endpoint, options: RestDeviceOptions): Promise<Device> {
  const { url, user, password, clock, rowsMax } = options;
  const { host, port } = endpoint;
  const client: RestClient = { agent: new RestAgent(endpoint, options), host, port, user, password, clock, rowsMax };
  const closing = new AbortController();
  const turns = new Turns(clock, requestsMax);

  function post(path: string, body: Readonly<Record<string, unknown>>, reading: ReadOptions) {
    const signals = [closing.signal, options.signal, reading.signal].filter((signal) => signal !== undefined);
    const timeoutMs = reading.timeoutMs ?? options.timeoutMs;
    const { allowance } = reading;
    const request = { path, body, timeoutMs, allowance, signal: AbortSignal.any(signals) };
    return turns.run(() => postRest(client, request));
  }

  function print(menu: MenuPath, reading: ReadOptions = {}) {
    const { proplist, query } = reading;
    return post(
      `${menu}/print`,
      { ...(proplist && { '.proplist': proplist }), ...(query && { '.query': query }) },
      reading,
    );
  }

  const refused: Reply = { kind: 'refused', message: readOnlyBecause };
  const device: Device = {
    url,
    readOnlyBecause,
    allowance: () => new ReadingAllowance(rowsMax),
    identity: () => readIdentity(print),
    print,
    monitor: (path, words = {}, reading = {}) => post(path, { once: '', ...words }, reading),
    ping: (words, reading = {}) => post('/ping', words, reading),
    run: async () => refused,
    pipeline: async (commands) => (commands.length > 0 ? [refused] : []),
    execute: async () => refused,
    close: async () => {
      closing.abort();
      client.agent.destroy();
    },
  };
  try {
    await print('/system/resource', { allowance: new ReadingAllowance(settingsRowsMax) });
  } catch (error) {
    client.agent.destroy();
    throw error instanceof DeviceError ? new DeviceError(error.kind, `${url}: ${error.message}`) : error;
  }
  return device;
}
