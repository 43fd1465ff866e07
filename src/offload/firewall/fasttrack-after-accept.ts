// A FastTrack rule behind an accept of the same packets: it is never reached.

import { fasttrackRules } from '../../forwarding/fasttrack-rules.ts';
import { fasttrackedClasses, forwardedClasses } from '../../forwarding/forwarded.ts';
import type { Network } from '../../forwarding/network.ts';
import { enabledItemsOf, type Item } from '../../model/config.ts';
import { manualFix } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';

export const fasttrackAfterAccept = defineRule({
  id: 'firewall/fasttrack-after-accept',
  cost: 'H',
  datapath: 'fasttrack',
  summary: 'A FastTrack rule has to stand before the accept rule for the same packets',
  why: 'Established packets are accepted before they reach the FastTrack rule, so no connection is fast-tracked.',
  remedy: 'Move the FastTrack rule in front of the accept rule.',

  check({ network }) {
    const accept = acceptedBefore(network);
    if (!accept) return [];
    const taking = new Set(fasttrackedClasses(network).map(({ rule }) => rule));
    const behind = fasttrackRules(network).filter((rule) => !taking.has(rule) && isBefore(network, accept, rule));
    return behind.map((fasttrack) => ({
      subject: fasttrack,
      placement: 'cpu',
      what: 'FastTrack is never reached: an earlier rule accepts the same packets',
      primary: label(fasttrack, 'action', 'never reached'),
      related: [label(accept, 'action', 'accepts these packets first')],
      fix: manualFix('move the FastTrack rule in front of the accept rule'),
    }));
  },
});

/** The first rule that accepts packets which could have been FastTrack. */
function acceptedBefore(network: Network): Item | undefined {
  const causes = forwardedClasses(network).flatMap(({ outcome }) => outcome.because);
  const places = new Set(causes.flatMap(({ code, at }) => (code === 'firewall/fasttrack-after-accept' ? [at] : [])));
  return enabledItemsOf(network.config, '/ip/firewall/filter').find(({ origin }) => places.has(origin));
}

function isBefore({ config }: Network, accept: Item, { menu, key, properties }: Item): boolean {
  if (accept.menu !== menu || accept.properties.get('chain')?.value !== properties.get('chain')?.value) return false;
  const keys = enabledItemsOf(config, menu).map((item) => item.key);
  return keys.indexOf(accept.key) < keys.indexOf(key);
}
