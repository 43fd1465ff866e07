// Explains the policies that the chip spares: each rule about one kind of policy says it in its own words.

import { allForged } from '../forwarding/bypass/forged-sources.ts';
import { allSpared, allUnseen, type Spared } from '../forwarding/bypass/spared.ts';
import type { Network } from '../forwarding/network/network.ts';
import type { Reason } from '../forwarding/packets/causes.ts';
import { propertyValue } from '../model/config.ts';
import { keepOnCpu } from './keep-on-cpu.ts';
import { defineRule, type Rule, type RuleHead, type RuleId, type WrittenFinding } from './rule.ts';

type Words = Pick<WrittenFinding, 'what' | 'primary'> & Partial<Pick<WrittenFinding, 'fix' | 'cost' | 'why'>>;

/** What is usually said: which way leads past a rule, and what brings it to the CPU. */
export function pastRule(network: Network, { from, to, family }: Spared): Pick<WrittenFinding, 'primary' | 'fix'> {
  return {
    primary: ['action', `\`${from.name}\` to \`${to.name}\` is routed past this rule`],
    fix: keepOnCpu(network, { from, to, family }),
  };
}

/** Policies of one kind, in the order of the configuration. */
export function sparedOf(network: Network, code: RuleId): readonly Spared[] {
  // Where nothing but the flag of an ingress port is off, the rule about the flag speaks.
  const isOfFlag = ({ cause }: Reason) => cause.code === 'l3hw/l3hw-ingress-only-off';
  return allSpared(network).filter(
    ({ reason, uncertainties }) =>
      reason.cause.code === code && !(uncertainties.length > 0 && uncertainties.every(isOfFlag)),
  );
}

export interface SparedRule extends RuleHead {
  words(spared: Spared, network: Network): Words;
}

/** A rule that finds nothing by itself: the engine says which policies of its kind are spared. */
export function defineSparedRule({ words, ...rule }: SparedRule): Rule {
  return defineRule({
    ...rule,
    datapath: 'l3-routing',
    check({ network }) {
      const spared = explainSpared(network, rule.id, (each) => words(each, network));
      return [...spared, ...explainForged(network, rule.id), ...explainUnseen(network, rule.id, spared)];
    },
  });
}

/** Nothing changes for those who send with their own addresses, so that it is no error. */
function explainForged(network: Network, code: RuleId): readonly WrittenFinding[] {
  return allForged(network)
    .filter(({ cause }) => cause.code === code)
    .map(({ item, from, to }) => ({
      subject: item,
      placement: 'hardware',
      cost: 'M',
      what: 'what the chip routes may have a forged source: these rules never see it',
      why: 'Hosts behind the interface send what these rules drop only if they forge their source address. The chip routes such packets as it routes all others.',
      primary: ['action', `\`${from.name}\` to \`${to.name}\` is routed past this rule`],
      fix: 'permit the networks of the interface with switch rules at its ports, and drop the rest of what is routed',
    }));
}

/** Rules that change nothing about packets and see none of what the chip routes, beside those that are told. */
function explainUnseen(network: Network, code: RuleId, told: readonly WrittenFinding[]): readonly WrittenFinding[] {
  const known = new Set(told.map(({ subject }) => subject));
  return allUnseen(network)
    .filter(({ item, cause }) => cause.code === code && !known.has(item))
    .map(({ item, from, to }) => {
      const isMark = propertyValue(item, 'action')?.startsWith('mark-');
      return {
        subject: item,
        placement: 'hardware',
        cost: 'i',
        what: isMark
          ? 'what the chip routes does not get marks that nothing in this configuration reads'
          : 'what the chip routes is neither logged nor counted: these rules never see it',
        why: isMark
          ? 'A mark changes nothing about a packet, and by this configuration nobody misses it: the chip goes on routing. Who reads it elsewhere, a script or a queue that is added later, finds it on packets of the CPU alone.'
          : 'The packets go where they should. Logs, counters and address lists know those of the CPU alone.',
        primary: ['action', `\`${from.name}\` to \`${to.name}\` is routed past this rule`],
      };
    });
}

/** What nobody knows for certain is said as unknown, with what stands against it. */
function explainSpared(network: Network, code: RuleId, wordsFor: (spared: Spared) => Words): readonly WrittenFinding[] {
  return sparedOf(network, code).map((spared) => {
    const { item, certainty, uncertainties, reason } = spared;
    const words = wordsFor(spared);
    if (certainty === 'certain') return { subject: item, placement: 'unpredictable', ...words };
    if (certainty === 'of-some') return { subject: item, placement: 'unknown', isCertainOfSome: true, ...words };
    const open =
      reason.placement === 'unknown' ? 'nobody can tell what they match' : 'a port or switch rule may stop that';
    const why = uncertainties[0]?.cause.text ?? open;
    return {
      subject: item,
      placement: 'unknown',
      ...words,
      what: `the chip may route packets past these rules: ${why}`,
    };
  });
}
