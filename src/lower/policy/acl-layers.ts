// The ACLs of a site as layers: one for each ACL that judges packets of this device.

import { allPorts, type IntervalSet, isEmpty, unionOf } from '../../forwarding/packets/space.ts';
import type { NamedAcl } from '../../intent/check-acls.ts';
import { type AclRule, type Match, sidesOf } from '../../intent/schema-policy.ts';
import type { NumberRange } from '../../model/number-range.ts';
import { computeIfAbsent, derivedOnce } from '../../source/grouping.ts';
import type { LowerContext } from '../context.ts';
import type { L3Layout, Layout } from '../layout.ts';
import { bestEffort, marksPackets } from '../qos-support.ts';
import { destinationsOf, prefixSet } from './destinations.ts';
import { routedFamilies } from './families.ts';
import type { Entrances } from './implicit-layers.ts';
import { everything, type Family, type IngressPacketSet } from './ingress-packet-set.ts';
import { drop, type Layer, type LayerRule, type Mark } from './policy-rule.ts';

/** An ACL with the interfaces of this device at which it judges. */
export interface JudgingAcl extends NamedAcl {
  readonly interfaces: readonly L3Layout[];
}

export function judgingAcls({ intent, device, layout }: LowerContext): readonly JudgingAcl[] {
  return Object.entries(intent.site.acls ?? {}).flatMap(([name, acl]): JudgingAcl[] => {
    if (acl.devices && !acl.devices.includes(device.name)) return [];
    const interfaces = interfacesOf(layout, acl.from);
    return interfaces.length > 0 ? [{ name, acl, places: intent.below('acls', name), interfaces }] : [];
  });
}

/** VLANs that the device has a gateway in, and the ports of zones. */
export function interfacesOf({ l3 }: Layout, labels: readonly string[]): readonly L3Layout[] {
  return [...l3.values()].filter(
    ({ kind, name, zone }) =>
      (kind === 'vlan' && labels.includes(name)) || (zone !== undefined && labels.includes(zone)),
  );
}

export function aclLayer(context: LowerContext, acl: JudgingAcl, space: Entrances): Layer {
  const ingress = acl.interfaces.reduce((mask, l3) => mask | space.ofInterface(l3), 0n);
  const rules = sentencesOf(context, acl).map((rule) => ({ ...rule, match: { ...rule.match, ingress } }));
  return { stage: 'judge', rules };
}

const sentences = derivedOnce((_: Layout) => new Map<string, readonly LayerRule[]>());

/** Its rules, with no way in yet. Several readers ask the same long ACL: it is worked out once for a device. */
function sentencesOf(context: LowerContext, acl: JudgingAcl): readonly LayerRule[] {
  return computeIfAbsent(sentences(context.layout), acl.name, () =>
    acl.acl.rules.flatMap((rule, index) => ofSentence(context, acl, rule, index)),
  );
}

function ofSentence(
  context: LowerContext,
  { name, places }: JudgingAcl,
  rule: AclRule,
  index: number,
): readonly LayerRule[] {
  const { key, match } = sidesOf(rule);
  const cause = {
    rule: `acl ${name}/${index + 1}`,
    tag: ['acl', name, key],
    origin: places.at('rules', index),
    ...(rule.description !== undefined && { description: rule.description }),
  };
  const mark = markOf(context, rule);
  return setsOf(context, match, 0n).map((set) => ({
    match: set,
    effect: key === 'permit' ? 'permit' : drop,
    ...(rule.rate !== undefined && { limit: { bps: rule.rate, by: cause.rule } }),
    ...(mark && { mark }),
    cause,
  }));
}

function markOf({ device, target }: LowerContext, { qos: profile }: AclRule): Mark | undefined {
  if (profile === undefined || !marksPackets(target)) return undefined;
  const own = device.settings.qos?.profiles?.[profile];
  return { profile, trafficClass: own?.['traffic-class'] ?? bestEffort };
}

/** What a match says, once for each family that it says something about. */
export function setsOf(context: LowerContext, match: Match | undefined, ingress: bigint): readonly IngressPacketSet[] {
  return routedFamilies(context).flatMap((family) =>
    match ? setOfFamily(context, match, everything(ingress, family)) : [everything(ingress, family)],
  );
}

function setOfFamily(context: LowerContext, match: Match, all: IngressPacketSet): IngressPacketSet | [] {
  const { family } = all;
  if (match.protocol !== undefined && !hasProtocol(family, match.protocol)) return [];
  const source = match.from ? prefixSet(match.from, family) : all.source;
  const destination = destinationsOf(context, match.to, family);
  if (isEmpty(source) || isEmpty(destination)) return [];
  return {
    ...all,
    protocol: match.protocol && protocolName(match.protocol),
    source,
    destination,
    sourcePort: portsOf(match['source-port']),
    destinationPort: portsOf(match.port),
  };
}

/** RouterOS's names where they differ from the site's. */
const protocolNames: Readonly<Record<string, string>> = { esp: 'ipsec-esp', ah: 'ipsec-ah' };

export function protocolName(protocol: string): string {
  return protocolNames[protocol] ?? protocol;
}

/** ICMP has a version of its own for each family, and IGMP is IPv4's. */
export function hasProtocol(family: Family, protocol: string): boolean {
  return family === 4 ? protocol !== 'icmpv6' : protocol !== 'icmp' && protocol !== 'igmp';
}

/** All where none are said. */
export function portsOf(ranges: readonly NumberRange[] | undefined): IntervalSet {
  return ranges ? unionOf(ranges.map(({ from, to }) => ({ from, to: to + 1 }))) : allPorts;
}
