// Items that are as the site says but have no mark of rosc's: no change, but taken over by the next apply.

import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { parsePlan, printPlan } from '../../src/plan/plan-file.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { rig as switching } from '../support/sim-rig.ts';
import { targetOf } from '../support/sim-target.ts';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

const path = join(projectRoot, 'site.yaml');

test('a device whose own site is applied keeps everything, and gets marks', async () => {
  const simulator = createSimulator({
    target: targetOf('CRS326-24G-2S+', '7.18.2'),
    clock: realClock,
    script: `${switching}/interface vlan set left comment="Anna's desk"\n`,
  });
  const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
  close = () => server.close();
  const url = `api://admin@127.0.0.1:${server.port}`;
  const run = async (site: string | undefined, ...argv: readonly string[]) => {
    const io = memoryIo({ env: { ROSC_PASSWORD: '' }, clock: realClock });
    if (site !== undefined) await io.writeFile(path, site);
    return { status: await main(argv, io), out: io.out(), err: io.err(), site: io.written.get(path) };
  };
  const { site } = await run(undefined, 'import', url, '--name', 'core', '-o', 'site.yaml');
  const device = ['--device', `core=${url}`];

  const planned = await run(site, 'plan', 'site.yaml', ...device, '--json', '--detailed-exitcode');
  expect(planned.status).toBe(0);
  const [plan] = JSON.parse(planned.out).plans;
  expect(plan.changes).toEqual([]);
  expect(plan.marks.map(({ key }: { key: string }) => key)).toContain('left');
  const file = { path: 'plan.json', text: JSON.stringify(plan) };
  const parsed = parsePlan(file).value;
  expect(parsed && JSON.parse(printPlan(parsed))).toEqual(plan);
  const shown = await run(site, 'plan', 'site.yaml', ...device);
  expect(shown.out).toContain("left  Anna's desk → rosc:vlan/left");
  expect(shown.out).toMatch(/nothing to change, \d+ to take over as they are/);
  const verified = await run(site, 'verify', 'site.yaml', ...device);
  expect(verified.err).not.toContain('plan/drift');

  const before = withoutComments(simulator);
  const applied = await run(site, 'apply', 'site.yaml', ...device, '--yes', '--quiet');
  expect([applied.status, applied.err]).toEqual([0, expect.any(String)]);
  expect(withoutComments(simulator)).toEqual(before);
  expect(simulator.print('/interface/vlan').map(({ comment }) => comment)).toEqual([
    "rosc:vlan/left Anna's desk",
    'rosc:vlan/right',
  ]);
  const again = await run(site, 'plan', 'site.yaml', ...device);
  expect(again.out).toContain('nothing to change');
  expect(again.out).not.toContain('take over');
});

function withoutComments(simulator: Simulator): string {
  return simulator
    .export()
    .replace(/^#.*$/gm, '')
    .replace(/ comment=(?:"[^"]*"|\S+)/g, '');
}
