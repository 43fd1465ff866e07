// Tag stacking on a chip that filters one tag.

import { defineFeatureRule } from '../bridge-offload.ts';

export const tagStackingNonprestera = defineFeatureRule({
  id: 'l2/tag-stacking-nonprestera',
  cost: 'H',
  facts: ['l2.tag-stacking'],
  summary: 'Few switch chips offload a bridge with tag stacking',
  why: 'Every frame between the ports of the bridge passes the CPU.',
  remedy: 'Do the stacking on a switch whose chip knows it.',

  name: 'tag stacking',
});
