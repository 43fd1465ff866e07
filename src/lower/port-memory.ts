// Writes down, in the comment of each port, what the site sets on it: see model/port-memory.ts.

import type { Config, Item, Property } from '../model/config.ts';
import { keyOf, propertySpec } from '../model/menus.ts';
import { parsePortMemory, portMenuOf, portMenus, portOf, printPortMemory } from '../model/port-memory.ts';
import { canonical } from '../model/values.ts';
import type { Target } from '../profile/target.ts';
import type { Location } from '../source/location.ts';

/** Ports without a setting of their own, or with defaults alone, keep the comment that they have. */
export function withPortMemory(config: Config, { ports }: Target): Config {
  const settings = new Map<string, Map<string, Location>>();
  for (const item of config.items) {
    const port = isPortRow(item) ? portOf(item) : undefined;
    if (port === undefined || !ports.has(port)) continue;
    for (const [name, { value, origin }] of item.properties) {
      if (portMenuOf(name) !== item.menu || !isSet(item, name, value)) continue;
      settings.set(port, (settings.get(port) ?? new Map()).set(name, origin));
    }
  }
  const rows = new Map(
    config.items.flatMap((item) => (item.menu === '/interface/ethernet' ? [[portOf(item), item] as const] : [])),
  );
  const marked = new Map<Item, Item>();
  const added: Item[] = [];
  for (const [port, names] of settings) {
    const row = rows.get(port);
    const [origin] = names.values();
    if (!origin) continue;
    const written = row?.properties.get('comment');
    const known = parsePortMemory(written?.value);
    // A comment of the author's own, in a raw line, is left alone.
    if (written && !known) continue;
    const value = printPortMemory({
      port,
      settings: new Map([...names.keys()].map((name) => [name, undefined])),
      words: known?.words ?? '',
    });
    const comment: Property = { value, origin: written?.origin ?? origin };
    if (row) marked.set(row, { ...row, properties: new Map([...row.properties, ['comment', comment]]) });
    else added.push(ethernetRow(port, comment, origin));
  }
  return { items: [...config.items.map((item) => marked.get(item) ?? item), ...added] };
}

function isPortRow({ menu }: Item): boolean {
  return portMenus.some((each) => each === menu);
}

/** What names the row, and what is the default, needs no memory. */
function isSet({ menu }: Item, name: string, value: string): boolean {
  if (['name', 'default-name', 'comment'].includes(name)) return false;
  const spec = propertySpec(menu, name);
  return spec?.default === undefined || canonical(spec, value) !== canonical(spec, spec.default);
}

function ethernetRow(port: string, comment: Property, origin: Location): Item {
  const menu = '/interface/ethernet';
  const properties = new Map([
    ['default-name', { value: port, origin }],
    ['comment', comment],
  ]);
  return { menu, key: keyOf(menu, properties, 1), properties, origin };
}
