// Whether one switch rule matches everything that another one matches.

import { type SwitchRule, switchRules } from '../forwarding/acl.ts';
import type { Network } from '../forwarding/network.ts';
import { type IntervalSet, type PacketMatch, subtract } from '../forwarding/space.ts';
import type { Item } from '../model/config.ts';

/** An earlier rule of the same chip that leaves this one no packet. */
export function isShadowed(network: Network, item: Item): boolean {
  const rules = switchRules(network);
  const index = rules.findIndex((rule) => rule.item === item);
  const rule = rules[index];
  return (
    rule !== undefined && rules.slice(0, index).some((each) => each.chip === rule.chip && includes(network, each, rule))
  );
}

export function includes(network: Network, wide: SwitchRule, narrow: SwitchRule): boolean {
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
