// A switch rule behind one that matches everything that it matches.

import { type SwitchRule, switchRules } from '../../forwarding/acl.ts';
import type { Network } from '../../forwarding/network.ts';
import { type IntervalSet, type PacketMatch, subtract } from '../../forwarding/space.ts';
import { manualFix } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule, type Finding } from '../rule.ts';
import { effectOf, rulesMax, tellingProperty } from '../switch-rules.ts';

export const aclShadowed = defineRule({
  id: 'acl/acl-shadowed',
  cost: 'M',
  datapath: 'acl',
  needs: 'configuration',
  facts: [],
  summary: 'Of several switch rules that match a packet, only the first is applied',
  why: 'An earlier rule with another action matches everything that this rule matches, so it never applies.',
  remedy: 'Move the narrower rule to the front.',

  check({ network }) {
    const rules = switchRules(network).slice(0, rulesMax);
    const findings: Finding[] = [];
    for (const [index, rule] of rules.entries()) {
      const earlier = rules
        .slice(0, index)
        .find((each) => each.chip === rule.chip && differs(each, rule) && includes(network, each, rule));
      if (!earlier) continue;
      findings.push({
        subject: rule.item,
        placement: 'unpredictable',
        what: 'switch rules never apply: an earlier rule matches all of their packets',
        primary: label(rule.item, tellingProperty(rule.item), 'never applies'),
        related: [label(earlier.item, tellingProperty(earlier.item), 'matches first')],
        fix: manualFix('move the narrower rule in front of the wider one'),
      });
    }
    return findings;
  },
});

function differs(a: SwitchRule, b: SwitchRule): boolean {
  return effectOf(a.item) !== effectOf(b.item);
}

function includes(network: Network, wide: SwitchRule, narrow: SwitchRule): boolean {
  if (!includesPorts(network, wide, narrow) || wide.undecided.length > 0) return false;
  if (wide.vlanId !== undefined && wide.vlanId !== narrow.vlanId) return false;
  if (wide.vlanHeader !== undefined && wide.vlanHeader !== narrow.vlanHeader) return false;
  const [wideFrames, narrowFrames] = [wide, narrow].map(({ item }) => item.properties.get('mac-protocol')?.value);
  if (wideFrames !== undefined && wideFrames !== narrowFrames) return false;
  return includesMatch(wide.match, narrow.match);
}

function includesPorts(network: Network, wide: SwitchRule, narrow: SwitchRule): boolean {
  if (wide.ports === undefined) return true;
  const slaves = [...wide.ports].flatMap((name) => network.bonds.get(name)?.slaves ?? []);
  return (
    narrow.ports !== undefined && [...narrow.ports].every((name) => wide.ports?.has(name) || slaves.includes(name))
  );
}

function includesMatch(wide: PacketMatch, narrow: PacketMatch): boolean {
  if (wide.family !== undefined && wide.family !== narrow.family) return false;
  const { protocols } = wide;
  if (protocols && !(narrow.protocols && [...narrow.protocols].every((name) => protocols.has(name)))) return false;
  return (['source', 'destination', 'sourcePort', 'destinationPort'] as const).every((side) =>
    includesSet(wide[side], narrow[side]),
  );
}

function includesSet(wide: IntervalSet | undefined, narrow: IntervalSet | undefined): boolean {
  return wide === undefined || (narrow !== undefined && subtract(narrow, wide).length === 0);
}
