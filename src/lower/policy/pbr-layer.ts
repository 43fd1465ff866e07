// What policy routing asks of a chip: the class, and nothing else, leaves the main table.

import { allAddresses, subtract } from '../../forwarding/packets/space.ts';
import type { PbrRule } from '../../intent/schema-policy.ts';
import type { Prefix } from '../../model/prefix.ts';
import type { LowerContext } from '../context.ts';
import { subnetsOf } from '../layout.ts';
import { interfacesOf, setsOf } from './acl-layers.ts';
import { localPrefixes, prefixSet } from './destinations.ts';
import { routedFamilies } from './families.ts';
import type { Entrances } from './implicit-layers.ts';
import type { IngressPacketSet } from './ingress-packet-set.ts';
import { pbrForm } from './pbr-form.ts';
import { type Layer, type LayerRule, toCpu, type Verdict } from './policy-rule.ts';

export function pbrLayer(context: LowerContext, space: Entrances): Layer {
  const { device } = context;
  const rules = (device.settings.pbr ?? []).flatMap((rule, index): LayerRule[] => {
    const cause = {
      rule: `pbr ${rule.name}`,
      tag: ['pbr', rule.name],
      origin: device.places.at('pbr', index, 'name'),
      ...(rule.description !== undefined && { description: rule.description }),
    };
    const { kind } = pbrForm(context, rule);
    if (kind === 'routes') return [];
    const effect: Verdict = kind === 'vrf' ? { kind, vrf: rule.name } : toCpu;
    return steeredSets(context, rule, space).map((match) => ({ match, effect, cause }));
  });
  return { stage: 'steer', rules };
}

/** What a rule steers, for each family that it has a next hop for. */
function steeredSets(context: LowerContext, rule: PbrRule, space: Entrances): readonly IngressPacketSet[] {
  const { from, to, match, via } = rule;
  const local = [...localPrefixes(context).values()];
  return routedFamilies(context)
    .filter((family) => via.some((hop) => hop.family === family))
    .flatMap((family) => {
      const destination = to ? prefixSet(to, family) : subtract(allAddresses(family), prefixSet(local, family));
      return waysIn(context, from, space).flatMap(({ ingress, sources }): IngressPacketSet[] => {
        if (sources?.every((prefix) => prefix.family !== family)) return [];
        return setsOf(context, match ?? {}, ingress)
          .filter((set) => set.family === family)
          .map((set) => ({
            ...set,
            destination,
            source: sources && !match?.from ? prefixSet(sources, family) : set.source,
          }));
      });
    });
}

interface WayIn {
  readonly ingress: bigint;
  /** Set for a VLAN that is routed elsewhere: its packets are known by their addresses alone. */
  readonly sources?: readonly Prefix[];
}

function waysIn({ intent, layout }: LowerContext, from: readonly string[], space: Entrances): readonly WayIn[] {
  return from.flatMap((label): WayIn[] => {
    const interfaces = interfacesOf(layout, [label]);
    const vlan = intent.site.vlans?.[label];
    if (interfaces.length === 0) return vlan ? [{ ingress: space.all, sources: subnetsOf(vlan) }] : [];
    return [{ ingress: interfaces.reduce((mask, l3) => mask | space.ofInterface(l3), 0n) }];
  });
}
