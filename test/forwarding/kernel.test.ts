// What the engine says of the CPU's side against the Linux kernel: random devices, real packets, no disagreement.
// Skips, and says why, where the machine has no network namespaces, `nft` or `python3`. `pnpm judge:linux` runs many.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { kernelCases } from '../support/linux/cases.ts';
import { differences } from '../support/linux/differences.ts';
import { foundByKernel } from '../support/linux/found.ts';
import { judgeCases } from '../support/linux/judge.ts';
import { namesWithReason } from '../support/linux/not-judged.ts';
import { whyUnable } from '../support/linux/run-kernel.ts';
import { projectRoot } from '../support/project-root.ts';

const unable = whyUnable();
if (unable !== undefined) console.log(`the Linux kernel judges nothing here: ${unable}`);
const why = unable === undefined ? '' : ` (skipped: ${unable})`;

it.skipIf(unable !== undefined)(`the kernel does what is said${why}`, () => {
  const judged = judgeCases(fc.sample(kernelCases, { seed: 2, numRuns: 20 }));
  const results = judged.flatMap((each) => each.results);
  expect(judged.map(({ answer }) => answer.errors ?? '').filter((text) => text !== '')).toEqual([]);
  expect(judged.flatMap(({ rendered }) => [...rendered.missing]).filter((name) => !(name in differences))).toEqual([]);
  expect(results.flatMap((each) => (each.kind === 'disagree' ? [`${each.about}\n${each.text}`] : []))).toEqual([]);
  expect(results.filter(({ kind }) => kind === 'agree').length).toBeGreaterThan(300);
});

it.skipIf(unable !== undefined)(`it does so where the two once disagreed${why}`, () => {
  const judged = judgeCases(Object.values(foundByKernel));
  const kinds = judged.map(({ results }, index) => [
    Object.keys(foundByKernel)[index],
    results.map(({ kind }) => kind),
  ]);
  expect(kinds).toEqual(Object.keys(foundByKernel).map((name) => [name, ['agree']]));
});

it('who has a reason not to be judged is there', () => {
  const folder = join(projectRoot, 'src/forwarding');
  const functions = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      [...readFileSync(join(folder, path), 'utf8').matchAll(/^(?:export )?function (\w+)/gm)].map(
        ([, name]) => `${basename(path, '.ts')}/${name}`,
      ),
    );
  expect(namesWithReason.filter((name) => !functions.some((each) => each.startsWith(name)))).toEqual([]);
});

it('what renders for the kernel knows neither the engine nor the simulated device', () => {
  const folder = join(projectRoot, 'test/support/linux');
  const renderer = readdirSync(folder).filter((name) => name.startsWith('render'));
  const imports = renderer.flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/from '([^']+)'/g)]);
  expect(renderer.length).toBeGreaterThan(5);
  expect(imports.map(([, path]) => path).filter((path) => /forwarding|device|engine|compare/.test(path ?? ''))).toEqual(
    [],
  );
});
