// Proves the switch rules of a device right, or says in a diagnostic which packet shows that they are not.

import type { Diagnostic, Label } from '../../diagnostics/diagnostic.ts';
import { advise, mistake } from '../../intent/mistake.ts';
import type { Config } from '../../model/config.ts';
import type { LowerContext } from '../context.ts';
import { describePacket } from './describe-packet.ts';
import { routedFamilies } from './families.ts';
import { SearchTooLarge } from './find-packet.ts';
import type { IngressSpace } from './ingress-space.ts';
import { type Layer, printVerdict } from './policy-rule.ts';
import { type Proof, prove } from './prove.ts';

export function proveTable(
  context: LowerContext,
  { layers, space, config }: { layers: readonly Layer[]; space: IngressSpace; config: Config },
): readonly Diagnostic[] {
  const byName = new Map([...context.layout.l3].map(([name, l3]) => [name, space.ofInterface(l3)]));
  const entrances = { all: space.all, byName };
  const proof = attempt(() => prove({ layers, space, entrances, families: routedFamilies(context), config }));
  if (proof.kind === 'equal') return [];
  const at = context.device.places.at('model');
  const device = context.device.name;
  if (proof.kind === 'unread') {
    const [item] = proof.items;
    return [
      mistake('lower/policy-not-proved', {
        what: `rosc cannot read rule ${item?.key ?? ''} back, so nothing is proved about the rules of \`${device}\``,
        at: item?.origin ?? at,
        device,
        why: 'The proof compares the finished rules with the site over all packets, and knows what rosc itself writes.',
      }),
    ];
  }
  if (proof.kind === 'too-large') {
    return [
      mistake('lower/policy-not-proved', {
        what: `the policies of \`${device}\` are too entangled to be proved within the time that a compile may take`,
        at,
        device,
        fix: advise('split the ACLs, or name fewer overlapping ranges in one of them'),
      }),
    ];
  }
  return [different(proof, { space, device, at })];
}

type Difference = Extract<Proof, { kind: 'different' }>;

function different(
  { packet, wanted, wantedBy, emitted, emittedBy }: Difference,
  { space, device, at }: { space: IngressSpace; device: string; at: Diagnostic['primary']['at'] },
): Diagnostic {
  const outcome = `${printVerdict(emitted)} instead of ${printVerdict(wanted)}`;
  const related: Label[] = emittedBy
    ? [{ at: emittedBy.item.origin, text: `a switch rule of this: ${printVerdict(emitted)}` }]
    : [];
  return mistake('lower/policy-not-equal', {
    what: `the switch rules of \`${device}\` would not do what the site says: ${outcome}`,
    at: wantedBy?.cause.origin ?? at,
    label: `${describePacket(packet, space)}: ${printVerdict(wanted)}`,
    related,
    device,
    why: 'Every compile compares the rules with the site over all packets that can exist; this one tells them apart.',
    fix: advise('this is a defect of rosc: please report it with the site, and do not apply the rules'),
  });
}

function attempt(run: () => Proof): Proof | { readonly kind: 'too-large' } {
  try {
    return run();
  } catch (error) {
    if (error instanceof SearchTooLarge) return { kind: 'too-large' };
    throw error;
  }
}
