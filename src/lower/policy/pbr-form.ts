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
  /** What keeps a chip from it that could do it. */
  readonly obstacle?: Obstacle;
}

interface Obstacle {
  readonly reason: string;
  readonly remedy: string;
}

export function pbrForm(context: LowerContext, rule: PbrRule): PbrForm {
  const { off, pairs } = statefulTraffic(context);
  const inPart = pairs.flatMap(({ from, to }) => interfacesOf(context.layout, [...from, ...to]));
  const whyNoRoutes = routesReason(context, rule) ?? met(inPart, rule)?.reason;
  if (whyNoRoutes === undefined) return { kind: 'routes', rejected: [] };
  const noRoutes = { form: 'routes of the main table', reason: whyNoRoutes };
  if (!context.target.offloadSwitch) return { kind: 'cpu', rejected: [noRoutes] };
  const noVrf = (reason: string) => ({ form: 'VRF by switch rule', reason });
  const whyNotThere = chipReason(context);
  if (whyNotThere !== undefined) return { kind: 'cpu', rejected: [noRoutes, noVrf(whyNotThere)] };
  const obstacle = offChip(context, rule) ?? met([...off.map(({ l3 }) => l3), ...inPart], rule);
  if (!obstacle) return { kind: 'vrf', rejected: [noRoutes] };
  return { kind: 'cpu', rejected: [noRoutes, noVrf(obstacle.reason)], obstacle };
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

function chipReason({ target }: LowerContext): string | undefined {
  const chip = target.offloadSwitch;
  const [move, vrf] = [chip?.fact('acl.new-vrf'), chip?.fact('l3.vrf')];
  if (!chip || !move || !vrf) return `whether ${chip?.chip ?? 'the chip'} can do it is not known`;
  return move.value && vrf.value ? undefined : `${chip.chip} cannot do it at this RouterOS version`;
}

function offChip(context: LowerContext, { via }: PbrRule): Obstacle | undefined {
  const links = [...context.layout.l3.values()].filter((l3) => via.some((hop) => holds(l3, hop)));
  const foreign = links.find((l3) => !isWhollyOnChip(context, l3));
  return (
    foreign && {
      reason: `\`${foreign.name}\`, the way to the next hop, is not on the chip`,
      remedy: 'lead to the next hop by a port of the chip',
    }
  );
}

function met(watched: readonly L3Layout[], { via }: PbrRule): Obstacle | undefined {
  const l3 = watched.find((each) => via.some((hop) => holds(each, hop)));
  return (
    l3 && {
      reason: `packets by \`${l3.name}\` have to meet NAT or the firewall, which only the CPU has`,
      remedy: 'leave NAT and the firewall to a device behind the next hop',
    }
  );
}
