// Where a password comes from: the environment, a file, or a question. Never from the YAML, an argument or a log.

import { resolve } from 'node:path';
import { canAsk } from '../../io/consent.ts';
import type { Io } from '../../io/io.ts';
import { decode } from '../../io/read-source.ts';
import type { DeviceAddress } from './device-address.ts';
import { secretValue } from './secrets.ts';

export interface PasswordOptions {
  readonly passwordFile?: string;
}

/**
 * Looks in `ROSC_PASSWORD_<DEVICE>` (upper case, other characters as `_`), `ROSC_PASSWORD`, the password file's first
 * line, and what the fleet says, and asks when there is a terminal. Undefined when there is nowhere to look. Throws the
 * error of reading the file, or of a command that the fleet names.
 */
export async function findPassword(
  io: Io,
  device: string,
  options: PasswordOptions & Pick<DeviceAddress, 'credential'>,
): Promise<string | undefined> {
  const own = io.env[`ROSC_PASSWORD_${device.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`];
  if (own !== undefined) return own;
  if (options.passwordFile !== undefined) {
    const text = decode(
      await io.readFile(resolve(io.cwd, options.passwordFile), { bytesMax: 65_536, isPipeAllowed: true }),
    );
    return text.split(/\r?\n/)[0] ?? '';
  }
  if (io.env.ROSC_PASSWORD !== undefined) return io.env.ROSC_PASSWORD;
  const { credential } = options;
  const secret = credential && (await secretValue(io, credential.secret, credential.beside));
  if (secret !== undefined) return secret;
  if (!canAsk(io)) return undefined;
  return io.ask(`Password for ${device}: `, { hidden: true });
}
