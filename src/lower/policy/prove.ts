// Translation validation: the policy of the site and the finished rules of the device decide every packet alike, or
// the first packet on which they differ is shown. Works on the finished configuration and on the layers, not on the
// way between.

import { type Config, enabledItemsOf, type Item } from '../../model/config.ts';
import { findPacket, type Listed, listed } from './find-packet.ts';
import type { IngressSpace } from './ingress-space.ts';
import { judge } from './judge.ts';
import { everything, type Family, type Packet } from './packet-set.ts';
import { drop, fulfils, type Layer, type LayerRule, pass, type Verdict } from './policy-rule.ts';
import { blackholes, type LaterRule, type NamedEntrances, rawRules } from './read-raw-rules.ts';
import { type InstalledRule, installedRules } from './read-switch-rules.ts';

export interface Proposition {
  readonly layers: readonly Layer[];
  readonly space: IngressSpace;
  readonly entrances: NamedEntrances;
  readonly families: readonly Family[];
  readonly config: Config;
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
  const { layers, space, families, config } = proposition;
  const { rules, unread } = installedRules(config, space);
  if (unread.length > 0) return { kind: 'unread', items: unread };
  for (const family of families) {
    const raw = rawRules(config, proposition.entrances, family);
    if (!raw) return { kind: 'unread', items: enabledItemsOf(config, '/ip/firewall/raw') };
    const emitted = [rules, raw, blackholes(config, proposition.entrances, family)];
    const all: readonly Candidate[] = [
      ...layers.flatMap((layer, list) => listed(layer.rules, list)),
      ...emitted.flatMap((list, index) => listed(list, layers.length + index)),
    ];
    let difference: Omit<Extract<Proof, { kind: 'different' }>, 'packet'> | undefined;
    const packet = findPacket(everything(space.all, family), layers.length + emitted.length, all, (first) => {
      const { verdict: wanted, by: wantedBy } = judge(layers, first.slice(0, layers.length).filter(isLayerRule));
      const [rule, later, route] = first.slice(layers.length).map((each) => (isEmitted(each) ? each : undefined));
      const found = emittedVerdict(wanted, { rule, raw: later, route });
      if (fulfils(found, wanted)) return false;
      difference = { kind: 'different', wanted, wantedBy, emitted: found, emittedBy: rule };
      return true;
    });
    if (packet && difference) return { ...difference, packet };
  }
  return { kind: 'equal' };
}

type Candidate = (LayerRule | InstalledRule | LaterRule) & Listed;

interface Matching {
  readonly rule: LaterRule | undefined;
  readonly raw: LaterRule | undefined;
  readonly route: LaterRule | undefined;
}

/**
 * The switch rules first; what they send to the CPU is judged there by the same ACL; what is routed may find a
 * blackhole.
 */
function emittedVerdict(wanted: Verdict, { rule, raw, route }: Matching): Verdict {
  const first = rule?.verdict ?? pass;
  // Packets for the device itself are no unicast transit: neither the raw chain of ACLs nor a route sees them.
  if (wanted.kind === 'local') return first;
  const isJudgedByCpu = first.kind === 'cpu' && wanted.kind !== 'cpu';
  const second = first.kind === 'cpu' && raw?.verdict.kind === 'drop' ? drop : isJudgedByCpu ? pass : first;
  return second.kind === 'pass' && route ? drop : second;
}

function isEmitted(rule: Candidate | undefined): rule is (InstalledRule | LaterRule) & Listed {
  return rule !== undefined && 'item' in rule;
}

function isLayerRule(rule: Candidate | undefined): rule is LayerRule & Listed {
  return rule !== undefined && 'effect' in rule;
}
