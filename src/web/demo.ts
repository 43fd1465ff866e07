// Simulated devices for `rosc ui --demo`: configured as the site says, then changed by somebody, so that there is a
// plan, and with hosts that talk.

import type { Clock } from '../device/device.ts';
import { connectToSimulator } from '../device/sim/sim-device.ts';
import { createSimulator } from '../device/sim/simulator.ts';
import type { AnalysedSite } from '../pipeline/analyse/analyse-site.ts';
import type { DeviceAccess } from '../pipeline/device/open-device.ts';
import { planFromNothing } from '../plan/make-plan.ts';
import { renderScript } from '../report/script.ts';
import { runDemoTraffic } from './demo-traffic.ts';

export interface DemoOptions {
  readonly clock: Clock;
  /** By device: commands that were run since. */
  readonly drift: ReadonlyMap<string, string>;
}

export function demoDevices(site: AnalysedSite, { clock, drift }: DemoOptions): ReadonlyMap<string, DeviceAccess> {
  return new Map(
    site.devices.map(({ lowered: { device, target, config } }) => {
      const script = renderScript(planFromNothing(config), { title: [], holdsSecrets: true });
      const simulator = createSimulator({ target, clock, script: `${script}\n${drift.get(device) ?? ''}` });
      const url = { kind: 'sim', model: target.model, text: `sim:${target.model}` } as const;
      const ended = new AbortController();
      void runDemoTraffic(simulator, device, { clock, signal: ended.signal });
      const access: DeviceAccess = {
        url,
        connect: () => connectToSimulator(simulator, { url: url.text }),
        close: async () => ended.abort(),
      };
      return [device, access];
    }),
  );
}
