// Switch rules (`/interface/ethernet/switch/rule`): which are installed where, what stands against them, and where they
// meet routed traffic.

import { type SwitchRule, switchRules } from '../forwarding/acl/acl.ts';
import { rulesMax } from '../forwarding/acl/switch-rule-effects.ts';
import { meetsRule } from '../forwarding/acl/switch-rule-walk.ts';
import { type RoutedEnd, routedEnds } from '../forwarding/legs/ends.ts';
import { entriesInto } from '../forwarding/network/attachments.ts';
import type { Network } from '../forwarding/network/network.ts';
import type { Reason } from '../forwarding/packets/causes.ts';
import { rulePlacement } from '../forwarding/paths/switch-rule-placement.ts';
import { type Item, listValues, propertyValue } from '../model/config.ts';
import type { Switch } from '../profile/target.ts';
import type { RuleId } from './rule.ts';

/** Enabled rules of one chip, in the order in which it tries them. */
export function installedRules(network: Network, chip: Switch): readonly Item[] {
  return rulesOn(network, chip).map(({ item }) => item);
}

function rulesOn(network: Network, { name }: Switch): readonly SwitchRule[] {
  return switchRules(network).filter(({ chip }) => chip === name);
}

/** Rules of the chip that routes, as far as any chip takes them; empty on a device without one. */
export function rulesOfRoutingChip(network: Network): readonly Item[] {
  return routingChipRules(network).map(({ item }) => item);
}

/** The same as the engine has read them. */
export function routingChipRules(network: Network): readonly SwitchRule[] {
  return network.offload ? rulesOn(network, network.offload.switch).slice(0, rulesMax) : [];
}

export interface JudgedRule {
  readonly item: Item;
  readonly rule: SwitchRule;
  readonly reason: Reason;
}

/** Rules of all chips, or of the one that routes, that the engine has this against. */
export function rulesWith(code: RuleId, chips?: 'all'): (network: Network) => readonly JudgedRule[] {
  return (network) =>
    switchRules(network).flatMap((rule) => {
      if (chips !== 'all' && rule.chip !== network.offload?.switch.name) return [];
      const reason = rulePlacement(network, rule).reasons.find(({ cause }) => cause.code === code);
      return reason ? [{ item: rule.item, rule, reason }] : [];
    });
}

/** Rules of each chip, in their order. */
export function rulesOfChips(network: Network): readonly { readonly item: Item; readonly chip: Switch }[] {
  return network.chips.flatMap(({ switch: chip }) => installedRules(network, chip).map((item) => ({ item, chip })));
}

/** The rows of the chips. */
export function chipRows({ chips }: Network) {
  return chips.flatMap(({ item, switch: chip }) => (item ? [{ item, chip }] : []));
}

/** The property that best shows what the rule does. */
export function tellingProperty(item: Item): string | undefined {
  return ['new-dst-ports', 'redirect-to-cpu', 'copy-to-cpu', 'new-vrf', 'dst-address', 'dst-address6', 'ports'].find(
    (name) => item.properties.has(name),
  );
}

/** Front ports at which a rule looks, by name; a bond counts as its slaves. Undefined = all. */
export function ingressPorts(network: Network, item: Item): ReadonlySet<string> | undefined {
  const ports = listValues(propertyValue(item, 'ports'));
  if (ports.length === 0) return undefined;
  return new Set(ports.flatMap((name) => network.bonds.get(name)?.slaves ?? [name]));
}

/** Routed ends whose packets enter where the rule looks, with the tag that it asks for. */
export function endsSeenBy(network: Network, rule: Item, family: 4 | 6): readonly RoutedEnd[] {
  return routedEnds(network, family).filter(({ name }) =>
    entriesInto(network, name).some((entry) => meetsRule(network, entry, rule)),
  );
}
