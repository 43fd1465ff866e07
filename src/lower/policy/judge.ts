// What the layers of a policy decide about a packet, once it is known which rule of each matches it first.

import type { Listed } from './find-packet.ts';
import { type Layer, type LayerRule, type Limit, pass, stricter, type Verdict, withLimit } from './policy-rule.ts';

/** `matching`: the first rule of each layer that has one, with the layer's index as its list. */
export function judge(
  layers: readonly Layer[],
  matching: readonly (LayerRule & Listed)[],
): { readonly verdict: Verdict; readonly by: LayerRule | undefined } {
  const byList = new Map(matching.map((rule) => [rule.list, rule]));
  let isAccepted = false;
  let last: LayerRule | undefined;
  let limit: Limit | undefined;
  for (const [list, { stage }] of layers.entries()) {
    const rule = byList.get(list);
    if (!rule || (isAccepted && stage === 'judge')) continue;
    last = rule;
    limit = stricter(limit, rule.limit);
    if (rule.effect === 'accept') isAccepted = true;
    else if (rule.effect !== 'permit') return { verdict: withLimit(rule.effect, limit), by: rule };
  }
  return { verdict: withLimit(pass, limit), by: last };
}
