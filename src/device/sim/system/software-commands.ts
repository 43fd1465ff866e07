// Commands that fetch packages and bring RouterBOOT up to date. Source: manual, as for software.ts, and
// system-information-and-utilities/fetch; texts of states as captured by public clients.

import type { Row } from '../../device.ts';
import { faultOccurs } from '../fault-injection.ts';
import { type Handlers, instant } from '../handler.ts';
import { type Package, packageIn, sizeOf } from '../releases.ts';
import { type Answer, nothing } from '../request.ts';
import type { Router } from '../router.ts';
import type { Work } from '../task.ts';
import { traps } from '../trap.ts';
import { packagesOf } from './software.ts';

/** What fetching, looking, each part of a download and writing RouterBOOT take. */
const fetchMs = 4000;
const checkMs = 1000;
const downloadStepMs = 3000;
const firmwareMs = 6000;

const fetchWords: ReadonlySet<string> = new Set(
  'url output http-method check-certificate certificate address src-address port mode src-path dst-path user password host idle-timeout duration once'.split(
    ' ',
  ),
);

export const softwareHandlers: Handlers = {
  *'/tool fetch'(router, { args }) {
    const unknown = [...args.keys()].find((name) => !fetchWords.has(name));
    if (unknown !== undefined) throw traps.unknownParameter(unknown);
    const url = args.get('url');
    if (url === undefined) throw traps.missing('url');
    const name = url.split('/').at(-1) ?? '';
    const found = packageIn(name);
    yield fetchMs * router.pace;
    if (!found || !router.releases.target(found.version)) throw traps.failure('Status 404, Not Found');
    const path = (args.get('dst-path') ?? name).replace(/^\//, '');
    if (faultOccurs(router, 'downloadFails')) {
      store(router, path, undefined);
      throw traps.failure('connection reset');
    }
    if (faultOccurs(router, 'diskFull')) {
      store(router, path, undefined);
      throw traps.failure('not enough space on disk');
    }
    store(router, path, faultOccurs(router, 'wrongPackage') ? { ...found, architecture: 'mipsbe' } : found);
    return { rows: [{ status: 'finished', downloaded: String(Math.round(sizeOf(found) / 1024)) }] };
  },
  *'/system/package/update check-for-updates'(router) {
    yield checkMs * router.pace;
    return { rows: [checkUpdates(router)] };
  },
  '/system/package/update download': download,
  *'/system/package/update install'(router) {
    yield* download(router);
    if (router.device.downloaded !== undefined) router.reboot();
    return nothing;
  },
  '/system/package/update cancel': instant(({ device }) => {
    device.downloaded = undefined;
    return nothing;
  }),
  *'/system/routerboard upgrade'(router) {
    const { routeros } = router.target;
    yield 0;
    router.start(
      (function* () {
        yield firmwareMs * router.pace;
        router.device.readyFirmware = routeros.text;
        const message = 'Firmware upgraded successfully, please reboot for changes to take effect!';
        router.journal.write(router.deviceTime, 'system,info,critical', message);
      })(),
    );
    return nothing;
  },
};

function checkUpdates(router: Router): Row {
  const { device, releases, target, store: rows } = router;
  const channel = rows.settings('/system/package/update').values.get('channel') ?? 'stable';
  const latest = releases.channels[channel];
  device.update =
    latest === undefined
      ? { status: 'ERROR: could not resolve dns name' }
      : {
          latest,
          status: latest === target.routeros.text ? 'System is already up to date' : 'New version is available',
        };
  return updateRow(router);
}

export function updateRow({ device, target, store: rows }: Router): Row {
  const { latest, status } = device.update;
  return {
    channel: rows.settings('/system/package/update').values.get('channel') ?? 'stable',
    'installed-version': target.routeros.text,
    ...(latest !== undefined && { 'latest-version': latest }),
    ...(status !== '' && { status }),
  };
}

/** Its states come one after the other; the last says how it ended. */
function* download(router: Router): Work<Answer> {
  const { device, target } = router;
  const rows: Row[] = [];
  const say = (status: string) => {
    device.update = { ...device.update, status };
    rows.push(updateRow(router));
  };
  if (device.update.latest === undefined) checkUpdates(router);
  const { latest } = device.update;
  if (latest === undefined || latest === target.routeros.text) return { rows: [updateRow(router)] };
  say('calculating download size...');
  yield downloadStepMs * router.pace;
  say('Downloaded 66% (7.3MiB)');
  yield downloadStepMs * router.pace;
  if (faultOccurs(router, 'downloadFails')) say('ERROR: connection error - Connection reset by peer');
  else if (faultOccurs(router, 'diskFull')) say('ERROR: not enough disk space, 11.1MiB is required');
  else {
    device.downloaded = latest;
    say('Downloaded, please reboot router to upgrade it');
  }
  return { rows };
}

/** What was cut short is a file that does not say which package it is. */
function store(router: Router, name: string, found: Package | undefined): void {
  const known = router.store.byName('/file', name);
  if (known) router.store.remove(known);
  const values = found
    ? { '.package': `${found.name}-${found.version}-${found.architecture}.npk`, '.size': String(sizeOf(found)) }
    : { '.size': '65536' };
  const type = found ? 'package' : 'file';
  router.store.add('/file', new Map(Object.entries({ name, type, '.modified': String(router.deviceTime), ...values })));
}

/** Packages as `/system/package` lists them. */
export function packageRows(router: Router, buildTime: string): readonly Row[] {
  return packagesOf(router, router.target.routeros.text).map(({ name, version }, index) => ({
    '.id': `*${index + 1}`,
    name,
    version,
    'build-time': buildTime,
    disabled: 'false',
  }));
}
