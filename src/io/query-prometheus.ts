// One question to Prometheus, by its HTTP API: the values of the answer, or why there are none.

/** How long an answer may take, in ms. */
const patienceMs = 10_000;

/** Text = why there is no answer. Source: Prometheus, HTTP API, instant queries. */
export async function queryPrometheus(url: string, query: string): Promise<readonly number[] | string> {
  try {
    const address = new URL(`${url.replace(/\/$/, '')}/api/v1/query`);
    address.searchParams.set('query', query);
    const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
    const body: unknown = await answer.json();
    if (!answer.ok) return `it answered ${answer.status}: ${String(fieldOf(body, 'error') ?? '')}`;
    return valuesOf(fieldOf(body, 'data')) ?? 'its answer is no list of values';
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function valuesOf(data: unknown): readonly number[] | undefined {
  const result = fieldOf(data, 'result');
  if (!Array.isArray(result)) return undefined;
  const pairs: readonly unknown[] =
    fieldOf(data, 'resultType') === 'scalar' ? [result] : result.map((each) => fieldOf(each, 'value'));
  return pairs.map((pair) => (Array.isArray(pair) ? Number(pair[1]) : Number.NaN));
}

function fieldOf(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;
}
