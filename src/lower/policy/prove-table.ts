// Proves the switch rules of a device right, or says in a diagnostic which packet shows that they are not.

import type { Diagnostic, Found, Label } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import { printPoint } from '../../forwarding/packets/describe-packets.ts';
import { hasPorts, type Point } from '../../forwarding/packets/space.ts';
import type { LowerContext } from '../context.ts';
import type { L3Layout } from '../layout.ts';
import { chainOf, cpuAcls, cpuEntrances } from './acl-firewall.ts';
import { routedFamilies } from './families.ts';
import { SearchTooLarge } from './find-packet.ts';
import type { Packet } from './ingress-packet-set.ts';
import type { IngressSpace } from './ingress-space.ts';
import { printVerdict } from './policy-rule.ts';
import { type Proof, type Proposition, prove, proveFallbacks } from './prove.ts';

export interface Written extends Pick<Proposition, 'layers' | 'space' | 'config'> {
  /** Interfaces of which the chip sends packets to the CPU for judgement. */
  readonly sent: readonly L3Layout[];
}

export function proveTable(context: LowerContext, { layers, space, config, sent }: Written): readonly Diagnostic[] {
  const byName = new Map([...context.layout.l3].map(([name, l3]) => [name, space.ofInterface(l3)]));
  const entrances = { all: space.all, byName };
  const families = routedFamilies(context);
  const table = attempt(() => prove({ layers, space, entrances, families, config }));
  const acls = cpuAcls(context, sent).map(({ acl, rules }) => {
    return { chain: chainOf(acl), layer: { name: acl.name, stage: 'judge', rules } as const };
  });
  const onCpu = cpuEntrances(context);
  const fallbacks = attempt(() => proveFallbacks({ acls, entrances: onCpu, families, config }));
  const interfaces = [...onCpu.byName.keys()];
  return [
    sayProof(context, table, { rules: 'switch rules', entranceOf: (packet) => describeEntrance(packet, space) }),
    sayProof(context, fallbacks, {
      rules: 'firewall rules',
      entranceOf: ({ ingress }) => `\`${interfaces[ingress] ?? ''}\``,
    }),
  ].flat();
}

interface Subject {
  readonly rules: 'switch rules' | 'firewall rules';
  entranceOf(packet: Packet): string;
}

function sayProof(context: LowerContext, proof: Proof | { readonly kind: 'too-large' }, subject: Subject): Found {
  if (proof.kind === 'equal') return [];
  const at = context.device.places.at('model');
  const device = context.device.name;
  if (proof.kind === 'unread') {
    const [item] = proof.items;
    return mistake('lower/policy-not-proved', {
      what: `rosc cannot read rule ${item?.key ?? ''} back, so nothing is proved about the rules of \`${device}\``,
      at: item?.origin ?? at,
      device,
      why: 'The proof compares the finished rules with the site over all packets, and knows what rosc itself writes.',
    });
  }
  if (proof.kind === 'too-large') {
    return mistake('lower/policy-not-proved', {
      what: `the policies of \`${device}\` are too entangled to be proved within the time that a compile may take`,
      at,
      device,
      fix: 'split the ACLs, or name fewer overlapping ranges in one of them',
    });
  }
  return [different(proof, subject, { device, at })];
}

type Difference = Extract<Proof, { kind: 'different' }>;

function different(
  { packet, wanted, wantedBy, emitted, emittedBy }: Difference,
  { rules, entranceOf }: Subject,
  { device, at }: { device: string; at: Diagnostic['primary']['at'] },
): Diagnostic {
  const outcome = `${printVerdict(emitted)} instead of ${printVerdict(wanted)}`;
  const related: Label[] = emittedBy
    ? [{ at: emittedBy.item.origin, text: `one of the ${rules} of this: ${printVerdict(emitted)}` }]
    : [];
  return mistake('lower/policy-not-equal', {
    what: `the ${rules} of \`${device}\` would not do what the site says: ${outcome}`,
    at: wantedBy?.cause.origin ?? at,
    label: `${describePacket(packet, entranceOf(packet))}: ${printVerdict(wanted)}`,
    related,
    device,
    why: 'Every compile compares the rules with the site over all packets that can exist; this one tells them apart.',
    fix: 'this is a defect of rosc: please report it with the site, and do not apply the rules',
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

/** For the reader who has to see why two policies differ: `tcp 10.30.0.0 port 0 → 10.20.0.0 port 0, entering at …`. */
function describePacket(packet: Packet, entrance: string): string {
  const { family, protocol, source, destination, sourcePort, destinationPort } = packet;
  const withPort = (address: Point, port: Point | undefined) =>
    hasPorts(protocol) && port !== undefined
      ? `${printPoint(address, family)} port ${port}`
      : printPoint(address, family);
  const name = /^\d+$/.test(protocol) ? `protocol ${protocol}` : protocol;
  const ends = `${withPort(source, sourcePort)} → ${withPort(destination, destinationPort)}`;
  return `${name} ${ends}, entering at ${entrance}`;
}

/** `\`sfp-sfpplus5\` in VLAN \`guests\`` */
function describeEntrance({ ingress }: Packet, { atoms }: IngressSpace): string {
  const atom = atoms[ingress];
  const where = atom?.vlan === undefined ? '' : ` in VLAN \`${atom.vlan}\``;
  return `\`${atom?.attachment.name ?? ''}\`${where}`;
}
