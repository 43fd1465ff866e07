// A FastTrack rule behind an accept of the same packets: it is never reached.

import { type Item, listValues, propertyValue } from '../../model/config.ts';
import { fasttrackRules, rulesBefore } from '../fasttrack.ts';
import { manualFix } from '../fix.ts';
import { label } from '../locations.ts';
import { actionOf } from '../policy.ts';
import { defineRule } from '../rule.ts';

export const fasttrackAfterAccept = defineRule({
  id: 'firewall/fasttrack-after-accept',
  cost: 'H',
  datapath: 'fasttrack',
  needs: 'configuration',
  facts: [],
  summary: 'A FastTrack rule has to stand before the accept rule for the same packets',
  why: 'Established packets are accepted before they reach the FastTrack rule, so no connection is fast-tracked.',
  remedy: 'Move the FastTrack rule in front of the accept rule.',

  check({ network }) {
    return fasttrackRules(network).flatMap((fasttrack) => {
      const accept = rulesBefore(network, fasttrack).find(
        (item) => actionOf(item) === 'accept' && coversRule(item, fasttrack),
      );
      if (!accept) return [];
      return [
        {
          subject: fasttrack,
          placement: 'cpu',
          what: 'FastTrack is never reached: an earlier rule accepts the same packets',
          primary: label(fasttrack, 'action', 'never reached'),
          related: [label(accept, 'action', 'accepts these packets first')],
          fix: manualFix('move the FastTrack rule in front of the accept rule'),
        },
      ];
    });
  },
});

const notMatchers: ReadonlySet<string> = new Set([
  'action',
  'chain',
  'comment',
  'disabled',
  'log',
  'log-prefix',
  'hw-offload',
]);

/** Everything that the narrow rule matches, the wide one matches too. */
function coversRule(wide: Item, narrow: Item): boolean {
  for (const [name, { value }] of wide.properties) {
    if (notMatchers.has(name)) continue;
    const other = propertyValue(narrow, name);
    if (name === 'connection-state') {
      const states = new Set(listValues(value));
      const wanted = listValues(other);
      if (value.startsWith('!') || wanted.length === 0 || !wanted.every((state) => states.has(state))) return false;
    } else if (other !== value) return false;
  }
  return true;
}
