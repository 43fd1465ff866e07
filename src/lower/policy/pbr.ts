// Policy routing on the CPU: a routing table of its own, and packets marked for it. Where a chip routes,
// `pbr-layer.ts` sends it exactly that class, because the chip forwards by the main table alone.

import type { Places } from '../../intent/intent.ts';
import type { PbrRule } from '../../intent/schema-policy.ts';
import type { MenuPath } from '../../model/config.ts';
import { families, type Prefix, printAddress, printPrefix } from '../../model/prefix.ts';
import type { LowerContext } from '../context.ts';
import { type Settings, said } from '../draft.ts';
import { type L3Layout, subnetsOf } from '../layout.ts';
import { tag } from '../tag.ts';
import { pbrForm } from './pbr-form.ts';
import { localPrefixes } from './pbr-layer.ts';
import { pbrOnCpu } from './pbr-on-cpu.ts';

/** Address list of what policy routing leaves alone: the subnets of VLANs and links. */
const localList = 'rosc-local';

/** `entriesOf`: switch-rule entries by the sentence that they come from. */
export function lowerPbr(context: LowerContext, entriesOf: ReadonlyMap<string, number>): void {
  const rules = (context.device.settings.pbr ?? []).map((rule, index) => {
    return { rule, form: pbrForm(context, rule), places: context.device.places.below('pbr', index) };
  });
  const open = rules.filter(({ rule, form }) => rule.to === undefined && form.kind === 'cpu');
  addLocalList(context, new Set(open.flatMap(({ rule }) => rule.via.map(({ family }) => family))));
  for (const { rule, form, places } of rules) {
    const chip = context.target.offloadSwitch;
    if (form.kind === 'routes') addMainRoutes(context, rule, places);
    else addTable(context, rule, { places, isVrf: form.kind === 'vrf' });
    if (form.kind === 'cpu') {
      addMarks(context, rule, places);
      if (chip) context.diagnostics.push(...pbrOnCpu(context, { rule, places, chip }));
    }
    context.choices.push({
      rule: `pbr ${rule.name}`,
      origin: places.at('name'),
      form: chip && form.kind === 'cpu' ? `redirect to the CPU, ${formNames.cpu}` : formNames[form.kind],
      rejected: form.rejected,
      entries: entriesOf.get(`pbr ${rule.name}`) ?? 0,
    });
  }
}

const formNames = {
  routes: 'routes of the main table',
  vrf:
    'VRF by switch rule: its packets have no FastTrack and no NAT in hardware, and no way but this next hop; answers ' +
    'take the main table; that the chip follows a next hop of the main table is inferred',
  cpu: 'marked for a routing table',
} as const;

interface TableContext {
  readonly places: Places;
  /** A VRF without interfaces: packets come to it by switch rules alone. */
  readonly isVrf: boolean;
}

function addTable({ draft }: LowerContext, { name, via, description }: PbrRule, { places, isVrf }: TableContext): void {
  const origin = places.at('name');
  const comment = tag(['pbr', name], origin, description);
  if (isVrf) draft.add('/ip/vrf', origin, { name: said(name, origin), interfaces: said('none', origin), comment });
  else draft.add('/routing/table', origin, { name: said(name, origin), fib: said('', origin), comment });
  for (const family of families) {
    const hops = via.filter((hop) => hop.family === family);
    if (hops.length === 0) continue;
    const at = places.at('via');
    draft.add(family === 4 ? '/ip/route' : '/ipv6/route', origin, {
      'dst-address': said(family === 4 ? '0.0.0.0/0' : '::/0', at),
      // The next hop is on a link that only the main table knows.
      gateway: said(hops.map((hop) => `${printAddress(hop)}@main`).join(','), at),
      // Without an answer from it the packets take the main table's way.
      'check-gateway': said('ping', at),
      'routing-table': said(name, origin),
      comment: tag(['pbr', name], origin),
    });
  }
}

function addMainRoutes({ draft }: LowerContext, { name, to = [], via, description }: PbrRule, places: Places): void {
  const origin = places.at('name');
  for (const [index, prefix] of to.entries()) {
    const hops = via.filter((hop) => hop.family === prefix.family);
    if (hops.length === 0) continue;
    const text = printPrefix(prefix);
    draft.add(prefix.family === 4 ? '/ip/route' : '/ipv6/route', origin, {
      'dst-address': said(text, places.at('to', index)),
      gateway: said(hops.map(printAddress).join(','), places.at('via')),
      'check-gateway': said('ping', places.at('via')),
      comment: tag(['pbr', name, text], origin, description),
    });
  }
}

