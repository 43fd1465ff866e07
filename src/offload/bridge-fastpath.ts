// What would use the FastPath of the bridges, what switches it off, as the engine finds it, and whom that costs.

import { bridgeRuleMenus, bridgeStops, fasttrackStops, type Stop } from '../forwarding/firewall/cpu-path.ts';
import { fasttrackRules } from '../forwarding/firewall/fasttrack-rules.ts';
import type { Bridge, Network } from '../forwarding/network/network.ts';
import type { Item, MenuPath } from '../model/config.ts';
import { derivedOnce } from '../source/grouping.ts';
import type { WrittenFinding } from './rule.ts';

type Block = Pick<Stop, 'item' | 'property'> & { readonly text: string };

/** Everything that stops bridge FastPath, settings first; empty = it is active. */
export const bridgeFastpathBlocks = derivedOnce((network: Network): readonly Block[] => {
  const meshes = fasttrackStops(network, 4).filter(({ reason }) => reason.cause.code === 'fastpath/fp-mesh');
  return [
    ...bridgeStops(network, network.bridges.values()).map(({ item, property, reason }) => {
      if (property === 'vlan-filtering') return { item, property, text: reason.cause.text };
      return { item, property, text: isBridgeRule(item) ? 'a rule of the bridge firewall' : switchesOff };
    }),
    ...meshes.slice(0, 1).map(({ item, property }) => ({ item, property, text: 'a mesh interface' })),
  ];
});

const switchesOff = 'switches bridge FastPath off';

export type StopWords = Pick<WrittenFinding, 'what'> & Partial<WrittenFinding>;

export const bridgeStopImplies = ['fastpath/fp-bridge-conditions', 'firewall/fasttrack-bridge-fp-off'] as const;

/** Stops that one rule is about, in its words. */
export function explainBridgeStops(
  network: Network,
  isMeant: (stop: Stop) => boolean,
  wordsFor: (stop: Stop, use: BridgeCpuUse) => StopWords,
): readonly WrittenFinding[] {
  if (network.bridges.size === 0) return [];
  const use = bridgeCpuUse(network);
  const relying = use.fasttrack ? [[use.fasttrack, 'action', 'FastTrack relies on bridge FastPath'] as const] : [];
  return bridgeStops(network, network.bridges.values())
    .filter(isMeant)
    .map((stop) => {
      const { related = [], ...words } = wordsFor(stop, use);
      const primary = [stop.property, switchesOff] as const;
      return { subject: stop.item, primary, ...words, related: [...relying, ...related] };
    });
}

/** A firewall is to see what stays in a bridge, which the CPU alone shows it. */
export function filtersBridged(network: Network): boolean {
  return bridgeStops(network, []).some(({ property }) => property !== 'allow-fast-path');
}

/** Whom it costs, as the beginning of a sentence. */
export function slowOverBridges({ fasttrack }: BridgeCpuUse): string {
  return fasttrack ? 'FastTrack connections over a bridge are slow' : 'packets that the CPU bridges take the slow path';
}

export function isBridgeRule({ menu }: Item): boolean {
  return ruleMenus.has(menu);
}

const ruleMenus: ReadonlySet<MenuPath> = new Set(bridgeRuleMenus);

export interface BridgeCpuUse {
  /** A FastTrack rule, when there is one and a bridge that its connections may cross. */
  readonly fasttrack: Item | undefined;
  /** Bridges of which the CPU switches at least one pair of ports. */
  readonly switching: readonly Bridge[];
  /** Bridges of which a chip switches ports, past the CPU. */
  readonly offloaded: readonly Bridge[];
}

export function bridgeCpuUse(network: Network): BridgeCpuUse {
  const bridges = [...network.bridges.values()].filter(({ ports }) => ports.length > 0);
  return {
    fasttrack: bridges.length > 0 ? fasttrackRules(network, 4)[0] : undefined,
    switching: bridges.filter(hasCpuPair),
    offloaded: bridges.filter(hasChipPair),
  };
}

/** Two ports between which a chip forwards. */
function hasChipPair({ ports, switches }: Bridge): boolean {
  return switches.some((chip) => ports.filter(({ hardware }) => hardware === chip).length > 1);
}

/** Two ports between which no single chip forwards. */
function hasCpuPair({ ports }: Bridge): boolean {
  const [first, ...others] = ports.map(({ hardware }) => hardware);
  if (others.length === 0) return false;
  return first === undefined || others.some((chip) => chip !== first);
}
