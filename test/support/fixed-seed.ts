// The gate draws the same examples every time: a red run is red again, on every machine. Fresh examples belong to the
// long runs, or come by `ROSC_SEED=<seed> pnpm vitest run FILE`.

import { configureGlobal } from 'fast-check';

configureGlobal({ seed: Number(process.env.ROSC_SEED ?? 1) });
