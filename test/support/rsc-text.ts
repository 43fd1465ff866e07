// A script, what it configures and what was said about it, as text for golden files; and a small factory to start from.

import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../src/diagnostics/render-text.ts';
import type { Config, Item, MenuPath } from '../../src/model/config.ts';
import { evaluateScript } from '../../src/rsc/evaluate.ts';
import { parseRsc } from '../../src/rsc/parser.ts';
import type { Header, Script } from '../../src/rsc/script.ts';

export interface Reading {
  readonly script: Script;
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
}

export function readScript(path: string, text: string, factory: Config = { items: [] }): Reading {
  const script = parseRsc({ path, text });
  const config = evaluateScript(script.value, factory);
  return { script: script.value, config: config.value, diagnostics: [...script.diagnostics, ...config.diagnostics] };
}

/** The diagnostics' codes, in order. */
export function codesOf({ diagnostics }: Pick<Reading, 'diagnostics'>): readonly string[] {
  return diagnostics.map(({ code }) => code);
}

/** Header, items and diagnostics of a reading. */
export function printReading({ script, config, diagnostics }: Reading): string {
  return [printHeader(script.header), printItems(config), renderDiagnostics(diagnostics)].join('\n');
}

/** One line an item: `/menu key | name=value …`, values as JSON strings. */
export function printItems(config: Config): string {
  return config.items.map((item) => `${printItem(item)}\n`).join('');
}

function printItem({ menu, key, properties, state }: Item): string {
  const values = [...properties].map(([name, { value }]) => `${name}=${JSON.stringify(value)}`);
  const flags = [...(state ?? [])].map(([name, value]) => `(${name} ${value})`);
  return [menu, JSON.stringify(key).slice(1, -1), '|', ...values, ...flags].filter((word) => word !== '').join(' ');
}

function printHeader(header: Header): string {
  const lines = Object.entries(header).map(([name, word]) => `${name}: ${word.text}\n`);
  return lines.join('');
}

/** Four ports and one switch chip, as a factory makes them. */
export const smallFactory: Config = {
  items: [
    ...['ether1', 'ether2', 'sfp-sfpplus1', 'sfp-sfpplus2'].flatMap((name) => [
      factoryItem('/interface/ethernet', { 'default-name': name, name }),
      factoryItem('/interface/ethernet/switch/port', { name, switch: 'switch1' }),
    ]),
    factoryItem('/interface/ethernet/switch', { name: 'switch1' }),
  ],
};

function factoryItem(menu: MenuPath, properties: Readonly<Record<string, string>>): Item {
  const origin = { kind: 'device' as const, device: 'factory', menu, key: properties.name ?? '' };
  const entries = Object.entries(properties).map(([name, value]) => [name, { value, origin }] as const);
  return { menu, key: properties.name ?? '', properties: new Map(entries), origin };
}
