// Writes down, in the comment of each port, what the site sets on it: see model/port-memory.ts.

import type { Config, Item, Property } from '../model/config.ts';
import { keyOf, propertySpec } from '../model/menus.ts';
import { isPortRow, parsePortMemory, portMenuOf, portOf, printPortMemory } from '../model/port-memory.ts';
import { isUsual } from '../model/values.ts';
import type { Target } from '../profile/target.ts';
import type { Location } from '../source/location.ts';

/** Ports without a setting of their own, or with defaults alone, keep the comment that they have. */
export function withPortMemory(config: Config, { ports }: Target): Config {
  const rows = new Map(
    config.items.flatMap((item) => (item.menu === '/interface/ethernet' ? [[portOf(item), item] as const] : [])),
  );
  const marked = new Map<Item, Item>();
  const added: Item[] = [];
  for (const [port, settings] of settingsByPort(config, ports)) {
    const row = rows.get(port);
    const comment = commentOf(port, settings, row?.properties.get('comment'));
    if (!comment) continue;
    if (row) marked.set(row, { ...row, properties: new Map([...row.properties, ['comment', comment]]) });
    else added.push(ethernetRow(port, comment, comment.origin));
  }
  return { items: [...config.items.map((item) => marked.get(item) ?? item), ...added] };
}

type Settings = ReadonlyMap<string, Location>;

function settingsByPort({ items }: Config, ports: Target['ports']): ReadonlyMap<string, Settings> {
  const settings = new Map<string, Map<string, Location>>();
  for (const item of items) {
    const port = isPortRow(item) ? portOf(item) : undefined;
    if (port === undefined || !ports.has(port)) continue;
    for (const [name, { value, origin }] of item.properties) {
      if (portMenuOf(name) !== item.menu || !isSet(item, name, value)) continue;
      settings.set(port, (settings.get(port) ?? new Map()).set(name, origin));
    }
  }
  return settings;
}

/** A comment of the author's own, in a raw line, is left alone. */
function commentOf(port: string, settings: Settings, written: Property | undefined): Property | undefined {
  const [origin] = settings.values();
  const known = parsePortMemory(written?.value);
  if (!origin || (written && !known)) return undefined;
  const forgotten = new Map([...settings.keys()].map((name) => [name, undefined]));
  const value = printPortMemory({ port, settings: forgotten, words: known?.words ?? '' });
  return { value, origin: written?.origin ?? origin };
}

/** What names the row, and what is the default, needs no memory. */
function isSet({ menu }: Item, name: string, value: string): boolean {
  if (['name', 'default-name', 'comment'].includes(name)) return false;
  const spec = propertySpec(menu, name);
  return !isUsual(spec, value);
}

function ethernetRow(port: string, comment: Property, origin: Location): Item {
  const menu = '/interface/ethernet';
  const properties = new Map([
    ['default-name', { value: port, origin }],
    ['comment', comment],
  ]);
  return { menu, key: keyOf(menu, properties, 1), properties, origin };
}
