// Translation validation: the policy of the site and the finished rules of the device decide every packet alike, or
// the first packet on which they differ is shown. Works on the finished configuration and on the layers, not on the
// way between.

import { firewallMenu } from '../../forwarding/firewall/firewall.ts';
import { type Config, enabledItemsOf, type Item } from '../../model/config.ts';
import { findPacket, type Listed, listed } from './find-packet.ts';
import { routedAddresses } from './implicit-layers.ts';
import { everything, type Family, type IngressPacketSet, type Packet } from './ingress-packet-set.ts';
import type { IngressSpace } from './ingress-space.ts';
import { judge } from './judge.ts';
import {
  drop,
  fulfils,
  isSilent,
  type Layer,
  type LayerRule,
  pass,
  treated,
  treatmentOf,
  type Verdict,
} from './policy-rule.ts';
import { blackholes, type NamedEntrances, rawChains } from './read-raw-rules.ts';
import { type InstalledRule, installedRules } from './read-switch-rules.ts';

export interface Proposition {
  readonly layers: readonly Layer[];
  readonly space: IngressSpace;
  readonly config: Config;
  readonly entrances: NamedEntrances;
  readonly families: readonly Family[];
}

export type Proof =
  | { readonly kind: 'equal' }
  | {
      readonly kind: 'different';
      readonly packet: Packet;
      readonly wanted: Verdict;
      readonly wantedBy: LayerRule | undefined;
      readonly emitted: Verdict;
      readonly emittedBy: InstalledRule | undefined;
    }
  | { readonly kind: 'unread'; readonly items: readonly Item[] };

/** Throws `SearchTooLarge`. */
export function prove(proposition: Proposition): Proof {
  const { layers, space, families, config, entrances } = proposition;
  const { rules, unread } = installedRules(config, space);
  if (unread.length > 0) return { kind: 'unread', items: unread };
  const isCpuAsked = rules.some(({ verdict }) => verdict.kind === 'cpu');
  for (const family of families) {
    const raw = isCpuAsked ? rawChains(config, entrances, family) : new Map<string, readonly InstalledRule[]>();
    if (!raw) return { kind: 'unread', items: enabledItemsOf(config, firewallMenu('raw', family)) };
    const found = differenceIn(layers, [rules, blackholes(config, entrances, family), ...raw.values()], {
      region: everything(space.all, family),
      emittedVerdict,
    });
    if (found) return found;
  }
  return { kind: 'equal' };
}

type Candidate = (LayerRule | InstalledRule) & Listed;

interface Comparison {
  readonly region: IngressPacketSet;
  /** `first`: the first matching rule of each emitted list. */
  emittedVerdict(wanted: Verdict, first: readonly (InstalledRule | undefined)[]): Verdict;
}

/** The first packet of a region that the layers and the emitted lists decide differently. */
function differenceIn(
  layers: readonly Layer[],
  emitted: readonly (readonly InstalledRule[])[],
  { region, emittedVerdict: verdictOf }: Comparison,
): Extract<Proof, { kind: 'different' }> | undefined {
  if (isSilent(layers) && emitted.every(({ length }) => length === 0)) return undefined;
  const all: readonly Candidate[] = [
    ...layers.flatMap((layer, list) => listed(layer.rules, list)),
    ...emitted.flatMap((list, index) => listed(list, layers.length + index)),
  ];
  let difference: Omit<Extract<Proof, { kind: 'different' }>, 'packet'> | undefined;
  const packet = findPacket(region, layers.length + emitted.length, all, (first) => {
    const sentences = first.slice(0, layers.length).map((each) => (each && 'effect' in each ? each : undefined));
    const { verdict: wanted, by: wantedBy } = judge(layers, sentences);
    const matching = first.slice(layers.length).map((each) => (each && 'item' in each ? each : undefined));
    const found = verdictOf(wanted, matching);
    if (fulfils(found, wanted)) return false;
    difference = { kind: 'different', wanted, wantedBy, emitted: found, emittedBy: matching.find((each) => each) };
    return true;
  });
  return packet && difference && { ...difference, packet };
}

/**
 * The switch rules first; what they send to the CPU is judged there by the same ACLs; what is routed may find a
 * blackhole.
 */
function emittedVerdict(wanted: Verdict, [rule, route, ...raw]: readonly (InstalledRule | undefined)[]): Verdict {
  const first = rule?.verdict ?? pass;
  // Packets for the device itself are no unicast transit: neither the raw chains of ACLs nor a route sees them.
  if (wanted.kind === 'local') return first;
  const isDenied = raw.some((each) => each?.verdict.kind === 'drop');
  const isJudgedByCpu = first.kind === 'cpu' && wanted.kind !== 'cpu';
  const second = first.kind === 'cpu' && isDenied ? drop : isJudgedByCpu ? treated(pass, treatmentOf(first)) : first;
  return second.kind === 'pass' && route ? drop : second;
}

export interface FallbackProposition extends Omit<Proposition, 'layers' | 'space'> {
  /** The layer of each ACL that the CPU judges by, with the name of its chain. */
  readonly acls: readonly { readonly chain: string; readonly layer: Layer }[];
}

/** The firewall's fallbacks of ACLs, as if every packet came to the CPU. Throws `SearchTooLarge`. */
export function proveFallbacks({ acls, entrances, families, config }: FallbackProposition): Proof {
  for (const family of families) {
    const chains = rawChains(config, entrances, family);
    if (!chains) return { kind: 'unread', items: enabledItemsOf(config, firewallMenu('raw', family)) };
    for (const { chain, layer } of acls) {
      const found = differenceIn([layer], [chains.get(chain) ?? []], {
        region: { ...everything(entrances.all, family), destination: routedAddresses(family) },
        emittedVerdict: (_, [rule]) => rule?.verdict ?? pass,
      });
      if (found) return found;
    }
  }
  return { kind: 'equal' };
}
