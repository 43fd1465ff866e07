// Logs in on a fresh session, in the form that RouterOS has used since 6.43.

import { DeviceError } from '../device.ts';
import { loginFailure } from '../refusal.ts';
import type { Patience, Session } from './session.ts';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Throws DeviceError; its message never holds the password. */
export async function login(session: Session, { user, password }: Credentials, patience: Patience): Promise<void> {
  const { traps, ret } = await session
    .talk(['/login', `=name=${user}`, `=password=${password}`], patience)
    .catch(explained);
  const [trap] = traps;
  if (trap) throw loginFailure(user, trap.message);
  if (ret !== undefined) {
    throw new DeviceError(
      'not-routeros',
      'the device asks for the login of RouterOS before 6.43; rosc needs RouterOS 7',
    );
  }
}

function explained(error: unknown): never {
  if (!(error instanceof DeviceError) || error.kind === 'not-routeros') throw error;
  if (error.kind === 'timed-out') {
    throw new DeviceError('timed-out', `the login had ${error.message}; is this the port of the API service?`);
  }
  const hint =
    error.kind === 'connection-lost'
      ? '; an API over TLS (`apis://`) hangs up so, and one whose `/ip/service` list lacks this address'
      : '';
  throw new DeviceError(error.kind, `the login failed: ${error.message}${hint}`);
}
