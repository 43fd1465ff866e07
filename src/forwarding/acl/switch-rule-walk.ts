// What the switch rules do to a class of packets: the first rule that matches decides.

import { type Item, propertyValue } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { derivedPer } from '../../source/grouping.ts';
import { inBoth } from '../firewall/firewall.ts';
import type { Attachment } from '../network/attachments.ts';
import type { Network } from '../network/network.ts';
import { cause } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';
import { narrower, overlaps, type PacketMatch, type PacketSet, splitAll } from '../packets/space.ts';
import { filteringChip, narrowsBy, rulesAt, type SwitchRule } from './acl.ts';
import { addressedFrames, sentFrames } from './addressed-frames.ts';
import { inertReason, ruleReasons, untaggedReason } from './switch-rule-reasons.ts';

/** What the rules do to one part of a class. */
export interface AclOutcome {
  readonly packets: PacketSet;
  /** Undefined = no rule matches, which permits. */
  readonly rule: SwitchRule | undefined;
  /** Why the first rule whose match is not certain may not match, where that makes a difference. */
  readonly uncertainty: Cause | undefined;
}

/** Runs a class that enters by an attachment through the table. */
export function applySwitchRules(network: Network, ingress: Attachment, packets: PacketSet): readonly AclOutcome[] {
  return run(relevant(candidatesAt(network, ingress), packets.source), packets);
}

const relevant = narrower<Candidate>();

const candidatesAt = derivedPer((network: Network, ingress: Attachment): readonly Candidate[] =>
  rulesAt(network, ingress).flatMap((rule) =>
    partsOf(network, rule, ingress).flatMap((part) => {
      const uncertainty = uncertaintyAt(network, part, ingress);
      return uncertainty === 'never' ? [] : { rule, match: part.match, uncertainty };
    }),
  ),
);

/** The rule for packets that it matches, and for those that it may match: ends decide the MAC addresses of frames. */
function partsOf(network: Network, rule: SwitchRule, ingress: Attachment): readonly SwitchRule[] {
  const sent = cutByMac(network, ingress, rule, 'src-mac-address', sentFrames);
  return sent.flatMap((part) => cutByMac(network, ingress, part, 'dst-mac-address', addressedFrames));
}

function cutByMac(network: Network, ingress: Attachment, rule: SwitchRule, name: string, frames: typeof sentFrames) {
  const { match, item } = rule;
  if (!narrowsBy(item, name)) return [rule];
  const undecided = rule.undecided.filter((each) => each !== name);
  return (match.family ? [match.family] : families).flatMap((family) => {
    const { certain, open } = frames(network, ingress, propertyValue(item, name) ?? '', family);
    const partFor = (ends: typeof open) => {
      const source = inBoth(match.source, ends.source);
      return { ...match, family, source, destination: inBoth(match.destination, ends.destination) };
    };
    return [
      { ...rule, undecided, match: partFor(certain) },
      { ...rule, match: partFor(open) },
    ];
  });
}

/** Whether what enters there may meet the rule, by port and tag. */
export function meetsRule(network: Network, ingress: Attachment, item: Item): boolean {
  return candidatesAt(network, ingress).some(({ rule }) => rule.item === item);
}

interface Candidate {
  readonly rule: SwitchRule;
  readonly match: PacketMatch;
  readonly uncertainty: Cause | undefined;
}

function run(table: readonly Candidate[], packets: PacketSet): readonly AclOutcome[] {
  const outcomes: AclOutcome[] = [];
  let left: readonly PacketSet[] = [packets];
  for (const [index, candidate] of table.entries()) {
    if (!left.some((part) => overlaps(part, candidate.match))) continue;
    const { inside, outside } = splitAll(left, candidate.match);
    for (const part of inside) outcomes.push(...matched(candidate, part, () => run(table.slice(index + 1), part)));
    left = outside;
  }
  return [...outcomes, ...left.map((part) => ({ packets: part, rule: undefined, uncertainty: undefined }))];
}

/** A match that is not certain leaves two ways open; they only matter when they end differently. */
function matched(
  { rule, uncertainty }: Candidate,
  packets: PacketSet,
  goOn: () => readonly AclOutcome[],
): readonly AclOutcome[] {
  if (!uncertainty) return [{ packets, rule, uncertainty }];
  const otherwise = goOn();
  const end = endOf(rule);
  if (otherwise.every((outcome) => endOf(outcome.rule) === end)) return otherwise;
  return [
    { packets, rule, uncertainty },
    ...otherwise.map((each) => ({ ...each, uncertainty: each.uncertainty ?? uncertainty })),
  ];
}

function endOf(rule: SwitchRule | undefined): string {
  const action = rule?.action ?? { kind: 'permit' };
  return action.kind === 'new-vrf' ? `vrf ${action.vrf}` : action.kind;
}

/** Why a rule may not match what enters here, or may match more; undefined = it matches what it says. */
function uncertaintyAt(network: Network, rule: SwitchRule, ingress: Attachment): Cause | 'never' | undefined {
  const { item, vlanId, vlanHeader, undecided, ports } = rule;
  const { vid, tagged } = ingress;
  const asksVlan = vlanId !== undefined || vlanHeader !== undefined;
  const needsFiltering = ingress.ports[0]?.switch?.fact('acl.vlan-needs-filtering')?.value !== false;
  if (asksVlan && needsFiltering && typeof filteringChip(network, ingress.name) !== 'object')
    return inertReason(item).cause;
  if (vlanHeader !== undefined && (vlanHeader === 'present') !== tagged) return 'never';
  if (vlanId !== undefined && vid !== undefined && vlanId !== vid) return 'never';
  if (vlanId !== undefined && vid !== undefined && !tagged) return untaggedReason(item).cause;
  if (undecided.length > 0)
    return cause('flow/undecided', `whether \`${undecided.join(', ')}\` matches is not known`, item.origin);
  const [uncertainty] = ruleReasons(network, rule);
  if (uncertainty || !ports || ports.has(ingress.name)) return uncertainty?.cause;
  const text = 'the rule lists slaves of the bond, and no source says that it sees what enters by the bond';
  return cause('flow/undecided', text, item.origin);
}
