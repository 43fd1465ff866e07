// Firewall rules in chains that nothing leads to, and jumps to chains without rules: mostly a name written otherwise.

import { firewallMenu } from '../../forwarding/firewall/firewall.ts';
import { type Config, type Item, itemsOf, propertyValue } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { derivedPer } from '../../source/grouping.ts';
import { nearestName } from '../../source/near-name.ts';
import { aboutEach, defineRule, type FindingAbout, itemsIn } from '../rule.ts';

const menus = families.flatMap((family) =>
  (['filter', 'mangle', 'nat', 'raw'] as const).map((table) => firewallMenu(table, family)),
);

/** Source: manual, packet-flow-in-routeros. */
const builtIn: Readonly<Record<string, readonly string[]>> = {
  filter: ['input', 'forward', 'output'],
  mangle: ['prerouting', 'input', 'forward', 'output', 'postrouting'],
  nat: ['srcnat', 'dstnat', 'input', 'output'],
  raw: ['prerouting', 'output'],
};

/** HotSpot and PPP lead to these by rules of their own. Source: manual, hotspot-captive-portal and ppp-aaa. */
const ofOthers = /^(?:hs-|pre-|unused-hs|hotspot$|ppp$)/;

export const chainNeverEntered = defineRule({
  id: 'firewall/chain-never-entered',
  cost: 'M',

  check: aboutEach(itemsIn(...menus), (rule, { config }) => misled(config, rule)),
});

function misled(config: Config, rule: Item): readonly FindingAbout[] {
  const table = rule.menu.slice(rule.menu.lastIndexOf('/') + 1);
  const fixed = builtIn[table] ?? [];
  const { chains, targets } = chainsOf(config, rule.menu);
  const chain = propertyValue(rule, 'chain') ?? '';
  const target = propertyValue(rule, 'action') === 'jump' ? (propertyValue(rule, 'jump-target') ?? '') : '';
  const finding = (property: string, name: string, known: Iterable<string>, what: string): readonly FindingAbout[] => {
    const near = nearestName(name, known);
    const label = `\`${name}\`${near ? `: did you mean \`${near}\`?` : ` is no chain of ${table}, and no jump names it`}`;
    return [{ placement: 'hardware', what, primary: [property, label] }];
  };
  if (chain !== '' && !fixed.includes(chain) && !targets.has(chain) && !ofOthers.test(chain)) {
    return finding(
      'chain',
      chain,
      [...fixed, ...targets],
      'firewall rules are met by no packet: nothing leads to their chain',
    );
  }
  const isEmpty = target !== '' && !chains.has(target) && !ofOthers.test(target);
  // Whatever fills it by itself has a name of its own.
  const unmet = [...chains].filter((each) => !fixed.includes(each) && !targets.has(each));
  if (!isEmpty || nearestName(target, unmet) === undefined) return [];
  return finding('jump-target', target, unmet, 'a jump leads to a chain without rules, so packets come back from it');
}

/** Names of chains that a table's rules are in, and of those that rules or profiles lead to; disabled ones count. */
const chainsOf = derivedPer((config: Config, menu: Item['menu']) => {
  const valuesOf = (items: readonly Item[], name: string) => items.flatMap((item) => propertyValue(item, name) ?? []);
  const rules = itemsOf(config, menu);
  const profiles = [...itemsOf(config, '/ppp/profile'), ...itemsOf(config, '/ip/hotspot/user/profile')];
  return {
    chains: new Set(valuesOf(rules, 'chain')),
    targets: new Set([
      ...valuesOf(rules, 'jump-target'),
      ...valuesOf(profiles, 'incoming-filter'),
      ...valuesOf(profiles, 'outgoing-filter'),
    ]),
  };
});
