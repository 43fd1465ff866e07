// Filters of routing protocols: rules of the site become chains in RouterOS's filter language, whose default is reject.

import type { Places } from '../intent/intent.ts';
import type { FilterRule } from '../intent/schema-routing.ts';
import { printPrefix } from '../model/prefix.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { tag } from './tag.ts';

/** Adds the chain's rules; `chain` is its name and part of every rule's tag. */
export function addFilterChain(
  { draft }: Pick<LowerContext, 'draft'>,
  { chain, rules, places }: { chain: string; rules: readonly FilterRule[]; places: Places },
): void {
  for (const [index, rule] of rules.entries()) {
    const texts = filterTexts(rule);
    for (const [nth, text] of texts.entries()) {
      addFilterRule(
        { draft },
        { chain, name: texts.length > 1 ? [index + 1, nth + 1] : [index + 1], text, places: places.below(index) },
      );
    }
  }
}

export function addFilterRule(
  { draft }: Pick<LowerContext, 'draft'>,
  { chain, name, text, places }: { chain: string; name: readonly number[]; text: string; places: Places },
): void {
  const origin = places.at();
  draft.add('/routing/filter/rule', origin, {
    chain: said(chain, origin),
    rule: said(text, origin),
    comment: tag(['filter', chain, ...name], origin),
  });
}

/** One text per prefix and community, because a condition takes one of each. */
function filterTexts(rule: FilterRule): readonly string[] {
  const prefixes = rule.accept ?? rule.reject;
  const longer = rule['longer-than'] === undefined ? [] : [`dst-len > ${rule['longer-than']}`];
  const actions = rule.accept === undefined ? 'reject' : [...settings(rule), 'accept'].join('; ');
  const destinations = prefixes === 'any' || !prefixes ? [[]] : prefixes.map((each) => [`dst in ${printPrefix(each)}`]);
  const communities = rule.community ? rule.community.map((each) => [`bgp-communities includes ${each}`]) : [[]];
  return destinations.flatMap((destination) =>
    communities.map((community) => {
      const all = [...destination, ...longer, ...community];
      return all.length > 0 ? `if (${all.join(' && ')}) { ${actions} }` : actions;
    }),
  );
}

function settings(rule: FilterRule): string[] {
  return [
    ...(rule['suppress-hw-offload'] ? ['set suppress-hw-offload yes'] : []),
    ...(rule.distance === undefined ? [] : [`set distance ${rule.distance}`]),
    ...(rule['local-preference'] === undefined ? [] : [`set bgp-local-pref ${rule['local-preference']}`]),
    ...(rule['add-community'] ? [`append bgp-communities ${rule['add-community'].join(',')}`] : []),
  ];
}
