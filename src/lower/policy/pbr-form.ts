// Which form policy routing takes: plain routes where only the destination matters, a VRF in the chip where chip and
// version have it, and the CPU for the rest.

import type { PbrRule } from '../../intent/schema-policy.ts';
import { containsPrefix, overlaps, printPrefix } from '../../model/prefix.ts';
import type { LowerContext } from '../context.ts';
import { isWhollyOnChip } from '../ingress.ts';
import type { L3Layout } from '../layout.ts';
import type { RejectedForm } from '../lowered.ts';
import { holds } from '../site-paths.ts';
import { interfacesOf } from './acl-layers.ts';
import { localPrefixes } from './destinations.ts';
import { statefulTraffic } from './stateful.ts';

export interface PbrForm {
  readonly kind: 'routes' | 'vrf' | 'cpu';
  readonly rejected: readonly RejectedForm[];
}

export function pbrForm(context: LowerContext, rule: PbrRule): PbrForm {
  const { off, pairs } = statefulTraffic(context);
  const inPart = pairs.flatMap(({ from, to }) => interfacesOf(context.layout, [...from, ...to]));
  const whyNoRoutes = routesReason(context, rule) ?? metReason(inPart, rule);
  if (whyNoRoutes === undefined) return { kind: 'routes', rejected: [] };
  const noRoutes = { form: 'routes of the main table', reason: whyNoRoutes };
  if (!context.target.offloadSwitch) return { kind: 'cpu', rejected: [noRoutes] };
  const whyNoVrf = vrfReason(context, rule) ?? metReason([...off.map(({ l3 }) => l3), ...inPart], rule);
  if (whyNoVrf === undefined) return { kind: 'vrf', rejected: [noRoutes] };
  return { kind: 'cpu', rejected: [noRoutes, { form: 'VRF by switch rule', reason: whyNoVrf }] };
}

/**
 * Routes of the main table do it when the rule asks for nothing but a destination, from wherever, and nothing else says
 * where the destination is. On the link to the next hop only the next hop sends, and nothing back to itself.
 */
function routesReason(context: LowerContext, rule: PbrRule): string | undefined {
  const { from, to, match, via } = rule;
  if (!to) return 'it is about everything that only a default route reaches';
  if (match) return 'it looks at more than the destination';
  const { layout, device } = context;
  const steered = interfacesOf(layout, from);
  const spared = [...layout.l3.values()].find(
    (l3) => !l3.isManagement && !steered.includes(l3) && (l3.kind === 'vlan' || !via.some((hop) => holds(l3, hop))),
  );
  if (spared) return `packets of \`${spared.name}\` do not take this way`;
  const routed = (device.settings.routes ?? []).flatMap((route) => (route.vrf === undefined ? [route.to] : []));
  const known = [...routed, ...localPrefixes(context).values()];
  const within = known.find((prefix) => to.some((each) => containsPrefix(each, prefix)));
  if (within) return `\`${printPrefix(within)}\`, which is among the destinations, has a route of its own`;
  const rules = device.settings.pbr ?? [];
  const later = rules
    .slice(rules.indexOf(rule) + 1)
    .find((each) => !each.to || each.to.some((other) => to.some((own) => overlaps(own, other))));
  return later && `\`${later.name}\`, which comes after it, would be asked first`;
}

function vrfReason(context: LowerContext, { via }: PbrRule): string | undefined {
  const chip = context.target.offloadSwitch;
  const [move, vrf] = [chip?.fact('acl.new-vrf'), chip?.fact('l3.vrf')];
  if (!chip || !move || !vrf) return `whether ${chip?.chip ?? 'the chip'} can do it is not known`;
  if (!move.value || !vrf.value) return `${chip.chip} cannot do it at this RouterOS version`;
  const links = [...context.layout.l3.values()].filter((l3) => via.some((hop) => holds(l3, hop)));
  const foreign = links.find((l3) => !isWhollyOnChip(context, l3));
  return foreign && `\`${foreign.name}\`, the way to the next hop, is not on the chip`;
}

function metReason(watched: readonly L3Layout[], { via }: PbrRule): string | undefined {
  const met = watched.find((l3) => via.some((hop) => holds(l3, hop)));
  return met && `packets by \`${met.name}\` have to meet NAT or the firewall, which only the CPU has`;
}
