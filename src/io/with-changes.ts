// Input and output with parts of it replaced.

import type { Io } from './io.ts';

export function withChanges(io: Io, changes: Partial<Io>): Io {
  // Not by spreading: the signal is listened for from the moment that it is first asked for.
  const descriptors = { ...Object.getOwnPropertyDescriptors(io), ...Object.getOwnPropertyDescriptors(changes) };
  return Object.create(Object.prototype, descriptors);
}
