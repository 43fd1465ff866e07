// Every port name that some known model has, for completion.

import { expandPorts, type Profiles } from './profiles.ts';

export function portNamesOf({ models }: Profiles): readonly string[] {
  const names = [...models.values()].flatMap(({ ports }) => ports.flatMap(expandPorts)).map(({ name }) => name);
  return [...new Set(names)];
}
