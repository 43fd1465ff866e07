// The target of a device that no profile describes: its ports are those that its configuration names, on a chip of
// which nobody knows anything. What depends on hardware is then `unknown`; what does not can still be judged.

import type { Evidence } from '../diagnostics/diagnostic.ts';
import type { Version } from '../model/version.ts';
import { portNamesOf } from './port-names.ts';
import type { Profiles } from './profiles.ts';
import type { Port, Switch, Target } from './target.ts';

const unknownChip: Switch = {
  name: 'switch1',
  chip: 'unknown',
  family: 'unknown',
  type: 'unknown',
  fact: () => undefined,
};

/** `text` is the configuration: factory-style names in it are taken for ports. */
export function unknownTarget(profiles: Profiles, model: string, routeros: Version, text: string): Target {
  const words = new Set(text.split(/[^a-z0-9-]+/));
  const given = givenNames(text);
  const names = portNamesOf(profiles).filter((name) => words.has(name) && !given.has(name));
  const ports = new Map(names.map((name) => [name, portOf(name)]));
  return {
    model,
    routeros,
    ports,
    switches: [unknownChip],
    offloadSwitch: undefined,
    switchOf: (port) => ports.get(port)?.switch,
    fact: () => undefined,
  };
}

/** Names that ports were given, as far as no port has them from the factory. */
function givenNames(text: string): ReadonlySet<string> {
  const after = (words: string, pattern: RegExp) => [...words.matchAll(pattern)].flatMap(([, name]) => name ?? []);
  const factory = new Set(after(text, /\bdefault-name=([a-z0-9-]+)/g));
  // What a command looks for is not what it names.
  const commands = text.replace(/\[[^[\]]*\]/g, '');
  const whole = /(?<![\w-])name=(?:\\\r?\n *)?"?((?<=")[^"]*|[^\s";)\]}]+)/g;
  return new Set(after(commands, whole).filter((name) => !factory.has(name)));
}

/** Nobody knows the speed either: the same for all, so that no port looks slower than another. */
function portOf(name: string): Port {
  return { name, mbps: 1000, switch: unknownChip, medium: 'unknown', says };
}

function says(claim: string): Evidence {
  return { grade: 'inferred', claim, citation: 'export' };
}
