// JSON over HTTP from a service that is not a device: one answer within a time, and no redirect, which would carry what
// is secret elsewhere.

import { messageOf } from '../source/message-of.ts';
import { fieldOf } from '../source/plain-data.ts';
import { readAtMost } from '../source/read-at-most.ts';

export interface JsonAnswer {
  readonly status: number;
  /** Between 200 and 299. */
  readonly isFine: boolean;
  readonly body: unknown;
}

export interface JsonRequest {
  readonly query: Readonly<Record<string, string>>;
  /** How long the answer may take. */
  readonly patienceMs: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page of a few hundred objects has one or two megabytes. */
const bodyBytesMax = 16_000_000;

/** Text = why there is no answer. */
export async function getJson(url: string, request: JsonRequest): Promise<JsonAnswer | string> {
  const { query, patienceMs, headers = {} } = request;
  try {
    const address = new URL(url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
    return { status: answer.status, isFine: answer.ok, body: JSON.parse(await bodyOf(answer)) };
  } catch (error) {
    return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
  }
}

/** Unpacked, as it is counted. Throws where there is too much of it. */
async function bodyOf({ body }: Response): Promise<string> {
  const read = body ? await readAtMost(body, bodyBytesMax) : Buffer.of();
  if (!read) throw new Error(`an answer of more than ${bodyBytesMax} bytes`);
  return read.toString('utf8');
}

/** What it says of itself under this key; empty where that is no text. */
export function sayingOf(data: unknown, key: string): string {
  const saying = fieldOf(data, key);
  return typeof saying === 'string' ? saying : '';
}
