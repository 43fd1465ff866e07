// Brings the packages of a RouterOS version onto a device, where its next start installs them: by the device's own
// update where its channel has just that version, else from MikroTik's download server, or from an address that
// somebody gave. Files that somebody put there are used as they are. Source: manual, as for software.ts, and
// system-information-and-utilities/fetch.

import type { Device } from '../device/device.ts';
import type { RestartContext } from './restart.ts';
import { isPackage, type PackageFile, readSoftware, type Software } from './software.ts';
import { upgradeError } from './upgrade-diagnostic.ts';

export interface PackageRequest extends Pick<RestartContext, 'name' | 'onStep'> {
  readonly to: string;
  /** Address of a package, with `{package}`, `{version}` and `{architecture}`; absent = MikroTik's. */
  readonly source?: string | undefined;
  readonly signal: AbortSignal;
}

/** A slow line takes minutes for a package. */
const fetchTimeoutMs = 900_000;
const checkTimeoutMs = 120_000;

const update = '/system/package/update';
/** As in the manual's own example. */
const mikrotik = 'https://download.mikrotik.com/routeros/{version}/{package}-{version}-{architecture}.npk';

/** Throws UpgradeError, and DeviceError. */
export async function bringPackages(device: Device, request: PackageRequest): Promise<void> {
  const software = await readSoftware(device);
  refuseOthers(software, request);
  const missing = missingOf(software, request);
  if (missing.length === 0) return request.onStep('its packages are on the device already');
  const { source = mikrotik } = request;
  if (request.source === undefined && (await isOffered(device, request))) return download(device, request);
  for (const name of missing) await fetchPackage(device, name, software, { ...request, source });
  const left = missingOf(await readSoftware(device), request);
  if (left.length === 0) return;
  throw upgradeError(request.name, 'upgrade/no-package', {
    what: `\`${request.name}\` does not have all packages of RouterOS ${request.to}: ${left.join(', ')}`,
    why: 'A start installs a version only with every package that is installed now.',
    fix: 'look at `/file/print` on the device',
    at: { menu: '/file' },
  });
}

/** Nothing of these is installed by the next start. */
export async function removePackages(device: Device, { to }: Pick<PackageRequest, 'to'>): Promise<void> {
  const { files } = await readSoftware(device);
  for (const { id } of files.filter(({ holds }) => holds?.version === to)) await removeFile(device, id);
  await device.run({ menu: update, verb: 'cancel', arguments: {} });
}

/** A start installs the newest of what lies there. */
function refuseOthers({ files, architecture }: Software, { name, to }: PackageRequest): void {
  const other = files.find(({ holds }) => holds && (holds.version !== to || !isFor(holds.architecture, architecture)));
  if (!other?.holds) return;
  throw upgradeError(name, 'upgrade/other-package', {
    what: `\`${name}\` holds \`${other.name}\`, a package of RouterOS ${other.holds.version} for ${other.holds.architecture}`,
    why: 'A start installs what lies there, whoever put it there: the device might come back with another version.',
    fix: `remove the file, or name its version by \`--upgrade ${other.holds.version}\``,
    at: { menu: '/file' },
    label: other.name,
  });
}

function missingOf({ packages, files, architecture }: Software, { to }: PackageRequest): readonly string[] {
  const isFitting = ({ holds }: PackageFile) => holds?.version === to && isFor(holds.architecture, architecture);
  return packages.filter((name) => !files.some((file) => isFitting(file) && isPackage(file, name)));
}

/** The update of RouterOS has the newest version of one channel, and no other. */
async function isOffered(device: Device, { to, signal, onStep }: PackageRequest): Promise<boolean> {
  onStep('looks for updates');
  const check = { menu: update, verb: 'check-for-updates', arguments: {} } as const;
  await device.run(check, { timeoutMs: checkTimeoutMs, signal });
  const [offer = {}] = await device.print(update);
  return offer['latest-version'] === to;
}

async function download(device: Device, { name, to, signal, onStep }: PackageRequest): Promise<void> {
  onStep(`downloads RouterOS ${to}`);
  await device.run({ menu: update, verb: 'download', arguments: {} }, { timeoutMs: fetchTimeoutMs, signal });
  const [ended = {}] = await device.print(update);
  if (/^Downloaded, please reboot/.test(ended.status ?? '') && ended['latest-version'] === to) return;
  throw upgradeError(name, 'upgrade/not-downloaded', {
    what: `\`${name}\` did not download RouterOS ${to}: ${ended.status ?? 'it does not say why'}`,
    why: 'Its channel has that version, and the device downloads it from MikroTik by itself.',
    fix: 'see to the reason that the device gives and run this again, or give an address by `--packages`',
    at: { menu: update },
  });
}

async function fetchPackage(
  device: Device,
  package_: string,
  { architecture }: Software,
  request: PackageRequest & { readonly source: string },
): Promise<void> {
  const { name, to, source, signal, onStep } = request;
  const url = expandAddress(source, { package: package_, version: to, architecture });
  const file = expandAddress('{package}-{version}-{architecture}.npk', {
    package: package_,
    version: to,
    architecture,
  });
  onStep(`fetches ${file}`);
  const reply = await device.run(
    {
      menu: '/tool',
      verb: 'fetch',
      arguments: { url, 'dst-path': file, ...(url.startsWith('https:') && { 'check-certificate': 'yes' }) },
    },
    { timeoutMs: fetchTimeoutMs, signal },
  );
  const { files } = await readSoftware(device);
  const found = files.find((each) => each.name === file);
  if (reply.kind !== 'done') {
    // What came of it is no package, and the next start should not meet it.
    if (found) await removeFile(device, found.id);
    throw upgradeError(name, 'upgrade/no-package', {
      what: `\`${name}\` did not fetch ${url}: ${reply.kind === 'refused' ? reply.message : reply.reason}`,
      why: 'The device itself fetches its packages, and checks the certificate of a server that it reaches over TLS.',
      fix: 'see to the reason that the device gives, and run this again',
      at: { menu: '/tool/fetch' },
    });
  }
  const held = found?.holds;
  if (found && held && held.version === to && isFor(held.architecture, architecture) && isPackage(found, package_))
    return;
  if (found) await removeFile(device, found.id);
  const is = held ? `${held.name} ${held.version} for ${held.architecture}` : 'no package that the device can read';
  throw upgradeError(name, 'upgrade/wrong-package', {
    what: `what \`${name}\` fetched from ${url} is ${is}, where ${package_} ${to} for ${architecture} is needed`,
    why: 'The device reads in the file what it holds. The file was removed from it.',
    fix: 'correct the address, or what lies there',
    at: { menu: '/file' },
    label: file,
  });
}

/** Packages for PCs and virtual machines have no architecture in their names. */
function expandAddress(template: string, values: Readonly<Record<string, string>>): string {
  const own = isPc(values.architecture ?? '') ? template.replaceAll('-{architecture}.npk', '.npk') : template;
  return own.replace(/\{(package|version|architecture)\}/g, (_, key: string) => values[key] ?? '');
}

function isFor(architecture: string, own: string): boolean {
  return architecture === own || (isPc(architecture) && isPc(own));
}

/** `x86_64`, `x86`, `i386` */
function isPc(architecture: string): boolean {
  return /^(x86|i386)/.test(architecture);
}

function removeFile(device: Device, id: string) {
  return device.run({ menu: '/file', verb: 'remove', arguments: { '.id': id } });
}
