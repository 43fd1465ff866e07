// The export of a device that is as its site says, compared with the site: nothing to change.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../src/cli.ts';
import { realClock } from '../src/commands/real-clock.ts';
import { createSimulator } from '../src/device/sim/simulator.ts';
import { memoryIo, projectRoot } from './support/memory-io.ts';
import { targetOf } from './support/sim-target.ts';

test.each([
  ['rig', 'core', 'CRS326-24G-2S+', '7.14.3'],
  ['branch', 'gw', 'CRS309-1G-8S+', '7.20.8'],
  ['datacenter', 'core', 'CRS326-24G-2S+', '7.20.8'],
  ['datacenter', 'edge', 'RB450Gx4', '7.20.8'],
])('%s: %s', async (name, device, model, routeros) => {
  const io = memoryIo();
  const site = join(projectRoot, 'fixtures', 'sites', name, 'site.yaml');
  await main(['compile', site, '--device', device], io);
  const simulator = createSimulator({ target: targetOf(model, routeros), clock: realClock, script: io.out() });
  const header = `# by RouterOS ${routeros}\n# model = ${model}\n`;
  const files = memoryIo();
  await files.writeFile(join(projectRoot, 'device.rsc'), `${header}${simulator.export()}`);
  await files.writeFile(join(projectRoot, 'site.yaml'), readFileSync(site, 'utf8'));

  const argv = ['plan', 'site.yaml', '--device', device, '--against', 'device.rsc', '--json', '--detailed-exitcode'];
  const status = await main(argv, files);
  const { plans, diagnostics } = JSON.parse(files.out());
  expect(plans.map(({ changes }: { changes: unknown }) => changes)).toEqual([[]]);
  expect(diagnostics.filter(({ code }: { code: string }) => code.startsWith('plan/'))).toEqual([]);
  expect(status).toBe(0);
});
