// What the layers of a policy decide about a packet, once it is known which rule of each matches it first.

import { type Layer, type LayerRule, pass, type Treatment, together, treated, type Verdict } from './policy-rule.ts';

/** `first`: by layer, the first of its rules that matches. */
export function judge(
  layers: readonly Layer[],
  first: readonly (LayerRule | undefined)[],
): { readonly verdict: Verdict; readonly by: LayerRule | undefined } {
  let isAccepted = false;
  let last: LayerRule | undefined;
  let treatment: Treatment = {};
  for (const [list, { stage }] of layers.entries()) {
    const rule = first[list];
    if (!rule || (isAccepted && stage === 'judge')) continue;
    last = rule;
    treatment = together(treatment, rule);
    if (rule.effect === 'accept') isAccepted = true;
    else if (rule.effect !== 'permit') return { verdict: treated(rule.effect, treatment), by: rule };
  }
  return { verdict: treated(pass, treatment), by: last };
}
