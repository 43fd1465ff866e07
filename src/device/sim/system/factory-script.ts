// The configuration that a boxed device comes with, as a script. Source: manual, "Default configurations"; the scripts
// are in `profiles/simulated/factory.json`.

import factory from '../../../../profiles/simulated/factory.json' with { type: 'json' };
import type { Target } from '../../../profile/target.ts';

const kinds: Readonly<Record<string, string>> = factory.kinds;
const scripts: Readonly<Record<string, readonly string[]>> = factory.scripts;

export function factoryScript(target: Target): string {
  const kind = Object.entries(kinds).find(([start]) => target.model.startsWith(start))?.[1] ?? factory.otherwise;
  const ports = [...target.ports.values()].filter(({ medium }) => medium !== 'wifi').map(({ name }) => name);
  return scripts[kind]?.flatMap((line) => forPorts(line, ports)).join('\n') ?? '';
}

/** The line with its port, or as often as there are ports that it is about. */
function forPorts(line: string, ports: readonly string[]): readonly string[] {
  const [first = '', ...others] = ports;
  if (line.includes('{every}')) return ports.map((port) => line.replace('{every}', port));
  if (line.includes('{other}')) return others.map((port) => line.replace('{other}', port));
  return [line.replace('{first}', first)];
}
