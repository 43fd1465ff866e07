// The server of the page as it runs, closed by a token, at an address of the test's choice.

import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../src/device/device.ts';
import { createGuard } from '../../src/io/guard.ts';
import type { DeviceAccess } from '../../src/pipeline/device/open-device.ts';
import { analysisRoutes } from '../../src/web/api/analysis-routes.ts';
import { deviceRoutes } from '../../src/web/api/device-routes.ts';
import { matrixRoutes } from '../../src/web/api/matrix-routes.ts';
import type { Assets } from '../../src/web/assets.ts';
import { DeviceRegistry } from '../../src/web/device-registry.ts';
import { createUiServer } from '../../src/web/ui-server.ts';
import { Workspace } from '../../src/web/workspace.ts';
import { builtInProfiles } from './built-in-profiles.ts';
import { memoryIo } from './memory-io.ts';

export const token = 'correct-horse-battery';
const asset = { type: 'text/html', body: Buffer.from('<p>'), gzipped: Buffer.from(''), immutable: false };
const assets: Assets = new Map([
  ['/index.html', asset],
  ['/assets/index-Ab12.js', asset],
]);

/** It does not listen yet. */
export async function guardedUi(
  clock: Clock,
  signal: AbortSignal,
  accesses: ReadonlyMap<string, DeviceAccess> = new Map(),
): Promise<FastifyInstance> {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const site = { path: 'site.yaml', text: readFileSync('fixtures/sites/rig/site.yaml', 'utf8') };
  const workspace = await Workspace.open({ profiles, read: async () => ({ value: site, diagnostics: [] }) });
  const registry = new DeviceRegistry({ clock, accesses });
  return createUiServer({
    workspace,
    registry,
    routes: [
      ...analysisRoutes({ workspace, live: registry.places }),
      ...matrixRoutes(workspace),
      ...deviceRoutes({ io: memoryIo(), workspace, registry, profiles: profiles.value }),
    ],
    assets,
    guard: createGuard({ host: '127.0.0.1', token }),
    clock,
    signal,
  });
}
