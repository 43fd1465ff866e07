// A FastTrack rule without an accept for the same packets behind it: some packets of its connections are dropped.

import { fasttrackRules, isFasttrack } from '../../forwarding/firewall/fasttrack-rules.ts';
import { droppedBesideFasttrack } from '../../forwarding/paths/forwarded.ts';
import { familyOfMenu, type Item, itemsOf, propertyValue } from '../../model/config.ts';
import { quoteValue } from '../../model/quote.ts';
import { wordSet } from '../../source/word-set.ts';
import { aboutEach, defineRule, fastFamilies } from '../rule.ts';

export const fasttrackNoAcceptAfter = defineRule({
  id: 'firewall/fasttrack-no-accept-after',
  cost: 'H',

  check: aboutEach(fastFamilies(fasttrackRules), (fasttrack, { network }) => {
    const dropped = droppedBesideFasttrack(network, familyOfMenu(fasttrack.menu)).find(
      ({ rule }) => rule === fasttrack,
    );
    if (!dropped) return [];
    const { drop, from, to } = dropped;
    // Behind the last of several, so that no row moves another out of its place.
    const rows = itemsOf(network.config, fasttrack.menu);
    const next = rows.findLastIndex((rule) => isBeside(rule, fasttrack)) + 1;
    const place = next < rows.length ? ` place-before=${next}` : '';
    return {
      placement: 'dropped',
      what: 'packets of FastTrack connections that take the normal path are dropped',
      primary: ['action', 'no accept for the same packets follows'],
      related: [[drop, 'action', `drops established packets from \`${from}\` to \`${to}\``]],
      fix: [
        'accept the same packets right behind the FastTrack rule',
        `${fasttrack.menu} add${place} ${matchersOf(fasttrack).join(' ')} action=accept`,
      ],
    };
  }),
});

function isBeside(rule: Item, fasttrack: Item): boolean {
  return isFasttrack(rule) && propertyValue(rule, 'chain') === propertyValue(fasttrack, 'chain');
}

const others = wordSet('action comment disabled hw-offload log log-prefix');

/** The chain and what the rule asks, as the device takes it. */
function matchersOf({ properties }: Item): readonly string[] {
  const asked = [...properties].filter(([name]) => !others.has(name));
  return asked.map(([name, { value }]) => `${name}=${quoteValue(value)}`);
}
