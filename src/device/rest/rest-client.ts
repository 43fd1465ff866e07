// One REST request at a time: JSON in, rows out, every failure a DeviceError. Source: manual,
// developer-guides/rest-api.

import { type IncomingMessage, request } from 'node:http';
import { messageOf } from '../../source/message-of.ts';
import { rowBytesMax, rowFieldsMax } from '../allowance.ts';
import type { Credentials } from '../api/login.ts';
import type { Patience } from '../api/session.ts';
import { type Clock, DeviceError, type Row } from '../device.ts';
import { loginFailure, readFailure, withoutPassword } from '../refusal.ts';
import type { RestAgent } from './rest-agent.ts';

export interface RestClient extends Credentials {
  readonly agent: RestAgent;
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  /** Of one answer. */
  readonly rowsMax: number;
}

export interface RestRequest extends Patience {
  /** Menu and command: `/interface/print`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const bodyBytesMax = 64 * 1024 * 1024;
/** Between two brackets, which are those of fields and of texts: no more is parsed. */
const commasMax = 10 * rowFieldsMax;
/** What frames the pieces of an answer may take before most of it has to be the answer itself. */
const framingBytesMax = 1024 * 1024;
/** Answers before the answer, such as `100 Continue`. */
const preludesMax = 10;

/** POST /rest/PATH. Throws DeviceError. */
export async function postRest(client: RestClient, wanted: RestRequest): Promise<readonly Row[]> {
  const { path, signal, timeoutMs } = wanted;
  if (signal?.aborted) throw new DeviceError('aborted', `${path}: stopped before it was sent`);
  const end = new AbortController();
  try {
    const { status, text } = await new Promise<Response>((resolve, reject) => {
      // Opening the connection has a time-out of its own, so the answer's begins after it.
      const onSent = () => {
        const onTimeout = () => reject(new DeviceError('timed-out', `${path}: no answer within ${timeoutMs} ms`));
        client.clock.sleep(timeoutMs, end.signal).then(onTimeout, () => undefined);
      };
      const onAbort = () => reject(new DeviceError('aborted', `${path}: stopped while waiting for the answer`));
      signal?.addEventListener('abort', onAbort, { once: true, signal: end.signal });
      exchange(client, wanted, onSent, end.signal).then(resolve, reject);
    });
    return rowsOf(client, path, { status, text });
  } finally {
    end.abort();
  }
}

interface Response {
  readonly status: number;
  readonly text: string;
}

/** `onSent` is called when there is a connection to send over; `end` gives up. */
function exchange(client: RestClient, wanted: RestRequest, onSent: () => void, end: AbortSignal): Promise<Response> {
  const { agent, host, port, user, password, rowsMax } = client;
  const { path, body } = wanted;
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      host,
      port,
      path: `/rest${path}`,
      method: 'POST',
      auth: `${user}:${password}`,
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) },
      signal: end,
    });
    sent.on('socket', onSent);
    sent.on('error', (error) => {
      // The device closes idle connections; a read on one that was just closing is sent again on a fresh one.
      if (sent.reusedSocket && !end.aborted) exchange(client, wanted, onSent, end).then(resolve, reject);
      else reject(error instanceof DeviceError ? error : lost(path, error.message));
    });
    sent.on('response', (response) => bodyOf(response, wanted, rowsMax).then(resolve, reject));
    let preludes = 0;
    sent.on('information', () => {
      if (++preludes > preludesMax) sent.destroy(nonsense(path, `more than ${preludesMax} answers before the answer`));
    });
    sent.end(text);
  });
}

async function bodyOf(response: IncomingMessage, { path, allowance }: RestRequest, rowsMax: number): Promise<Response> {
  const chunks: Buffer[] = [];
  const said: Said = { bytes: 0, brackets: 0, commas: 0, rowBytes: 0 };
  const { socket } = response;
  const before = socket.bytesRead;
  try {
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk);
      const { brackets } = said;
      count(bytes, said);
      const excess =
        excessOf(said, rowsMax) ??
        framingOf(socket.bytesRead - before, said) ??
        allowance?.take({ rows: said.brackets - brackets, bytes: bytes.length });
      if (excess !== undefined) throw nonsense(path, excess);
      chunks.push(bytes);
    }
  } catch (error) {
    throw error instanceof DeviceError ? error : lost(path, messageOf(error));
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
}

function nonsense(path: string, excess: string): DeviceError {
  return new DeviceError('nonsense', `${path}: ${excess}`);
}

/** What a body has so far. Those inside of texts count too: a row has few, and nothing has to be parsed. */
interface Said {
  bytes: number;
  brackets: number;
  /** In a row, between two brackets. */
  commas: number;
  rowBytes: number;
}

function count(bytes: Buffer, said: Said): void {
  said.bytes += bytes.length;
  let rowAt = -said.rowBytes;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x2c) said.commas += 1;
    else if (byte === 0x7b || byte === 0x5b) {
      said.brackets += 1;
      said.commas = 0;
      rowAt = at;
    }
  }
  said.rowBytes = bytes.length - rowAt;
}

function excessOf({ bytes, brackets, commas, rowBytes }: Said, rowsMax: number): string | undefined {
  const most = 'an answer of more than';
  if (bytes > bodyBytesMax) return `${most} ${bodyBytesMax} bytes`;
  if (brackets > rowsMax) return `${most} ${rowsMax} rows (ROSC_MAX_ROWS allows more)`;
  if (rowBytes > rowBytesMax) return `a row of more than ${rowBytesMax} bytes`;
  return commas > commasMax ? `a row of more than ${commasMax} fields` : undefined;
}

/** A device sends pieces of thousands of bytes. */
function framingOf(received: number, { bytes }: Said): string | undefined {
  const isFraming = received - bytes > framingBytesMax && received > 2 * bytes;
  return isFraming ? 'an answer in pieces of a few bytes' : undefined;
}

function rowsOf({ user, password }: RestClient, path: string, { status, text }: Response): readonly Row[] {
  if (status === 401) throw loginFailure(user, 'invalid user name or password');
  const body = parsed(text);
  if (status < 200 || status >= 300) throw refusal(path, status, body, password);
  if (Array.isArray(body)) return body.map((row) => rowOf(path, row));
  return [rowOf(path, body)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DeviceError(
      'not-routeros',
      'the answer is not the RouterOS REST service: a different web server listens',
    );
  }
}

/** Every value comes as text; a number or a flag would be one that a later release writes so. */
function rowOf(path: string, value: unknown): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DeviceError('nonsense', `${path}: the answer holds something that is not a row`);
  }
  const fields = Object.entries(value);
  if (fields.length > rowFieldsMax) throw nonsense(path, `a row of more than ${rowFieldsMax} fields`);
  return Object.fromEntries(fields.map(([name, each]) => [name, textOf(path, each)]));
}

/** Of what is made of parts there is no text: it says itself what it is as one, or nests deeper than can be told. */
function textOf(path: string, value: unknown): string {
  if (typeof value === 'object') throw nonsense(path, 'a value that is no text');
  return String(value);
}

function refusal(path: string, status: number, body: unknown, password: string): DeviceError {
  const { detail, message } = rowOf(path, body);
  const words = withoutPassword(detail ?? message ?? `HTTP status ${status}`, password);
  if (words === 'Session closed') {
    return new DeviceError('timed-out', `${path}: the device ended the request after its limit of a minute`);
  }
  return readFailure(path, words);
}

function lost(path: string, reason: string): DeviceError {
  return new DeviceError('connection-lost', `${path}: connection lost: ${reason}`);
}
