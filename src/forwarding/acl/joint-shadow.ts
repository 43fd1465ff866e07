// Earlier switch rules that leave a later one no packet only together: halves of a network, or some of its ports each.

import { concatenated } from '../../source/concatenated.ts';
import { allPorts, hasPorts, overlaps, type PacketSet, packetsBetween, splitAll } from '../packets/space.ts';
import type { SwitchRule } from './acl.ts';

/** Into more pieces than these nobody cuts a rule with others that leave it nothing. */
const piecesMax = 256;

/**
 * Of rules that see all frames of the later one, in order, those that take its packets; empty where some are left.
 * `seesPort`: whether a rule looks at a port of the later one, or at all ports.
 */
export function jointShadow(
  rule: SwitchRule,
  earlier: readonly SwitchRule[],
  seesPort: (earlier: SwitchRule, port: string | undefined) => boolean,
): readonly SwitchRule[] {
  const classes = classesOf(rule, earlier);
  const meeting = earlier.filter(({ match }) => classes.some((packets) => overlaps(packets, match)));
  const taking = [...(rule.ports ?? [undefined])].map((port) =>
    takersOf(
      classes,
      meeting.filter((each) => seesPort(each, port)),
    ),
  );
  return taking.some((each) => each.length === 0) ? [] : [...new Set(concatenated(taking))];
}

/** The rules that take something, one after the other; empty where something is left. */
function takersOf(classes: readonly PacketSet[], rules: readonly SwitchRule[]): readonly SwitchRule[] {
  const taking: SwitchRule[] = [];
  let left = classes;
  for (const rule of rules) {
    const { inside, outside } = splitAll(left, rule.match);
    if (inside.length > 0) taking.push(rule);
    left = outside;
    if (left.length === 0) return taking;
    if (left.length > piecesMax) return [];
  }
  return [];
}

/** All that the rule matches; frames of no or either family are not told apart. */
function classesOf({ match }: SwitchRule, earlier: readonly SwitchRule[]): readonly PacketSet[] {
  const { family, protocols, source, destination, sourcePort = allPorts, destinationPort = allPorts } = match;
  if (family === undefined) return [];
  const asksPorts = match.sourcePort !== undefined || match.destinationPort !== undefined;
  if (!protocols && asksPorts) return [];
  const named = concatenated(earlier.map((each) => [...(each.match.protocols ?? [])]));
  return [...(protocols ?? new Set([...named, '']))]
    .filter((protocol) => !asksPorts || hasPorts(protocol))
    .map((protocol) => ({
      ...packetsBetween(family, protocol, { ...(source && { source }), ...(destination && { destination }) }),
      sourcePort,
      destinationPort,
    }));
}
