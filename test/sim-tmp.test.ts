import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { createVirtualClock } from '/work/main/src/device/sim/clock.ts';
import { createSimulator } from '/work/main/src/device/sim/simulator.ts';
import { targetOf } from '/work/main/test/sim-target.ts';
import { connectToSimulator } from '../src/device/sim/sim-device.ts';

it('x', async () => {
  const text = readFileSync('/work/shared/reference/cases/142-crs317-acl-good.rsc', 'utf8');
  const target = targetOf('CRS317-1G-16S+', '7.18.2');
  const time = async (name: string, n: number, f: () => unknown) => {
    await f();
    const t = performance.now();
    for (let i = 0; i < n; i++) await f();
    console.log(name, ((performance.now() - t) / n).toFixed(3), 'ms');
  };
  await time('create', 200, () => createSimulator({ target, clock: createVirtualClock() }));
  await time('create+script', 100, () => createSimulator({ target, clock: createVirtualClock(), script: text }));
  const s = createSimulator({ target, clock: createVirtualClock(), script: text });
  const d = await connectToSimulator(s, { url: 'x' });
  await time('print port', 200, () => d.print('/interface/bridge/port'));
  await time('set+print', 200, async () => {
    await d.run({ menu: '/interface/bridge/port', verb: 'set', arguments: { '.id': '*0', comment: 'x' } });
    await d.print('/interface/bridge/port');
  });
  await time('run', 200, () =>
    d.run({
      menu: '/ip/firewall/address-list',
      verb: 'add',
      arguments: { list: 'x', address: `10.0.${(Math.random() * 255) | 0}.${(Math.random() * 255) | 0}` },
    }),
  );
  const img = s.image();
  await time('image', 100, () => createSimulator({ target, clock: createVirtualClock(), image: img }));
});
