// What options say in the environment's place. Every start reads this file, so that it brings no schemas along.

import type { Io } from '../../io/io.ts';
import { withChanges } from '../../io/with-changes.ts';

/** The same input and output, with the state elsewhere. */
export function withState(io: Io, state: string | undefined): Io {
  return state === undefined ? io : withEnvironment(io, { ROSC_STATE: state });
}

function withEnvironment(io: Io, more: Readonly<Record<string, string>>): Io {
  return withChanges(io, { env: { ...io.env, ...more } });
}

/** The same, where commands of `!exec` may run. */
export function allowingCommands(io: Io, isAllowed: boolean): Io {
  return isAllowed ? withEnvironment(io, { ROSC_ALLOW_EXEC: '1' }) : io;
}
