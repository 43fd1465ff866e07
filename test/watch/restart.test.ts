// A device that boots between two looks is told of, although nobody missed it; one that writes numbers beyond all
// counting is followed on.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import { analyseSite, isAnalysed } from '../../src/pipeline/analyse/analyse-site.ts';
import { watchLook } from '../../src/pipeline/watch/watch-look.ts';
import { renderWatchEvent } from '../../src/report/watch.ts';
import type { DeviceSnapshot } from '../../src/watch/device-snapshot.ts';
import { eventsOf } from '../../src/watch/events.ts';
import { seen, unseen } from '../../src/watch/follow-state.ts';
import { metricsText } from '../../src/watch/metrics.ts';
import { letTimePass } from '../support/apply-rig.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

/** Looks at the rig, half a minute apart; the device boots before the third. */
async function threeLooks(): Promise<readonly [DeviceSnapshot, DeviceSnapshot, DeviceSnapshot]> {
  const site = await analyseSite(memoryIo(), join(projectRoot, 'fixtures/sites/rig/site.yaml'), {});
  const [device] = isAnalysed(site) ? site.devices : [];
  if (!isAnalysed(site) || !device) throw new Error('the rig does not load');
  const clock = createVirtualClock();
  const simulator = createSimulator({ target: device.lowered.target, clock });
  const { profiles } = site;
  const look = watchLook({ clock }, device, { site: 'rig', profiles, secret: undefined, driftIntervalMs: 300_000 });
  const next = async (isNew: boolean) => {
    const { value, diagnostics } = await look(await connectToSimulator(simulator, { url: 'sim:' }), isNew);
    if (!value) throw new Error(JSON.stringify(diagnostics));
    return value;
  };
  letTimePass({ clock, simulator }, 3_600_000);
  const first = await next(true);
  letTimePass({ clock, simulator }, 30_000);
  const second = await next(false);
  simulator.reboot();
  letTimePass({ clock, simulator }, 60_000);
  return [first, second, await next(true)];
}

test('between two looks', async () => {
  const [first, second, third] = await threeLooks();
  const restarts = [...eventsOf('core', undefined, first), ...eventsOf('core', first, second)];
  expect(restarts.filter(({ kind }) => kind === 'restarted')).toEqual([]);
  const [restart] = eventsOf('core', second, third);
  expect(restart).toEqual({ kind: 'restarted', device: 'core', atMs: third.atMs, uptimeMs: 15_000 });
  expect(restart && renderWatchEvent(restart)).toMatch(/Z core restarted: up for 15s\n$/);
  const { text } = await metricsText([seen(unseen('core'), third, 80)]);
  expect(text).toContain('rosc_device_uptime_seconds{device="core"} 15\n');

  // A device that tells no uptime is not said to have booted.
  const { uptimeMs: _, ...silent } = third;
  const kinds = [...eventsOf('core', second, silent), ...eventsOf('core', silent, third)].map(({ kind }) => kind);
  expect(kinds).not.toContain('restarted');
});

test('numbers beyond all counting', async () => {
  const [, , look] = await threeLooks();
  const ports = [{ name: 'ether1', rxBytes: Number('9'.repeat(400)), txBytes: 7 }];
  const { text } = await metricsText([seen(unseen('core'), { ...look, counters: { ...look.counters, ports } }, 80)]);
  expect(text.match(/^rosc_port_bytes_total.*/gm)).toEqual([
    'rosc_port_bytes_total{device="core",port="ether1",direction="transmit"} 7',
  ]);
});
