// Takes out of a lowered configuration what its RouterOS version does not have, and says which line of the site wanted
// it.

import type { Config, Item, Property } from '../model/config.ts';
import { knowsProperty, propertySpec } from '../model/menus.ts';
import type { LowerContext } from './context.ts';
import { say } from './say.ts';

export function knownToVersion(config: Config, context: LowerContext): Config {
  const items = config.items.map((item): Item => {
    const unknown = [...item.properties].filter(
      ([name]) => propertySpec(item.menu, name) && !knowsProperty(item.menu, name, context.target.routeros),
    );
    if (unknown.length === 0) return item;
    for (const [name, property] of unknown) sayTooOld(context, item, name, property);
    const properties = new Map(item.properties);
    for (const [name] of unknown) properties.delete(name);
    return { ...item, properties };
  });
  return { items };
}

/** Comments are rosc's own, so nobody misses one. */
function sayTooOld(context: LowerContext, item: Item, name: string, { origin }: Property): void {
  if (name === 'comment' || origin.kind !== 'source') return;
  const { since, until } = propertySpec(item.menu, name) ?? {};
  const versions = since === undefined ? `${until} and older have it` : `${since} and newer have it`;
  say(context, 'lower/too-old', {
    what: `this does not happen: RouterOS ${context.target.routeros.text} has no \`${name}\` in \`${item.menu}\``,
    at: origin,
    severity: 'warning',
    why: `RouterOS ${versions}.`,
    fix: since === undefined ? 'leave it out' : `use RouterOS ${since} or newer, or leave it out`,
  });
}
