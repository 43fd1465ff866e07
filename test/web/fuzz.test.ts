// Whatever bytes come, also behind good requests with the token, the page's server answers in order or hangs up;
// `pnpm fuzz:long` goes on from there.

import { expect, test } from 'vitest';
import { fuzz } from '../support/fuzz.ts';
import { requestsOfMutants } from '../support/fuzz-http.ts';

test('200 streams of requests', async () => {
  const { attempt, answered, close } = await requestsOfMutants();
  const { failures, accepted } = await fuzz(attempt, 1, 200);
  await close();
  expect(failures).toEqual([]);
  expect(accepted).toBeGreaterThan(80);
  // Every handler is reached, with answers of its own.
  expect([...answered.keys()].sort()).toEqual([
    'GET /',
    'GET /api/openapi.json',
    'GET /api/v1/analyses/:id',
    'GET /api/v1/analyses/:id/matrix',
    'GET /api/v1/analyses/:id/plan',
    'GET /api/v1/analyses/:id/post-check',
    'GET /api/v1/analyses/:id/trace',
    'GET /api/v1/codes/:group/:id',
    'GET /api/v1/devices/:device/counters',
    'GET /assets/index-Ab12.js',
    'POST /api/v1/analyses',
    'POST /api/v1/check',
  ]);
});
