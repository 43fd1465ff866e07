// One question to Prometheus, by its HTTP API: the values of the answer, or why there are none.

import { fieldOf } from '../source/plain-data.ts';
import { getJson, sayingOf } from './get-json.ts';

/** How long an answer may take, in ms. */
const patienceMs = 10_000;

/** Text = why there is no answer. Source: Prometheus, HTTP API, instant queries. */
export async function queryPrometheus(url: string, query: string): Promise<readonly number[] | string> {
  const answer = await getJson(`${url.replace(/\/$/, '')}/api/v1/query`, { query: { query }, patienceMs });
  if (typeof answer === 'string') return answer;
  const { status, isFine, body } = answer;
  if (!isFine) return `it answered ${status}: ${sayingOf(body, 'error')}`;
  return valuesOf(fieldOf(body, 'data')) ?? 'its answer is no list of values';
}

function valuesOf(data: unknown): readonly number[] | undefined {
  const result = fieldOf(data, 'result');
  if (!Array.isArray(result)) return undefined;
  const pairs: readonly unknown[] =
    fieldOf(data, 'resultType') === 'scalar' ? [result] : result.map((each) => fieldOf(each, 'value'));
  return pairs.map((pair) => (Array.isArray(pair) ? Number(pair[1]) : Number.NaN));
}
