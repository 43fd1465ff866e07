// What rosc does not know: menus and properties in no table. They make what they belong to, or refer to, unknown.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Network, Reference } from '../forwarding/network/network.ts';
import { namedIn, strangeProperties } from '../forwarding/network/unmodelled.ts';
import { type Config, type Item, itemsOf, type MenuPath, menusOf } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { groupBy } from '../source/grouping.ts';
import { nearestName } from '../source/near-name.ts';

export function unmodelledIn(config: Config, network: Network): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const unknownMenus = new Set(network.unmodelledMenus);
  const strange = groupBy([...strangeProperties(config).values()].flat(), ({ item }) => item.menu);
  for (const menu of menusOf(config)) {
    const first = itemsOf(config, menu)[0];
    if (unknownMenus.has(menu)) {
      const found = first && menuDiagnostic(menu, first, network);
      if (found) diagnostics.push(found);
      continue;
    }
    const property = propertyDiagnostic(menu, strange.get(menu) ?? []);
    if (property) diagnostics.push(property);
  }
  return diagnostics;
}

function menuDiagnostic(menu: MenuPath, first: Item, network: Network): Diagnostic | undefined {
  const touched = [...namedIn(network, menu).keys()];
  if (touched.length === 0) return undefined;
  return {
    code: 'offload/unmodelled-property',
    severity: 'note',
    what: `rosc does not know \`${menu}\`, so what it does to ${quoted(touched)} is unknown`,
    primary: { at: first.origin, text: 'not modelled' },
    related: [],
    why: 'A verdict is never better than its evidence: what this menu refers to is reported as unknown, not as hardware.',
    evidence: [],
  };
}

function propertyDiagnostic(menu: MenuPath, strange: readonly Reference[]): Diagnostic | undefined {
  const [first, ...rest] = strange;
  if (!first) return undefined;
  const names = Object.keys(menus.get(menu)?.properties ?? {});
  const near = names.includes(first.property) ? undefined : nearestName(first.property, names);
  const distinct = [...new Set(strange.map(({ property }) => property))];
  const at = ({ item, property }: Reference) => item.properties.get(property)?.origin ?? item.origin;
  return {
    code: 'offload/unmodelled-property',
    severity: 'note',
    what: `rosc does not know ${quoted(distinct)} of \`${menu}\`, so the items that set it are unknown`,
    primary: { at: at(first), text: near ? `did you mean \`${near}\`?` : 'not modelled' },
    related: rest.map((each) => ({ at: at(each), text: 'not modelled' })),
    why: 'A verdict is never better than its evidence: an item with a setting that nobody described cannot be called hardware.',
    evidence: [],
  };
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, 4).map((name) => `\`${name}\``);
  const hidden = names.length - shown.length;
  return shown.join(', ') + (hidden > 0 ? ` and ${hidden} more` : '');
}
