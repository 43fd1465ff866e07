// Tag stacking on a chip that filters one tag.

import { featureLosses, plainBridgeFacts } from '../bridge-offload.ts';
import { defineRule } from '../rule.ts';

export const tagStackingNonprestera = defineRule({
  id: 'l2/tag-stacking-nonprestera',
  cost: 'H',
  facts: ['l2.tag-stacking', ...plainBridgeFacts],
  summary: 'Few switch chips offload a bridge with tag stacking',
  why: 'Every frame between the ports of the bridge passes the CPU.',
  remedy: 'Do the stacking on a switch whose chip knows it.',

  check: ({ network }) => featureLosses(network, 'l2/tag-stacking-nonprestera', { name: 'tag stacking' }),
});
