// Bridges whose frames do not fare as they should: the engine finds why, and each rule has the words for one cause.

import type { Bridge } from '../../forwarding/network/network.ts';
import type { Item } from '../../model/config.ts';
import { bridgesWith } from '../bridge-offload.ts';
import { aboutEach, defineRule, type FindingAbout, type Rule, type RuleHead } from '../rule.ts';

interface JudgedBridge extends RuleHead {
  /** What is not documented where nobody knows. */
  readonly whether: string;
  words(bridge: Bridge, ports: readonly Item[]): Omit<FindingAbout, 'placement' | 'affects' | 'evidence'>;
}

const judged: readonly JudgedBridge[] = [
  {
    id: 'l2/ether-type-98dx3257',
    cost: 'H',
    whether: 'whether this chip filters service tags on Gigabit ports',
    words: ({ name }, ports) => ({
      what: `VLAN filtering of \`${name}\` does not work on its Gigabit ports`,
      primary: ['ether-type', 'not filtered on Gigabit ports'],
      related: ports.map((port) => [port, 'interface', 'a Gigabit port']),
    }),
  },
  {
    id: 'l2/protocol-mode-none-ppe',
    cost: 'M',
    whether: 'whether this chip needs a spanning tree protocol',
    words: ({ name }) => ({
      what: `\`${name}\` is offloaded to a chip for which the manual advises against it`,
      primary: ['protocol-mode', 'switches offloading on'],
      fix: { set: 'protocol-mode', to: 'rstp', title: 'use RSTP, which keeps the bridge on the CPU' },
    }),
  },
];

export const judgedBridges: readonly Rule[] = judged.map(({ whether, words, ...rule }) => {
  const check = aboutEach(bridgesWith(rule.id), ({ bridge, affects, reason: { placement, cause } }) => ({
    ...words(bridge, affects),
    affects,
    placement,
    ...(placement === 'unknown' && { what: `it is not documented ${whether}` }),
    evidence: cause.evidence,
  }));
  return defineRule({ ...rule, check });
});
