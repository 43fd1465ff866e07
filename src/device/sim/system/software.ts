// What runs on the device and what its next start installs: RouterOS, further packages, RouterBOOT. Source: manual,
// getting-started/installation-and-upgrade (upgrade, packages), system-information-and-utilities/files,
// hardware/routerboard.

import { compareVersions, version } from '../../../model/version.ts';
import type { Target } from '../../../profile/target.ts';
import { faultOccurs } from '../fault-injection.ts';
import { architecture, type Package, packageIn } from '../releases.ts';
import type { Router } from '../router.ts';
import type { StoredRow } from '../store/store.ts';

/** Only what lies at the top is installed, and no package that does not say what it is. */
function packagesIn({ store }: Router): readonly (readonly [StoredRow, Package])[] {
  return store.rows('/file').flatMap((row) => {
    const name = row.values.get('name') ?? '';
    const own = row.values.get('.package');
    const found = name.includes('/') || !name.endsWith('.npk') || own === undefined ? undefined : packageIn(own);
    return found ? [[row, found] as const] : [];
  });
}

/** What a start does with packages that wait; undefined: it stays what it is. */
export function installPackages(router: Router): Target | undefined {
  const { device, target } = router;
  if (device.readyFirmware !== undefined) device.firmware = device.readyFirmware;
  device.readyFirmware = undefined;
  const files = packagesIn(router);
  const own = files.map(([, found]) => found);
  const waiting = device.downloaded === undefined ? own : packagesOf(router, device.downloaded);
  device.downloaded = undefined;
  if (waiting.length === 0) return undefined;
  const next = faultOccurs(router, 'installFails') ? 'the package is damaged' : nextOf(router, waiting);
  for (const [row] of files) router.store.remove(row);
  const { deviceTime, journal } = router;
  if (typeof next === 'string') {
    journal.write(deviceTime, 'system,error', `can not install packages: ${next}`);
    return undefined;
  }
  journal.write(deviceTime, 'system,info', `installed routeros-${next.routeros.text}, was ${target.routeros.text}`);
  return next;
}

export function packagesOf({ device }: Router, routeros: string): readonly Package[] {
  return ['routeros', ...device.extraPackages].map((name) => ({ name, version: routeros, architecture }));
}

/** What is older goes in by `/system/package/downgrade` alone. */
function nextOf({ device, releases, target }: Router, waiting: readonly Package[]): Target | string {
  const fitting = waiting.filter((each) => each.architecture === architecture);
  const routeros = fitting
    .filter(({ name }) => name === 'routeros')
    .map((each) => version(each.version))
    .reduce((newest, each) => (compareVersions(each, newest) > 0 ? each : newest), target.routeros);
  if (routeros === target.routeros) return 'there is no newer one for this device';
  const missing = [...device.extraPackages].find(
    (name) => !fitting.some((each) => each.name === name && each.version === routeros.text),
  );
  if (missing !== undefined) return `${missing}-${routeros.text} is missing`;
  return releases.target(routeros.text) ?? `routeros-${routeros.text} is no release`;
}
