// What a switch chip could take of a bridge: the ports that ask for it, and whether it has every feature that the
// bridge uses.

import { chipBelow, isClaim } from '../forwarding/legs/l3-leg.ts';
import { memberReason } from '../forwarding/legs/port-leg.ts';
import type { Bridge, BridgePort, FeatureUse, Network } from '../forwarding/network/network.ts';
import { portReasons } from '../forwarding/paths/switched.ts';
import type { ChipFactKey } from '../profile/fact.ts';
import type { Switch } from '../profile/target.ts';
import { append } from '../source/append.ts';
import { groupBy } from '../source/grouping.ts';
import { bridgePorts, type RuleId, type WrittenFinding } from './rule.ts';

/** Enabled ports of a bridge by the chip below them, whether they ask for it or not. */
export function portsByChip(network: Network, bridge: Bridge): ReadonlyMap<Switch, readonly BridgePort[]> {
  const found = new Map<Switch, BridgePort[]>();
  for (const port of bridge.ports) {
    const chip = network.isUp(port.interface) ? chipBelow(network, port.interface) : undefined;
    if (chip) append(found, chip, port);
  }
  return found;
}

/** Ports that ask to be switched by their chip. */
export function candidatesByChip(network: Network, bridge: Bridge): ReadonlyMap<Switch, readonly BridgePort[]> {
  const candidates = [...portsByChip(network, bridge)].map(
    ([chip, ports]) => [chip, ports.filter((port) => isClaim(network, port, chip))] as const,
  );
  return new Map(candidates.filter(([, ports]) => ports.length > 0));
}

/** Ports whose frames do not fare as they should for this reason, of all bridges, as the engine says it. */
export function portsWith(code: RuleId) {
  return (network: Network) =>
    bridgePorts(network).flatMap(({ item, bridge, port }) => {
      const reason = portReasons(network, port).find(({ cause }) => cause.code === code);
      return reason ? [{ item, bridge, port, reason }] : [];
    });
}

/** The same by bridge, with what the engine says of the first of them. */
export function bridgesWith(code: RuleId) {
  return (network: Network) =>
    [...groupBy(portsWith(code)(network), ({ bridge }) => bridge)].map(([bridge, ports]) => ({
      item: bridge.item,
      bridge,
      affects: ports.map(({ item }) => item),
      reason: ports[0].reason,
    }));
}

/** Ports that the engine has this against, of bridges that the routing chip offloads. */
export function portsBesideChip(code: RuleId) {
  return (network: Network) =>
    bridgePorts(network).filter(
      ({ bridge, port }) =>
        bridge.switches.some((chip) => chip === network.offload?.switch) &&
        memberReason(network, port)?.cause.code === code,
    );
}

/** What a rule says of a feature that costs a bridge the help of its chip. */
export interface FeatureWords {
  /** As in `the chip does not offload VLAN filtering`. */
  readonly name: string;
  /** The value without it, and what setting it means. */
  readonly off?: readonly [value: string, title: string];
  /** What is left to do where the chip is known to have nothing else to offer. */
  readonly instead?: { readonly fact: ChipFactKey; readonly without: string };
}

/**
 * Bridges that lose a chip to a feature of this code, or to one of its properties alone. A single port of a chip has
 * nothing to lose, and no more has a chip that would not keep the plain bridge: their frames pass the CPU anyway.
 */
export function featureLosses(
  network: Network,
  code: RuleId,
  words: FeatureWords,
  wanted?: string,
): readonly WrittenFinding[] {
  return [...network.bridges.values()].flatMap((bridge) => {
    const use = bridge.uses.find((each) => each.code === code && (wanted ?? each.property) === each.property);
    if (!use) return [];
    return [...candidatesByChip(network, bridge)].flatMap(([chip, ports]) =>
      ports.length < 2 || chip.fact(use.fact)?.value === true || isLostAnyway(bridge, chip, use)
        ? []
        : lossOf(bridge, chip, ports, use, words),
    );
  });
}

function isLostAnyway({ uses }: Bridge, chip: Switch, { fact: own }: FeatureUse): boolean {
  return uses.some(({ fact }) => fact !== own && plainFacts.has(fact) && chip.fact(fact)?.value === false);
}

function lossOf(
  { item, name: bridge }: Bridge,
  chip: Switch,
  ports: readonly BridgePort[],
  use: FeatureUse,
  { name, off, instead }: FeatureWords,
): WrittenFinding {
  const { property } = use;
  const fact = chip.fact(use.fact);
  const found = { subject: item, affects: [use.item, ...ports.map((port) => port.item)] };
  if (!fact) {
    return {
      ...found,
      placement: 'unknown',
      what: `it is not documented whether this chip keeps a bridge with ${name}`,
      primary: [use.item, property, `${chip.chip} may leave \`${bridge}\` to the CPU`],
    };
  }
  const hasNone = instead && chip.fact(instead.fact)?.value === false;
  return {
    ...found,
    what: `\`${bridge}\` is switched by the CPU, because the switch chip does not offload ${name}`,
    primary: [use.item, property, `${chip.chip} does not offload it`],
    evidence: [fact.says(`${chip.chip} does not offload bridges with ${name}`)],
    ...(off && { fix: hasNone ? instead.without : { set: property, to: off[0], title: off[1] } }),
  };
}

const plainFacts: ReadonlySet<string> = new Set(['l2.bridge', 'l2.stp', 'l2.mstp']);
