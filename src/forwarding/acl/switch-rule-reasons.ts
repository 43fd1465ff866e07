// Why a switch rule may not do what it says, whatever it meets: RouterOS refuses it, the table has no room for it, or
// nobody says whether it works.

import { type Item, listValues, propertyValue } from '../../model/config.ts';
import { takesBondsInSwitchRules } from '../../model/switch-rule-bonds.ts';
import type { Switch } from '../../profile/target.ts';
import { derivedPer } from '../../source/grouping.ts';
import type { Network } from '../network/network.ts';
import { dynamicRules } from '../network/switch-rule-table.ts';
import { makeReason, placeOf, type Reason, reasonByFact } from '../packets/causes.ts';
import { badPortsOf, type SwitchRule } from './acl.ts';

/** Empty = its chip applies it to what enters at the ports that it lists. */
export const ruleReasons = derivedPer((network: Network, rule: SwitchRule): readonly Reason[] => {
  const chip = network.chips.find(({ switch: each }) => each.name === rule.chip)?.switch;
  const ports = portsReason(network, rule);
  const found = [
    ...refusals(network, rule, chip),
    takesBondsInSwitchRules(network.target.routeros) ? undefined : bondReason(network, rule),
    ports,
    ports?.placement === 'unavailable' ? undefined : roomReason(network, rule, chip),
    rangeReason(rule),
    vlansReason(network, rule, chip),
  ];
  return found.filter((reason) => reason !== undefined);
});

/** RouterOS does not take such a rule, or may not. */
function refusals(network: Network, { item, ports, action }: SwitchRule, chip: Switch | undefined): readonly Reason[] {
  const found: Reason[] = [];
  const isRouting = chip === network.offload?.switch;
  const cpu = isRouting ? [...(ports ?? [])].find((name) => name.endsWith('-cpu')) : undefined;
  if (cpu !== undefined) {
    const text = `\`${cpu}\` cannot be named here`;
    found.push(makeReason('unavailable', 'acl/acl-cpu-port', text, placeOf(item, 'ports')));
  }
  const many = chip?.fact('acl.many-targets');
  if (action.kind === 'to-port' && action.ports.length > 1 && many?.value !== true) {
    const text = 'a rule redirects to one port or bond';
    found.push(reasonByFact('unavailable', 'acl/acl-one-target-port', many, text, placeOf(item, 'new-dst-ports')));
  }
  const [tables, vrfs] = [chip?.fact('l3.vrf-tables'), chip?.fact('acl.new-vrf')];
  const isToVrf = action.kind === 'new-vrf' && action.vrf !== 'main';
  if (isToVrf && vrfs?.value !== true && tables?.value !== 0 && (tables || !vrfs)) {
    const text = 'switch rules have no new-vrf in this version';
    found.push(reasonByFact('unavailable', 'acl/acl-new-vrf-version', vrfs, text, placeOf(item, 'new-vrf')));
  }
  if (!isRouting && asksFor(item, 4) && asksFor(item, 6)) {
    const text = 'a rule that asks for IPv4 and IPv6 at once is not valid';
    found.push(makeReason('unpredictable', 'cpu-l2/no-l3hw-but-acl', text, item.origin));
  }
  return found;
}

function asksFor({ properties }: Item, family: 4 | 6): boolean {
  const suffix = family === 6 ? '6' : '';
  return properties.has(`src-address${suffix}`) || properties.has(`dst-address${suffix}`);
}

function bondReason({ bonds }: Network, { item }: SwitchRule): Reason | undefined {
  const isBond = (name: string) => bonds.has(name);
  const property = ['ports', 'new-dst-ports'].find((each) => listValues(propertyValue(item, each)).some(isBond));
  if (!property) return undefined;
  const text = 'this version knows no bonds in switch rules';
  return makeReason('unknown', 'acl/acl-bond-before-7.17', text, placeOf(item, property));
}

/** It sees nothing where it lists nothing of its chip; what becomes of one that also does is not described. */
function portsReason(network: Network, rule: SwitchRule): Reason | undefined {
  const bad = badPortsOf(network, rule);
  const [name] = bad;
  if (name === undefined) return undefined;
  const isIdle = bad.length === rule.ports?.size && !network.bonds.has(name);
  const port = network.ports.get(name);
  const isElsewhere = port !== undefined && (!isIdle || port.switch !== undefined);
  const text = isIdle
    ? `\`${name}\` is not on \`${rule.chip}\``
    : `the rule also lists \`${name}\`, which is not on \`${rule.chip}\``;
  const code = isElsewhere ? 'acl/acl-wrong-switch' : 'acl/acl-inactive-for-sw-ports';
  return makeReason(isIdle ? 'unavailable' : 'unknown', code, text, placeOf(rule.item, 'ports'));
}

/** RouterOS has rules of its own in the table. */
function roomReason(network: Network, { item, index }: SwitchRule, chip: Switch | undefined): Reason | undefined {
  const size = chip?.fact('acl.rules');
  if (chip && size && index < size.value - dynamicRules(network, chip).count) return undefined;
  const text = 'the rule lies beyond the end of the table';
  return reasonByFact('unpredictable', 'acl/acl-capacity', size, text, item.origin);
}

/** The manual and the command reference disagree. */
function rangeReason({ item }: SwitchRule): Reason | undefined {
  const property = ['dst-port', 'src-port'].find((name) => propertyValue(item, name)?.includes('-'));
  if (property === undefined) return undefined;
  const text = 'whether the chip takes ranges of ports is not certain';
  return makeReason('unknown', 'acl/acl-port-range', text, placeOf(item, property));
}

const vlanProperties = ['vlan-header', 'new-vlan-id', 'vlan-id'];

/** Some small chips know VLANs only while the bridge filters them. */
function vlansReason(network: Network, { item, ports }: SwitchRule, chip: Switch | undefined): Reason | undefined {
  const fact = chip?.fact('acl.vlan-needs-filtering');
  const property = vlanProperties.find((name) => item.properties.has(name));
  if (!property || !chip || chip === network.offload?.switch || fact?.value === false) return undefined;
  const members = [...network.bridgePorts.values()].filter(
    ({ interface: name }) => network.ports.get(name)?.switch === chip && (!ports || ports.has(name)),
  );
  if (members.some(({ bridge }) => network.bridges.get(bridge)?.vlanFiltering)) return undefined;
  const text = `VLAN matches of ${chip.chip} need VLAN filtering`;
  return reasonByFact('unpredictable', 'cpu-l2/rb5009-vlan-acl', fact, text, placeOf(item, property));
}

/** VLAN matchers work on hardware-offloaded ports of a VLAN-filtering bridge; elsewhere they have no effect. */
export function inertReason(item: Item): Reason {
  const text = 'the VLAN matcher has no effect at this port';
  return makeReason('unpredictable', 'acl/acl-vlan-match-inert', text, item.origin);
}

export function untaggedReason(item: Item): Reason {
  const text = 'whether `vlan-id` matches untagged frames is not described';
  return makeReason('unknown', 'acl/acl-vlan-match-untagged', text, item.origin);
}
