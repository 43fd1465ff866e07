// What a switch chip could take of a bridge: the ports that ask for it, and whether it has every feature that the
// bridge uses.

import { chipBelow, isClaim } from '../forwarding/l3-leg.ts';
import type { Bridge, BridgeFeature, BridgePort, Network } from '../forwarding/network.ts';
import type { Item } from '../model/config.ts';
import { type Placement, worse } from '../model/placement.ts';
import type { Switch } from '../profile/target.ts';
import { append } from '../source/append.ts';
import type { WrittenFinding } from './rule.ts';

/** Every fact that decides whether a chip keeps a bridge. */
export const bridgeFacts: readonly BridgeFeature[] = [
  'l2.bridge',
  'l2.stp',
  'l2.mstp',
  'l2.vlan-filtering',
  'l2.tag-stacking',
  'l2.igmp-snooping',
  'l2.dhcp-snooping',
  'l2.arp-inspection',
];

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

/**
 * What becomes of each port of a bridge some of whose ports the CPU joins: the frames between two ports of one chip
 * stay in it; a port without another one on its chip has nobody to talk to but by the CPU.
 */
export function placementsAcross({ ports }: Bridge): ReadonlyMap<Item, Placement> {
  const hasNeighbour = (port: BridgePort) =>
    ports.some((other) => other !== port && other.hardware !== undefined && other.hardware === port.hardware);
  // A row that names a list of interfaces stands for several ports.
  const found = new Map<Item, Placement>();
  for (const port of ports) {
    found.set(port.item, worse(found.get(port.item) ?? 'hardware', hasNeighbour(port) ? 'hardware' : 'cpu'));
  }
  return found;
}

/** A feature of a bridge that costs the chip's help on chips without it. */
export interface Feature {
  readonly fact: BridgeFeature;
  /** As in `the chip does not offload VLAN filtering`. */
  readonly name: string;
  /** What switches it on. */
  readonly property: string;
  /** The value without it, and what setting it means. */
  readonly off?: readonly [value: string, title: string];
}

/**
 * Bridges that lose a chip to the feature. A single port of a chip has nothing to lose: its frames pass the CPU
 * anyway.
 */
export function featureLosses(network: Network, feature: Feature): readonly WrittenFinding[] {
  return [...network.bridges.values()].flatMap((bridge) => {
    const use = bridge.uses.find(({ fact, property }) => fact === feature.fact && property === feature.property);
    if (!use) return [];
    return [...candidatesByChip(network, bridge)].flatMap(([chip, ports]) => {
      if (ports.length < 2 || chip.fact(feature.fact)?.value === true) return [];
      return [lossOf(bridge, chip, ports, feature, use.item)];
    });
  });
}

function lossOf(
  bridge: Bridge,
  chip: Switch,
  ports: readonly BridgePort[],
  feature: Feature,
  item: Item,
): WrittenFinding {
  const { property, off } = feature;
  const fact = chip.fact(feature.fact);
  const affects = [item, ...ports.map((port) => port.item)];
  if (!fact) {
    return {
      subject: bridge.item,
      affects,
      placement: 'unknown',
      what: `it is not documented whether this chip keeps a bridge with ${feature.name}`,
      primary: [item, property, `${chip.chip} may leave \`${bridge.name}\` to the CPU`],
    };
  }
  return {
    subject: bridge.item,
    affects,
    placement: 'cpu',
    what: `\`${bridge.name}\` is switched by the CPU, because the switch chip does not offload ${feature.name}`,
    primary: [item, property, `${chip.chip} does not offload it`],
    evidence: [fact.says(`${chip.chip} does not offload bridges with ${feature.name}`)],
    ...(off && { fix: { set: property, to: off[0], title: off[1] } }),
    // A chip that would not keep the plain bridge either has nothing to lose.
    ...(isLostAnyway(bridge, chip, feature) && { cost: 'i' }),
  };
}

/** What a feature rule reads beside the fact of its feature. */
export const plainBridgeFacts = ['l2.bridge', 'l2.stp', 'l2.mstp'] as const;

function isLostAnyway({ uses }: Bridge, chip: Switch, feature: Feature): boolean {
  return plainBridgeFacts.some(
    (fact) => fact !== feature.fact && uses.some((use) => use.fact === fact) && chip.fact(fact)?.value === false,
  );
}
