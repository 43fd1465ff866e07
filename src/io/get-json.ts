// JSON over HTTP from a service that is not a device: one answer within a time, and no redirect, which would carry what
// is secret elsewhere.

import { messageOf } from '../source/message-of.ts';

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

/** Text = why there is no answer. */
export async function getJson(url: string, request: JsonRequest): Promise<JsonAnswer | string> {
  const { query, patienceMs, headers = {} } = request;
  try {
    const address = new URL(url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
    return { status: answer.status, isFine: answer.ok, body: await answer.json() };
  } catch (error) {
    return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
  }
}
