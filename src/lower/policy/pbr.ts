// Policy routing on the CPU: a routing table of its own, and packets marked for it. Where a chip routes,
// `pbr-layer.ts` sends it exactly that class, because the chip forwards by the main table alone.

import { firewallMenu } from '../../forwarding/firewall/firewall.ts';
import type { Places } from '../../intent/intent.ts';
import type { PbrRule } from '../../intent/schema-policy.ts';
import { families, type Prefix, printAddress, printPrefix } from '../../model/prefix.ts';
import type { Location } from '../../source/location.ts';
import type { LowerContext } from '../context.ts';
import { type Settings, said } from '../draft.ts';
import { subnetsOf } from '../layout.ts';
import { tag } from '../tag.ts';
import { interfacesOf } from './acl-layers.ts';
import { localPrefixes } from './destinations.ts';
import { serviceMatch } from './filter-match.ts';
import { pbrForm } from './pbr-form.ts';
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
      if (chip) context.diagnostics.push(...pbrOnCpu(context, { rule, places, chip, form }));
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

/** One match per family, way in, source and destination: each becomes one mark rule. */
function classesOf({ intent, layout }: LowerContext, rule: PbrRule, places: Places) {
  const { from, to, match, via } = rule;
  const fromAt = places.at('from');
  const service = serviceMatch(match ?? {}, places.below('match'));
  const by = (key: string, prefixes: readonly Prefix[], family: 4 | 6, at: Location): readonly Settings[] =>
    prefixes.filter((each) => each.family === family).map((each) => ({ [key]: said(printPrefix(each), at) }));
  return families.flatMap((family) => {
    if (!via.some((hop) => hop.family === family)) return [];
    const ways = from.flatMap((name): readonly Settings[] => {
      const interfaces = interfacesOf(layout, [name]).map((l3) => ({ 'in-interface': said(l3.name, fromAt) }));
      // The packets of a VLAN that is routed elsewhere are known by their addresses alone.
      const subnets = subnetsOf(intent.site.vlans?.[name] ?? {});
      return interfaces.length > 0 ? interfaces : by('src-address', subnets, family, fromAt);
    });
    const sources = match?.from ? by('src-address', match.from, family, places.at('match', 'from')) : [{}];
    const beyond = { 'dst-address-list': said(`!${localList}`, places.at('name')) };
    const targets = to ? by('dst-address', to, family, places.at('to')) : [beyond];
    return ways.flatMap((way) =>
      sources.flatMap((source) =>
        targets.map((target) => ({ family, match: { ...way, ...source, ...target, ...service } })),
      ),
    );
  });
}

function addMarks(context: LowerContext, rule: PbrRule, places: Places): void {
  const { device, draft } = context;
  const origin = places.at('name');
  // FastTrack ignores routing marks: its rule leaves connections with a connection mark alone.
  const hasFasttrack = (device.settings.nat ?? device.settings.firewall) !== undefined;
  for (const [index, { family, match }] of classesOf(context, rule, places).entries()) {
    const menu = firewallMenu('mangle', family);
    const nth = [rule.name, ...(index > 0 ? [index + 1] : [])];
    if (hasFasttrack) {
      const mark = {
        chain: said('prerouting', origin),
        action: said('mark-connection', origin),
        ...match,
        'connection-mark': said('no-mark', origin),
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
