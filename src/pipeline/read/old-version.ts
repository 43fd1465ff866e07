// An export of RouterOS 6, judged as what RouterOS 7 makes of it: said once, with the menus that mean something else.
// Or one of a RouterOS 7 beyond what rosc knows.
// What means something else is in `profiles/menus/version-6.json`, with its source.

import table from '../../../profiles/menus/version-6.json' with { type: 'json' };
import type { Diagnostic, Label } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import { type Config, type Item, itemsOf, type MenuPath } from '../../model/config.ts';
import { adviceBeyondKnown, beyondKnown } from '../../model/known-versions.ts';
import { menuPath } from '../../model/menu-table.ts';
import type { Target } from '../../profile/target.ts';
import { type Span, span } from '../../source/location.ts';
import type { ExportReading } from './read-export.ts';

/** Nothing for releases that rosc knows, and where the command line says which version to judge by. */
export function oldVersion({ file, header, config, target }: ExportReading): readonly Diagnostic[] {
  const at = header.routeros ? span(file, header.routeros.start, header.routeros.end) : span(file, 0, 0);
  if (target.routeros.major >= 7) return beyondTables(target, at);
  const related = Object.entries(table.now).flatMap(([what, now]): readonly Label[] => {
    const [menu = '', property] = what.split(' ');
    const [first] = itemsWith(config, menuPath(menu), property);
    return first ? [{ at: placeOf(first, property), text: `in RouterOS 7: ${now}` }] : [];
  });
  const rest = related.length > 0 ? ', where the menus below mean something else' : '';
  return [
    mistake('audit/old-version', {
      severity: related.length > 0 ? 'warning' : 'note',
      what: `this is an export of RouterOS ${target.routeros.text}, judged as what RouterOS 7 makes of it${rest}`,
      at,
      related,
      why: 'What is known of hardware offloading is known of RouterOS 7. Version 6 has no L3 hardware offloading.',
      fix: 'upgrade the device and export it again, or give `--routeros` with the version that it will run',
    }),
  ];
}

/** The same is said of sites, as `intent/unknown-version`. */
function beyondTables({ routeros }: Target, at: Span): readonly Diagnostic[] {
  const side = beyondKnown(routeros);
  if (!side) return [];
  const what = `RouterOS ${routeros.text} is ${side} than what rosc knows`;
  return [mistake('device/unknown-version', { severity: 'warning', what, at, ...adviceBeyondKnown(side) })];
}

/** All of the menu, or those that have the property. */
function itemsWith(config: Config, menu: MenuPath, property: string | undefined): readonly Item[] {
  const items = itemsOf(config, menu).filter(({ origin }) => origin.kind === 'source');
  return property === undefined ? items : items.filter(({ properties }) => properties.has(property));
}

function placeOf(item: Item, property: string | undefined) {
  return (property === undefined ? undefined : item.properties.get(property)?.origin) ?? item.origin;
}
