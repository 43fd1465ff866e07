// `rosc capture URL`: what a device prints of the menus that rosc reads, without what is nobody else's business, for bug
// reports and for tests.

import { randomBytes } from 'node:crypto';
import { anonymise, type Menus } from '../capture/anonymise.ts';
import { type Device, DeviceError, type Identity, type Row, unlessMissing } from '../device/device.ts';
import { readMenu, type Unread, unreadMenus } from '../device/read.ts';
import type { Staged } from '../diagnostics/diagnostic.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, fail, outputOf, printAll, printJson, usage } from '../io/output.ts';
import { readBytes } from '../io/read-source.ts';
import { versionText } from '../io/version.ts';
import { writeNew } from '../io/write-new.ts';
import type { MenuPath } from '../model/config.ts';
import type { DeviceAddress } from '../pipeline/device/device-address.ts';
import { type DeviceOptions, useDevice } from '../pipeline/device/open-device.ts';
import { readMenus } from '../pipeline/read/read-menus.ts';
import { plural } from '../report/units.ts';
import { jsonText } from '../source/json-text.ts';

export interface CaptureOptions extends CommonOptions, Omit<DeviceOptions, 'profiles'> {
  readonly out?: string;
  readonly force?: boolean;
}

interface Captured {
  readonly identity: Identity;
  readonly menus: Menus;
  readonly missing: readonly MenuPath[];
  /** Menus that the device has and did not show. */
  readonly unread: readonly Unread[];
  readonly driver: readonly Row[];
}

export async function capture(io: Io, url: string, options: CaptureOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  if (/\.(?:ya?ml|json)$/i.test(url)) {
    const { value, diagnostics } = await readBytes(io, url);
    return value ? usage(io, `${url} is neither a fleet nor the URL of a device`) : fail(io, output, diagnostics);
  }
  output.progress(`reading ${url} …`);
  const { value: captured, diagnostics } = await captureDevice(io, { url }, options);
  output.progress('');
  if (!captured) return fail(io, output, diagnostics);
  printAll(io, output, diagnostics);
  const text = captureText(captured);
  if (options.out === undefined) {
    io.stdout(text);
    return exit.fine;
  }
  const problem = await writeNew(io, options.out, text, options);
  if (problem) {
    printAll(io, output, [problem]);
    return exit.findings;
  }
  const rows = [...captured.menus.values()].reduce((sum, each) => sum + each.length, 0);
  const size = `${plural(rows, 'row')} of ${plural(captured.menus.size, 'menu')}`;
  if (output.format === 'json') printJson(io, { version: 1, out: options.out, menus: captured.menus.size, rows });
  output.remark(`wrote ${options.out}: ${size}; read it before you give it away`);
  return exit.fine;
}

/** Undefined where the device cannot be read; a menu that it does not show is a warning. */
export async function captureDevice(
  io: Io,
  where: DeviceAddress,
  options: DeviceOptions,
): Promise<Staged<Captured | undefined>> {
  const { value, diagnostics } = await useDevice(io, where, options, captureOf);
  return { value: value?.value, diagnostics: [...diagnostics, ...(value?.diagnostics ?? [])] };
}

const lacking: Parameters<typeof unreadMenus>[2] = {
  what: (device, menus) => `the capture of \`${device}\` lacks ${menus}, which could not be read`,
  why: 'Whoever reads the capture cannot know what stands there.',
};

export function captureText(captured: Captured): string {
  return `${jsonText(captureJson(captured), 1)}\n`;
}

/** Menus in a row: who answers none of them answers nothing. */
const silentMax = 3;

const driverMenu = '/interface/ethernet/switch/l3hw-settings/monitor';

/** One print a menu, all over one connection; nothing is written. Throws DeviceError. */
export async function captureOf(device: Device, name: string): Promise<Staged<Captured>> {
  const identity = await device.identity();
  const menus = new Map<MenuPath, readonly Row[]>();
  const missing: MenuPath[] = [];
  const allowance = device.allowance?.();
  const unread: Unread[] = [];
  let silent = 0;
  for (const menu of readMenus(['/system/identity'])) {
    const rows = await readMenu(device, menu, { allowance }, true);
    if (!rows) missing.push(menu);
    else if ('reason' in rows) unread.push(rows);
    else menus.set(menu, rows);
    silent = rows && 'kind' in rows && rows.kind === 'timed-out' ? silent + 1 : 0;
    if (silent === silentMax) throw new DeviceError('timed-out', `${silentMax} menus in a row had no answer in time`);
  }
  const driver = (await unlessMissing(device.monitor(driverMenu))) ?? [];
  return {
    value: { identity, menus, missing, unread, driver },
    diagnostics: unreadMenus(unread, name, lacking),
  };
}

function captureJson({ identity, menus, missing, unread, driver }: Captured) {
  const anonymous = anonymise(menus, randomBytes(32).toString('hex'));
  return {
    version: 1,
    rosc: versionText(),
    about: [
      'Secrets, serial numbers, scripts, comments and names are replaced; public addresses are others with the same',
      'subnets; private addresses and the makers of MAC addresses are as they were.',
    ].join(' '),
    model: identity.model,
    routeros: identity.routeros,
    missing,
    ...(unread.length > 0 && { unread: unread.map(({ menu }) => menu) }),
    driver,
    menus: Object.fromEntries(anonymous),
  };
}
