// Policy routing that takes answers of translated connections too, or a VRF whose networks `main` does not know: the
// answers are sent out again instead of to who asked.

import type { Concerns } from '../../forwarding/bypass/routed-classes.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { forwarded } from '../../forwarding/paths/forwarded.ts';
import { translatingEnds } from '../../forwarding/paths/translating-ends.ts';
import type { Item } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { markingRules } from '../marks.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const pbrTakesAnswers = defineRule({
  id: 'firewall/pbr-takes-answers',
  cost: 'C',
  implies: ['firewall/pbr-takes-own'],
  datapath: 'l3-routing',

  check: ({ network }) => families.flatMap((family) => takenAnswers(network, family)),
});

/** Each rule and VRF once, by the first answers that are lost. */
function takenAnswers(network: Network, family: 4 | 6): readonly WrittenFinding[] {
  const rules = [...markingRules(network, family), ...[...network.vrfs.values()].map(({ item }) => item)];
  const outside = rules.length > 0 ? translatingEnds(network, family) : new Set();
  const found = new Map<Item, WrittenFinding>();
  const isAsked: Concerns = (...pair) =>
    found.size < rules.length && pair.some(({ ends }) => ends.some(({ name }) => outside.has(name)));
  for (const { outcome, from, to } of outside.size > 0 ? forwarded(network, family, isAsked) : []) {
    const lost = outcome.because.find(({ code }) => code === 'firewall/pbr-takes-answers');
    const rule = lost && rules.find((item) => lost.at === item.origin);
    if (!rule || found.has(rule)) continue;
    found.set(rule, {
      subject: rule,
      placement: outcome.placement,
      ...(rule.menu === '/ip/vrf'
        ? {
            ...ofVrf,
            primary: ['interfaces', `\`main\` sends what enters by \`${from}\` for these out by \`${to}\``],
          }
        : {
            what: 'answers are sent out again: policy routing takes them too',
            primary: ['action', `takes what enters by \`${from}\`, and sends it out by \`${to}\``],
          }),
    });
  }
  return [...found.values()];
}

const ofVrf = {
  what: 'answers are sent out again: `main` has no route to the networks of the VRF',
  why: 'Answers come by an interface of `main`, whose default route takes them: connections out of the VRF never open.',
  fix: 'lead the answers back: a route of `main` to the networks of the VRF, or `mark-routing` for its connections',
};
