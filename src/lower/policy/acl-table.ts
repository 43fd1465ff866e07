// An ACL as few rules: what lowering writes out. The proof reads the sentences themselves, in `acl-layers.ts`.

import { computeIfAbsent, derivedOnce } from '../../source/grouping.ts';
import type { LowerContext } from '../context.ts';
import type { Layout } from '../layout.ts';
import { aclLayer, type JudgingAcl } from './acl-layers.ts';
import { SearchTooLarge } from './find-packet.ts';
import type { Entrances } from './implicit-layers.ts';
import { type Layer, type LayerRule, type Part, type PolicyRule, pass, treated, treatmentOf } from './policy-rule.ts';
import { simplify } from './simplify.ts';

const tablesOf = derivedOnce((_: Layout) => new Map<string, readonly PolicyRule[]>());

/** Decides what the layer of the ACL decides. All rules of an ACL have the same ways in. */
export function aclTable(context: LowerContext, acl: JudgingAcl, space: Entrances): Layer {
  const anywhere: Entrances = { all: 1n, ofInterface: () => 1n };
  const table = computeIfAbsent(tablesOf(context.layout), acl.name, () =>
    fewest(aclLayer(context, acl, anywhere).rules),
  );
  const ingress = acl.interfaces.reduce((mask, l3) => mask | space.ofInterface(l3), 0n);
  const rules = table.map(({ match, verdict, parts: [first, ...others] }): LayerRule => {
    const enter = (part: Part): Part => ({ ...part, match: { ...part.match, ingress } });
    const { limit, mark } = treatmentOf(verdict);
    return {
      match: { ...match, ingress },
      effect: verdict.kind === 'pass' ? 'permit' : verdict,
      ...(limit && { limit }),
      ...(mark && { mark }),
      cause: first.cause,
      parts: [enter(first), ...others.map(enter)],
    };
  });
  return { stage: 'judge', rules };
}

/** Rules of one layer that permits and denies, as few as decide the same; as they are where that is too hard. */
export function fewest(rules: readonly LayerRule[]): readonly PolicyRule[] {
  const list = rules.map((rule): PolicyRule => {
    const { match, effect, cause, parts } = rule;
    const verdict = treated(typeof effect === 'string' ? pass : effect, rule);
    return { match, verdict, parts: parts ?? [{ match, cause }] };
  });
  try {
    return simplify(list, () => 1);
  } catch (error) {
    if (error instanceof SearchTooLarge) return list;
    throw error;
  }
}
