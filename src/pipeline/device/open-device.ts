// From a device of a site to an open connection: where it is, with which password, by which transport.

import { resolve } from 'node:path';
import { connect } from '../../device/connect.ts';
import { asDeviceError, type Device } from '../../device/device.ts';
import { deviceDiagnostic } from '../../device/device-diagnostic.ts';
import type { TlsTrust } from '../../device/tls.ts';
import { type DeviceUrl, parseDeviceUrl } from '../../device/url.ts';
import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import type { Io } from '../../io/io.ts';
import { limitsOf } from '../../io/limits.ts';
import { decode } from '../../io/read-source.ts';
import { type Location, type SourceFile, span } from '../../source/location.ts';
import { messageOf } from '../../source/message-of.ts';
import { findPassword, type PasswordOptions } from './credentials.ts';
import type { DeviceAddress } from './device-address.ts';
import { simulatedDevice } from './simulated-device.ts';

export interface DeviceOptions extends PasswordOptions {
  readonly caFile?: string;
  /** SHA-256 fingerprint of the device's certificate. */
  readonly fingerprint?: string;
  readonly insecureAnonymousTls?: boolean;
  readonly timeout?: number;
  readonly profiles?: string;
}

/** Opens connections to one device, as many as are asked for, one after the other or at the same time. */
export interface DeviceAccess {
  readonly url: DeviceUrl;
  /** Throws DeviceError. */
  connect(): Promise<Device>;
  /** Ends what was started for this access, such as a simulator. */
  close(): Promise<void>;
}

/** Undefined when nothing says where the device is, or with which password. */
export async function accessDevice(
  io: Io,
  { name, url, at, credential, routeros, unlabelled }: DeviceAddress,
  options: DeviceOptions,
): Promise<Staged<DeviceAccess | undefined>> {
  const text = url ?? io.env.ROS_HOSTURL;
  const label = name ?? 'the device';
  if (text === undefined) {
    const what = unlabelled === undefined ? '' : `: it has no label \`${unlabelled}\`, which its fleet asks for`;
    return failed('device/url-missing', `nothing says where \`${label}\` is${what}`, label, at);
  }
  const user = io.env.ROS_USERNAME;
  const parsed = parseDeviceUrl(text, { ...(user !== undefined && { user }), ...(at && { at }) });
  const deviceUrl = parsed.value;
  if (!deviceUrl) return { value: undefined, diagnostics: parsed.diagnostics };
  if (deviceUrl.kind === 'sim') {
    const simulator = await simulatedDevice(io, deviceUrl, { ...options, routeros });
    if (!simulator.value) return { value: undefined, diagnostics: simulator.diagnostics };
    return { value: { url: deviceUrl, ...simulator.value }, diagnostics: parsed.diagnostics };
  }
  const opened = await gather(io, name ?? deviceUrl.host, { ...options, ...(credential && { credential }) });
  if (typeof opened === 'string') {
    return failed('device/password-missing', `\`${label}\` cannot be logged in to: ${opened}`, deviceUrl.text);
  }
  const { password, trust, rowsMax } = opened;
  const timeoutMs = options.timeout;
  const patience = { clock: io.clock, ...(timeoutMs !== undefined && { timeoutMs }) };
  return {
    value: {
      url: deviceUrl,
      connect: () => connect(deviceUrl, { password, trust, rowsMax, signal: io.ended, ...patience }),
      close: async () => undefined,
    },
    diagnostics: parsed.diagnostics,
  };
}

/** Password, trust and how much is listened to, or why they cannot be had. */
async function gather(
  io: Io,
  name: string,
  options: DeviceOptions & Pick<DeviceAddress, 'credential'>,
): Promise<{ readonly password: string; readonly trust: TlsTrust; readonly rowsMax: number } | string> {
  try {
    const password = await findPassword(io, name, options);
    if (password === undefined) return 'no password was given';
    const ca = options.caFile === undefined ? undefined : decode(await io.readFile(resolve(io.cwd, options.caFile)));
    const trust: TlsTrust = {
      ...(ca !== undefined && { ca }),
      ...(options.fingerprint !== undefined && { fingerprint: options.fingerprint }),
      ...(options.insecureAnonymousTls && { allowAnonymous: true }),
    };
    return { password, trust, rowsMax: limitsOf(io.env).rowsMax };
  } catch (error) {
    return messageOf(error);
  }
}

/** Runs `use` on an open connection and closes it; a failure of the device becomes a diagnostic. */
export async function withDevice<T>(
  access: DeviceAccess,
  name: string,
  use: (device: Device) => Promise<T>,
): Promise<Staged<T | undefined>> {
  let device: Device | undefined;
  try {
    device = await access.connect();
    return { value: await use(device), diagnostics: [] };
  } catch (error) {
    return { value: undefined, diagnostics: [deviceDiagnostic(asDeviceError(error), name)] };
  } finally {
    await device?.close().catch(() => undefined);
  }
}

/** As `withDevice`, from the device's address: everything that was started for the connection ends with it. */
export async function useDevice<T>(
  io: Io,
  where: DeviceAddress,
  options: DeviceOptions,
  use: (device: Device, name: string) => Promise<T>,
): Promise<Staged<T | undefined>> {
  const access = await accessDevice(io, where, options);
  if (!access.value) return { value: undefined, diagnostics: access.diagnostics };
  const name = where.name ?? access.value.url.text;
  try {
    const used = await withDevice(access.value, name, (device) => use(device, name));
    return { value: used.value, diagnostics: [...access.diagnostics, ...used.diagnostics] };
  } finally {
    await access.value.close();
  }
}

const fixes = {
  'device/url-missing':
    'give `--device NAME=URL`, set ROS_HOSTURL, or write `url:` at the device in the site, which a plan file finds by `--site FILE`',
  'device/password-missing': 'set ROSC_PASSWORD or ROSC_PASSWORD_<DEVICE>, or give `--password-file FILE`',
} as const;

const reasons: Readonly<Record<keyof typeof fixes, string>> = {
  'device/url-missing': 'rosc connects only to an address that somebody gave it, as a user that somebody named.',
  'device/password-missing': 'A password stands in no site, no URL and no argument, where others could read it.',
};

function failed(code: keyof typeof fixes, what: string, text: string, place?: Location): Staged<undefined> {
  const file: SourceFile = { path: 'device URL', text };
  const diagnostic: Diagnostic = mistake(code, {
    what,
    at: place ?? span(file, 0, text.length),
    why: reasons[code],
    fix: fixes[code],
  });
  return { value: undefined, diagnostics: [diagnostic] };
}
