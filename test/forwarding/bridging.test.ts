// What the engine says of bridges against a Linux bridge that filters VLANs: the machine's own, or that of User-Mode
// Linux. Skips, and says why, where there is neither. `pnpm judge:linux --bridges` runs many.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bridgeCases } from '../support/linux/bridge-cases.ts';
import { foundByBridge } from '../support/linux/bridge-found.ts';
import { judgeBridges } from '../support/linux/bridge-judge.ts';
import { bridgeRunner } from '../support/linux/run-bridge.ts';

const runner = bridgeRunner();
const unable = 'unable' in runner ? runner.unable : undefined;
if (unable !== undefined) console.log(`no Linux bridge judges anything here: ${unable}`);

it.skipIf(unable !== undefined)(
  `frames go where it is said${unable === undefined ? '' : ` (skipped: ${unable})`}`,
  () => {
    if (!('run' in runner)) return;
    const found = Object.values(foundByBridge);
    const judged = judgeBridges(runner.run, [...found, ...fc.sample(bridgeCases, { seed: 1, numRuns: 15 })]);
    expect(
      judged
        .flatMap(({ answer, rendered }) => [answer?.errors ?? answer?.unable ?? '', ...rendered.missing])
        .filter(Boolean),
    ).toEqual([]);
    expect(judged.filter(({ disagreements }) => disagreements.length > 0)).toEqual([]);
    expect(judged.reduce((sum, { frames }) => sum + frames, 0)).toBeGreaterThan(1000);
  },
);
