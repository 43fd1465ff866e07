// Policy routing that takes what is for the device itself, and sends it out.

import { type FirewallRule, firewallOf } from '../../forwarding/firewall/firewall.ts';
import type { Outcome } from '../../forwarding/firewall/outcome.ts';
import { asksShareAlone } from '../../forwarding/firewall/shares.ts';
import { routedEnds } from '../../forwarding/legs/ends.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { anybody, unwrittenFlow } from '../../forwarding/packets/flow.ts';
import { followFlow } from '../../forwarding/paths/directions.ts';
import type { Item } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { markingRules } from '../marks.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const pbrTakesOwn = defineRule({
  id: 'firewall/pbr-takes-own',
  cost: 'M',
  datapath: 'input',

  check: ({ network }) => families.flatMap((family) => takenFromDevice(network, family)),
});

/** Each rule once, by the first network whose hosts reach the device no more. */
function takenFromDevice(network: Network, family: 4 | 6): readonly WrittenFinding[] {
  const rules = markingRules(network, family);
  const found = new Map<Item, WrittenFinding>();
  for (const { name, interface: owner } of rules.length > 0 ? routedEnds(network, family) : []) {
    const own = owner.addresses.filter(({ host }) => host.family === family);
    if (own.length === 0 || found.size === rules.length) continue;
    const from = { ...anybody, interfaces: [name], prefixes: own.map((each) => each.network) };
    const to = { ...anybody, prefixes: own.map(({ host }) => host) };
    for (const { outcome } of followFlow(network, unwrittenFlow(from, to), [family])) {
      const [way] = outcome.traffic.opens ? outcome.egress : [];
      const rule = rules.find((item) => item === outcome.chosenBy);
      if (!way || !rule || found.has(rule) || isMerelyPossible(network, outcome, family)) continue;
      found.set(rule, {
        subject: rule,
        what: 'hosts do not reach the device itself: policy routing takes what is for it',
        primary: ['action', `takes what enters by \`${name}\`, and sends it out by \`${way.interface}\``],
      });
    }
  }
  return [...found.values()];
}

/** A list that nobody knows, for example, has no address of the device as a rule. */
function isMerelyPossible(network: Network, { because }: Outcome, family: 4 | 6): boolean {
  const mayMeanNothing = (rule: FirewallRule) => rule.undecided.length > 0 && !asksShareAlone(rule);
  const isUncertain = because.some(({ code }) => code === 'flow/undecided');
  return isUncertain && firewallOf(network, family).all('mangle').some(mayMeanNothing);
}
