// Stateful policy on a chip that offloads no FastTrack connections: what has to meet the firewall stays on the CPU.

import { label } from '../locations.ts';
import { hasPath, pathsOfKind } from '../paths.ts';
import { type AffectedRule, actionOf, findAffectedRules, isDropping } from '../policy.ts';
import { defineRule, type RuleContext } from '../rule.ts';
import { findAffectedTranslations } from '../translation.ts';

export const mangleOnNoFasttrackHw = defineRule({
  id: 'firewall/mangle-on-no-fasttrack-hw',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: ['l3.fasttrack'],
  summary:
    'Traffic that has to meet firewall, NAT or mangle stays on the CPU where the chip offloads no FastTrack connections',
  why: 'The path is taken off hardware routing so that the CPU sees it, and this chip cannot take established connections back. They run at the speed of the CPU: FastTrack at best, the slow path otherwise.',
  remedy:
    'Express the policy as switch rules where it needs no state, or put it on a device whose chip offloads FastTrack.',

  check(context) {
    const { network } = context;
    const chip = network.offload;
    if (!chip?.l3Offload || !hasPath(pathsOfKind(network, 4, 'flagged-off'))) return [];
    const fact = chip.switch.fact('l3.fasttrack');
    if (fact?.value === true) return [];
    return policiesOnCpu(context).map(({ rule, from, to }) => ({
      subject: rule,
      placement: fact ? 'cpu' : 'unknown',
      what: fact
        ? 'traffic that these rules need to see is forwarded by the CPU: the chip offloads no FastTrack connections'
        : 'it is not documented whether this chip offloads FastTrack connections',
      primary: label(rule, 'action', `\`${from.name}\` to \`${to.name}\` stays on the CPU`),
      ...(fact && { evidence: [fact.says('the chip offloads no FastTrack connections')] }),
    }));
  },
});

const observing: ReadonlySet<string> = new Set(['accept', 'passthrough', 'log', 'return', 'jump']);

function policiesOnCpu({ network }: RuleContext): readonly AffectedRule[] {
  const paths = pathsOfKind(network, 4, 'flagged-off');
  const question = { network, family: 4, paths } as const;
  const filter = findAffectedRules({
    ...question,
    menu: '/ip/firewall/filter',
    chain: 'forward',
    isPolicy: isDropping,
  });
  const mangle = (['prerouting', 'forward'] as const).flatMap((chain) =>
    findAffectedRules({
      ...question,
      menu: '/ip/firewall/mangle',
      chain,
      isPolicy: (item) => !observing.has(actionOf(item)),
    }),
  );
  return [...filter, ...mangle, ...findAffectedTranslations(network, 'flagged-off')];
}
