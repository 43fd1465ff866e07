// The checks on a site alone: what its parts say about each other, before anything is lowered.

import { countAlike } from '../diagnostics/alike.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { fieldOf, isRecord } from '../source/plain-data.ts';
import type { Check, CheckContext, Declared } from './check.ts';
import { checkAcls } from './check-acls.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkEndpoints } from './check-endpoints.ts';
import { checkHosts } from './check-hosts.ts';
import { checkLinks } from './check-links.ts';
import { checkNames } from './check-names.ts';
import { checkPorts } from './check-ports.ts';
import { checkQos } from './check-qos.ts';
import { checkRoutes } from './check-routes.ts';
import { checkSessions } from './check-sessions.ts';
import { checkVrfs } from './check-vrfs.ts';
import type { Intent } from './intent.ts';

const checks: readonly Check[] = [
  checkNames,
  checkPorts,
  checkAddresses,
  checkLinks,
  checkRoutes,
  checkSessions,
  checkAcls,
  checkQos,
  checkHosts,
  checkEndpoints,
  checkVrfs,
];

/** `data` is the file as written, `partial` says that the schema refused parts of it. */
export function checkSite(intent: Intent, { partial, data }: { partial: boolean; data: unknown }): Diagnostic[] {
  const context: CheckContext = { intent, partial, declared: declaredIn(data) };
  return checks.flatMap((check) => countAlike(check(context).flat()));
}

function declaredIn(data: unknown): Declared {
  const zones = new Set<string>();
  for (const device of Object.values(mapAt(data, 'devices'))) {
    for (const role of [...Object.values(mapAt(device, 'ports')), ...Object.values(mapAt(device, 'bonds'))]) {
      const zone = fieldOf(role, 'zone');
      if (typeof zone === 'string') zones.add(zone);
    }
  }
  return {
    vlans: new Set(Object.keys(mapAt(data, 'vlans'))),
    devices: new Set(Object.keys(mapAt(data, 'devices'))),
    zones,
  };
}

function mapAt(data: unknown, key: string): object {
  const value = fieldOf(data, key);
  return isRecord(value) ? value : {};
}
