// An export of RouterOS 6, judged as what RouterOS 7 makes of it: said once, with the menus that mean something else.
// Or one of a RouterOS 7 beyond what rosc knows.
// Source: manual, "Moving from ROSv6 to ROSv7".

import type { Diagnostic, Label } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import { type Config, type Item, itemsOf, type MenuPath } from '../../model/config.ts';
import { adviceBeyondKnown, beyondKnown } from '../../model/known-versions.ts';
import type { Target } from '../../profile/target.ts';
import { type Span, span } from '../../source/location.ts';
import type { ExportReading } from './read-export.ts';

interface Change {
  readonly menu: MenuPath;
  /** Only items that have it; absent = all. */
  readonly property?: string;
  /** What RouterOS 7 has in its place. */
  readonly now: string;
}

const changes: readonly Change[] = [
  { menu: '/routing/bgp/instance', now: '`/routing/bgp/template` and `connection`' },
  { menu: '/routing/bgp/peer', now: '`/routing/bgp/connection`' },
  { menu: '/routing/bgp/network', now: '`output.network` of a connection, an address list' },
  { menu: '/routing/ospf/network', now: '`/routing/ospf/interface-template`' },
  { menu: '/routing/ospf/interface', now: '`/routing/ospf/interface-template`' },
  { menu: '/routing/ospf/instance', property: 'redistribute-connected', now: 'a list in `redistribute`' },
  { menu: '/routing/ospf-v3/instance', now: '`/routing/ospf/instance` with `version=3`' },
  { menu: '/routing/filter', now: '`/routing/filter/rule`' },
  { menu: '/ip/route', property: 'routing-mark', now: '`routing-table`, and the table in `/routing/table`' },
  { menu: '/ip/route/rule', now: '`/routing/rule`' },
  { menu: '/ip/route/vrf', now: '`/ip/vrf`' },
  { menu: '/ip/firewall/mangle', property: 'new-routing-mark', now: 'a table in `/routing/table`' },
  { menu: '/interface/ethernet', property: 'master-port', now: 'a bridge with `hw=yes`' },
  { menu: '/system/ntp/client', property: 'primary-ntp', now: '`/system/ntp/client/servers`' },
];

/** Nothing for releases that rosc knows, and where the command line says which version to judge by. */
export function oldVersion({ file, header, config, target }: ExportReading): readonly Diagnostic[] {
  const at = header.routeros ? span(file, header.routeros.start, header.routeros.end) : span(file, 0, 0);
  if (target.routeros.major >= 7) return beyondTables(target, at);
  const related = changes.flatMap((change): readonly Label[] => {
    const [first] = itemsWith(config, change);
    return first ? [{ at: placeOf(first, change.property), text: `in RouterOS 7: ${change.now}` }] : [];
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

function itemsWith(config: Config, { menu, property }: Change): readonly Item[] {
  const items = itemsOf(config, menu).filter(({ origin }) => origin.kind === 'source');
  return property === undefined ? items : items.filter(({ properties }) => properties.has(property));
}

function placeOf(item: Item, property: string | undefined) {
  return (property === undefined ? undefined : item.properties.get(property)?.origin) ?? item.origin;
}
