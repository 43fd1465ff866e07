// Translation validation: the policy of the site and the finished rules of the device decide every packet alike, or the
// first packet on which they differ is shown. Works on the finished configuration and on the layers, not on the way between.

import type { Config, Item } from '../../model/config.ts';
import { findPacket, type Listed, listed } from './find-packet.ts';
import type { IngressSpace } from './ingress-space.ts';
import { everything, type Family, type Packet } from './packet-set.ts';
import { isSameVerdict, type Layer, type LayerRule, pass, type Verdict } from './policy-rule.ts';
import { type InstalledRule, installedRules } from './read-switch-rules.ts';

export interface Proposition {
  readonly layers: readonly Layer[];
  readonly space: IngressSpace;
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
export function prove({ layers, space, families, config }: Proposition): Proof {
  const { rules, unread } = installedRules(config, space);
  if (unread.length > 0) return { kind: 'unread', items: unread };
  const wantedRules = layers.flatMap((layer, list) => listed(layer.rules, list));
  const emittedRules = listed(rules, layers.length);
  for (const family of families) {
    let difference: Omit<Extract<Proof, { kind: 'different' }>, 'packet'> | undefined;
    const packet = findPacket<(LayerRule | InstalledRule) & Listed>(
      everything(space.all, family),
      layers.length + 1,
      [...wantedRules, ...emittedRules],
      (first) => {
        const { verdict: wanted, by: wantedBy } = judge(layers, first.slice(0, -1).filter(isLayerRule));
        const emittedBy = first.filter(isInstalled)[0];
        const emitted = emittedBy?.verdict ?? pass;
        if (isSameVerdict(wanted, emitted)) return false;
        difference = { kind: 'different', wanted, wantedBy, emitted, emittedBy };
        return true;
      },
    );
    if (packet && difference) return { ...difference, packet };
  }
  return { kind: 'equal' };
}

function isInstalled(rule: object | undefined): rule is InstalledRule & Listed {
  return rule !== undefined && 'item' in rule;
}

function isLayerRule(rule: object | undefined): rule is LayerRule & Listed {
  return rule !== undefined && 'effect' in rule;
}

/** What the layers decide about a packet, by the first rule of each that matches it. */
export function judge(
  layers: readonly Layer[],
  matching: readonly (LayerRule & Listed)[],
): { readonly verdict: Verdict; readonly by: LayerRule | undefined } {
  const byList = new Map(matching.map((rule) => [rule.list, rule]));
  let isAccepted = false;
  let last: LayerRule | undefined;
  for (const [list, { stage }] of layers.entries()) {
    const rule = byList.get(list);
    if (!rule || (isAccepted && stage === 'judge')) continue;
    last = rule;
    if (rule.effect === 'accept') isAccepted = true;
    else if (rule.effect !== 'permit') return { verdict: rule.effect, by: rule };
  }
  return { verdict: pass, by: last };
}
