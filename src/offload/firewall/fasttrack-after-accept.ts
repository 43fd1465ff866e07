// A FastTrack rule behind an accept of the same packets: it is never reached.

import { fasttrackRules, isFasttrack } from '../../forwarding/firewall/fasttrack-rules.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { acceptBeforeFasttrack } from '../../forwarding/paths/forwarded.ts';
import { type Item, itemsOf, propertyValue } from '../../model/config.ts';
import { word } from '../fix.ts';
import { aboutEach, defineRule, fastFamilies, type WrittenFinding } from '../rule.ts';

export const fasttrackAfterAccept = defineRule({
  id: 'firewall/fasttrack-after-accept',
  cost: 'H',

  check: aboutEach(fastFamilies(fasttrackRules), (fasttrack, { network }) => {
    const accept = acceptBeforeFasttrack(network, fasttrack);
    if (!accept) return [];
    return {
      what: 'FastTrack is never reached: an earlier rule accepts the same packets',
      primary: ['action', 'never reached'],
      related: [[accept, 'action', 'accepts these packets first']],
      ...movingBefore(network, fasttrack, accept),
    };
  }),
});

/** In another chain it is the jump that it has to be in front of, and one command moves all FastTrack rules. */
function movingBefore(network: Network, fasttrack: Item, accept: Item): Pick<WrittenFinding, 'fix'> {
  const chain = propertyValue(fasttrack, 'chain') ?? '';
  const rows = itemsOf(network.config, accept.menu);
  const isAlone = rows.filter((row) => isFasttrack(row) && propertyValue(row, 'chain') === chain).length === 1;
  if (fasttrack.menu !== accept.menu || propertyValue(accept, 'chain') !== chain || !isAlone) return {};
  const rules = `[find chain=${word(chain)} action=fasttrack-connection]`;
  return { fix: ['put it in front of that rule', `${accept.menu} move ${rules} destination=${rows.indexOf(accept)}`] };
}
