// A FastTrack rule without an accept for the same packets behind it: some packets of its connections are dropped.

import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { droppedBesideFasttrack } from '../../forwarding/paths/forwarded.ts';
import { familyOfMenu, propertyValue } from '../../model/config.ts';
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
    const chain = propertyValue(fasttrack, 'chain');
    return {
      placement: 'dropped',
      what: 'packets of FastTrack connections that take the normal path are dropped',
      primary: ['action', 'no accept for the same packets follows'],
      related: [[drop, 'action', `drops established packets from \`${from}\` to \`${to}\``]],
      fix: [
        'accept the same packets right behind the FastTrack rule',
        `${fasttrack.menu} add chain=${chain} action=accept connection-state=established,related,untracked place-before=[find chain=${chain} action=${propertyValue(drop, 'action') ?? 'drop'}]`,
      ],
    };
  }),
});