function addLocalList(context: LowerContext, families: ReadonlySet<4 | 6>): void {
  const origin = context.device.places.keyAt('pbr');
  for (const [text, { family }] of localPrefixes(context)) {
    if (!families.has(family)) continue;
    context.draft.add(family === 4 ? '/ip/firewall/address-list' : '/ipv6/firewall/address-list', origin, {
      list: said(localList, origin),
      address: said(text, origin),
      comment: tag(['local', text], origin),
    });
  }
}

/** One match per way in, source, destination and family: each becomes one mark rule and its redirects. */
interface PbrClass {
  readonly family: 4 | 6;
  /** An interface of this device, or the subnets of a VLAN that is routed elsewhere. */
  readonly ingress: L3Layout | Prefix;
  readonly source: Prefix | undefined;
  readonly destination: Prefix | undefined;
}

function classesOf({ intent, layout }: LowerContext, { from, to, match, via }: PbrRule): PbrClass[] {
  const classes: PbrClass[] = [];
  for (const family of families) {
    if (!via.some((hop) => hop.family === family)) continue;
    const ofFamily = (prefix: Prefix) => prefix.family === family;
    const ingresses = from.flatMap((name): (L3Layout | Prefix)[] => {
      const zone = [...layout.l3.values()].filter((l3) => l3.zone === name || l3.name === name);
      const vlan = intent.site.vlans?.[name];
      return zone.length > 0 || !vlan ? zone : subnetsOf(vlan).filter(ofFamily);
    });
    for (const ingress of ingresses) {
      for (const source of match?.from?.filter(ofFamily) ?? [undefined]) {
        for (const destination of to?.filter(ofFamily) ?? [undefined]) {
          classes.push({ family, ingress, source, destination });
        }
      }
    }
  }
  return classes;
}

function addMarks(context: LowerContext, rule: PbrRule, places: Places): void {
  const { device, draft } = context;
  const origin = places.at('name');
  // FastTrack ignores routing marks: its rule leaves connections with a connection mark alone.
  const hasFasttrack = (device.settings.nat ?? device.settings.firewall) !== undefined;
  for (const [index, each] of classesOf(context, rule).entries()) {
    const menu: MenuPath = each.family === 4 ? '/ip/firewall/mangle' : '/ipv6/firewall/mangle';
    const match = mangleMatch(each, rule, places);
    const nth = [rule.name, ...(index > 0 ? [index + 1] : [])];
    if (hasFasttrack) {
      const mark = {
        chain: said('prerouting', origin),
        action: said('mark-connection', origin),
        ...match,
        'connection-state': said('new', origin),
        'new-connection-mark': said(rule.name, origin),
        passthrough: said(true, origin),
        comment: tag(['pbr', ...nth, 'connection'], origin),
      };
      draft.add(menu, origin, mark);
    }
    draft.add(menu, origin, {
      chain: said('prerouting', origin),
      action: said('mark-routing', origin),
      ...match,
      'new-routing-mark': said(rule.name, origin),
      passthrough: said(false, origin),
      comment: tag(['pbr', ...nth], origin, rule.description),
    });
  }
}

function mangleMatch(each: PbrClass, rule: PbrRule, places: Places): Settings {
  const { ingress, source, destination } = each;
  const fromAt = places.at('from');
  const isInterface = 'kind' in ingress;
  const from = source ?? (isInterface ? undefined : ingress);
  return {
    'in-interface': isInterface ? said(ingress.name, fromAt) : undefined,
    'src-address': from && said(printPrefix(from), source ? places.at('match', 'from') : fromAt),
    'dst-address': destination && said(printPrefix(destination), places.at('to')),
    'dst-address-list': destination ? undefined : said(`!${localList}`, places.at('name')),
    ...l4Match(rule, places),
  };
}

function l4Match({ match }: PbrRule, places: Places): Settings {
  const ports = match?.port?.map(printPorts).join(',');
  const sources = match?.['source-port']?.map(printPorts).join(',');
  return {
    protocol: match?.protocol && said(match.protocol, places.at('match', 'protocol')),
    'dst-port': said(ports, places.at('match', 'port')),
    'src-port': said(sources, places.at('match', 'source-port')),
  };
}

function printPorts({ from, to }: { from: number; to: number }): string {
  return from === to ? String(from) : `${from}-${to}`;
}
