// `rosc capture URL`: what a device prints of the menus that rosc reads, without what is nobody else's business, for bug
// reports and for tests.

import { randomBytes } from 'node:crypto';
import { anonymise, type Menus } from '../capture/anonymise.ts';
import { type Device, type Identity, type Row, unlessMissing } from '../device/device.ts';
import type { Staged } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, outputOf, printJson } from '../io/output.ts';
import { versionText } from '../io/version.ts';
import { writeNew } from '../io/write-new.ts';
import type { MenuPath } from '../model/config.ts';
import type { DeviceAddress } from '../pipeline/device-address.ts';
import { type DeviceOptions, useDevice } from '../pipeline/open-device.ts';
import { readMenus } from '../pipeline/read-menus.ts';
import { plural } from '../report/units.ts';

export interface CaptureOptions extends CommonOptions, Omit<DeviceOptions, 'profiles'> {
  readonly out?: string;
  readonly force?: boolean;
}

interface Captured {
  readonly identity: Identity;
  readonly menus: Menus;
  readonly missing: readonly MenuPath[];
  readonly driver: readonly Row[];
}

export async function capture(io: Io, url: string, options: CaptureOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  output.progress(`reading ${url} …`);
  const { value: captured, diagnostics } = await captureDevice(io, { url }, options);
  output.progress('');
  if (!captured) {
    if (output.format === 'json') printJson(io, { version: 1, diagnostics: diagnostics.map(diagnosticJson) });
    else io.stderr(renderDiagnostics(diagnostics, { palette: output.remarkPalette, width: output.width }));
    return exit.findings;
  }
  const text = captureText(captured);
  if (options.out === undefined) {
    io.stdout(text);
    return exit.fine;
  }
  const problem = await writeNew(io, options.out, text, options);
  if (problem) {
    io.stderr(renderDiagnostics([problem], { palette: output.remarkPalette, width: output.width }));
    return exit.findings;
  }
  const rows = [...captured.menus.values()].reduce((sum, each) => sum + each.length, 0);
  const size = `${plural(rows, 'row')} of ${plural(captured.menus.size, 'menu')}`;
  if (output.format === 'json') printJson(io, { version: 1, out: options.out, menus: captured.menus.size, rows });
  output.remark(`wrote ${options.out}: ${size}; read it before you give it away`);
  return exit.fine;
}

/** Undefined where the device cannot be read. */
export function captureDevice(
  io: Io,
  where: DeviceAddress,
  options: DeviceOptions,
): Promise<Staged<Captured | undefined>> {
  return useDevice(io, where, options, readAll);
}

export function captureText(captured: Captured): string {
  return `${JSON.stringify(captureJson(captured), undefined, 1)}\n`;
}

const driverMenu = '/interface/ethernet/switch/l3hw-settings/monitor';

/** One print a menu, all over one connection; nothing is written. */
async function readAll(device: Device): Promise<Captured> {
  const identity = await device.identity();
  const menus = new Map<MenuPath, readonly Row[]>();
  const missing: MenuPath[] = [];
  for (const menu of readMenus(['/system/identity'])) {
    const rows = await unlessMissing(device.print(menu));
    if (rows) menus.set(menu, rows);
    else missing.push(menu);
  }
  const driver = (await unlessMissing(device.monitor(driverMenu))) ?? [];
  return { identity, menus, missing, driver };
}

function captureJson({ identity, menus, missing, driver }: Captured) {
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
    driver,
    menus: Object.fromEntries(anonymous),
  };
}
