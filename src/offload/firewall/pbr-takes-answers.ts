// Policy routing that takes answers of translated connections too, and sends them out again instead of to who asked.

import type { Concerns, EndGroup } from '../../forwarding/bypass/routed-classes.ts';
import { isOfSourceNat } from '../../forwarding/firewall/outcome.ts';
import { routedEnds } from '../../forwarding/legs/ends.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { type Forwarded, forwarded, isTranslating } from '../../forwarding/paths/forwarded.ts';
import { lookUp } from '../../forwarding/routing/fib.ts';
import type { Item } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { markingRules } from '../marks.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const pbrTakesAnswers = defineRule({
  id: 'firewall/pbr-takes-answers',
  cost: 'C',
  implies: ['firewall/pbr-takes-own'],
  datapath: 'l3-routing',
  summary: 'Answers pass prerouting too: a rule that does not ask where packets enter marks them like what they answer',
  why: 'The table of the mark has no way to who asked, so answers leave by the provider that they came from, and connections never open. What is for the device itself and between its networks meets the same rule.',
  remedy:
    'Name where connections come from (`in-interface`, `in-interface-list`), and leave out what is for the device and its own networks (`dst-address-type=!local`).',

  check: ({ network }) => families.flatMap((family) => takenAnswers(network, family)),
});

/** Each rule once, by the first answers that it takes. */
function takenAnswers(network: Network, family: 4 | 6): readonly WrittenFinding[] {
  const rules = markingRules(network, family);
  const ends = rules.length > 0 ? routedEnds(network, family) : [];
  const names = new Set(ends.filter((end) => isTranslating(network, end, family)).map(({ name }) => name));
  if (names.size === 0) return [];
  const found = new Map<Item, WrittenFinding>();
  const isOutside = (group: EndGroup) => group.ends.some(({ name }) => names.has(name));
  const isAsked: Concerns = (...pair) => found.size < rules.length && pair.some(isOutside);
  for (const each of forwarded(network, family, isAsked)) {
    const rule = rules.find((item) => each.outcome.steps.some(({ at }) => at === item.origin));
    if (!rule || found.has(rule) || !isSentOut(network, each, names)) continue;
    found.set(rule, {
      subject: rule,
      what: 'answers are sent out again: policy routing takes them too',
      primary: ['action', `takes what enters by \`${each.from}\`, and sends it out by \`${each.to}\``],
    });
  }
  return [...found.values()];
}

/** Answers that NAT translates back, on another way than to the network that they are for; `outside`: of providers. */
function isSentOut(network: Network, { outcome, to }: Forwarded, outside: ReadonlySet<string>): boolean {
  const { traffic, translated, placement, packets } = outcome;
  if (traffic.opens || !isOfSourceNat(translated) || placement !== 'cpu' || to === undefined) return false;
  const ways = lookUp(network, { packets, table: 'main' });
  return ways.every((way) => way.kind === 'egress' && way.interface !== to && !outside.has(way.interface));
}
