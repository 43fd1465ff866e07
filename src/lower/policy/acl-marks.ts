// What to know about QoS profiles that ACLs give: switch rules alone do it, for packets that the chip forwards itself.

import type { Diagnostic, Found } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import { overlapsSet } from '../../forwarding/packets/space.ts';
import type { Location } from '../../source/location.ts';
import type { LowerContext } from '../context.ts';
import { isWhollyOnChip } from '../ingress.ts';
import type { L3Layout } from '../layout.ts';
import { marksPackets, sayQosTooOld } from '../qos-support.ts';
import { type JudgingAcl, judgingAcls } from './acl-layers.ts';
import { destinationsOf } from './destinations.ts';
import { overlap } from './ingress-packet-set.ts';
import type { Layer, LayerRule } from './policy-rule.ts';

/** `layers`: the sentences of the site, those of ACLs as they stand. */
export function aclMarks(context: LowerContext, layers: readonly Layer[]): readonly Diagnostic[] {
  const sentences = layers.flatMap(({ rules }) => rules);
  const redirects = sentences.filter(({ effect }) => typeof effect === 'object' && effect.kind === 'cpu');
  return judgingAcls(context).flatMap((acl) =>
    acl.acl.rules.flatMap(({ qos }, index): Found => {
      if (qos === undefined) return [];
      const unseen = withoutChip(context, acl, index);
      if (unseen) return unseen;
      if (!marksPackets(context.target)) {
        sayQosTooOld(context, acl.places.at('rules', index, 'qos'));
        return [];
      }
      const own = sentences.filter(({ cause }) => cause.rule === `acl ${acl.name}/${index + 1}`);
      const redirect = redirects.find(({ match }) => own.some((each) => overlap(each.match, match)));
      const by = redirect?.cause.origin ?? offHardware(context, acl, own);
      return by ? onCpu(context, acl.places.at('rules', index, 'qos'), by) : [];
    }),
  );
}

function withoutChip(context: LowerContext, { places, interfaces }: JudgingAcl, index: number): Diagnostic | undefined {
  const unmarked = interfaces.find((l3) => !isWhollyOnChip(context, l3));
  if (!unmarked) return undefined;
  return mistake('lower/acl-mark-without-chip', {
    what: `what enters by \`${unmarked.name}\` would get no QoS profile: the CPU routes it`,
    at: places.at('rules', index, 'qos'),
    device: context.device.name,
    why: 'Only a switch rule marks the packets of an ACL. On the CPU that is mangle, which rosc does not make unasked.',
    fix: 'leave `qos` out here, or write the mangle rule as a `raw:` line',
  });
}

/** Where it stands that the CPU routes some of these packets, because of the interface that they enter or leave by. */
function offHardware(
  context: LowerContext,
  { interfaces }: JudgingAcl,
  own: readonly LayerRule[],
): Location | undefined {
  const met = [...context.layout.l3.values()].filter(
    (l3) => interfaces.includes(l3) || own.some((each) => leavesBy(context, l3, each)),
  );
  const names = met.flatMap(({ kind, name, attachments }) =>
    kind === 'vlan' ? [name] : attachments.flatMap(({ ports }) => ports),
  );
  const { get } = context.draft;
  const items = names.map((name) => get('/interface/vlan', name) ?? get('/interface/ethernet/switch/port', name));
  return items.map((item) => item?.get('l3-hw-offloading')).find((flag) => flag?.value === 'no')?.origin;
}

function leavesBy(context: LowerContext, { name, zone }: L3Layout, { match }: LayerRule): boolean {
  return overlapsSet(match.destination, destinationsOf(context, [zone ?? name], match.family));
}

function onCpu({ device }: LowerContext, at: Location, by: Location): Diagnostic {
  return mistake('lower/acl-mark-on-cpu', {
    what: 'some of these packets keep the markings that they came with: the CPU routes them',
    at,
    related: [{ at: by, text: 'because of this' }],
    severity: 'warning',
    device: device.name,
    why: 'The chip gives QoS profiles to what it forwards itself.',
    fix: 'leave these packets out of one of the two',
  });
}
