// Defects that are known for this model and RouterOS version.

import { defineRule } from '../rule.ts';

export const versionAdvisory = defineRule({
  id: 'ops/version-advisory',
  cost: 'i',

  check({ config, network, target }) {
    const fact = target.fact('version.known-bugs');
    const item = network.offload?.item ?? config.items[0];
    if (!item) return [];
    return (fact?.value ?? []).map((bug) => ({
      subject: item,
      placement: 'hardware',
      what: `RouterOS ${target.routeros.text} has a known defect on this model: ${bug}`,
      primary: [undefined, 'this device'],
      evidence: fact ? [fact.says(bug)] : [],
    }));
  },
});
