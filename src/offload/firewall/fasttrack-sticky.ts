// Changes of FastTrack rules: connections that are fast-tracked stay so.

import { itemsOf } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { isFasttrack } from '../fasttrack.ts';
import { defineRule, type PlannedChange, type RuleContext } from '../rule.ts';

export const fasttrackSticky = defineRule({
  id: 'firewall/fasttrack-sticky',
  cost: 'M',
  datapath: 'fasttrack',
  needs: 'plan',
  facts: [],
  summary: 'A connection stays fast-tracked until it ends, whatever becomes of the rule',
  why: 'Running connections keep skipping the firewall after the rule is gone or narrower, until they close or time out.',
  remedy: 'Remove the fast-tracked connections after the change.',
  evidence: [
    documented(
      'routeros/packet-flow#fasttrack',
      'existing FastTrack connections are not affected by a change of rules',
    ),
  ],

  check: () => [],

  judge(changes, before) {
    const touching = changes.flatMap((change, index) => (touchesFasttrack(change, before) ? [index] : []));
    return touching.length === 0
      ? []
      : [{ changes: touching, what: 'running connections stay fast-tracked after this change' }];
  },
});

/** A change of a rule that is, or was, a FastTrack rule. Adding one takes nothing from the firewall that it had. */
function touchesFasttrack({ menu, action, key, properties }: PlannedChange, { config }: RuleContext): boolean {
  if (menu !== '/ip/firewall/filter' || action === 'add') return false;
  const sets = properties.some(({ before }) => before === 'fasttrack-connection');
  return sets || itemsOf(config, menu).some((item) => item.key === key && isFasttrack(item));
}
