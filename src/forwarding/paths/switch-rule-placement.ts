// What becomes of a switch rule: whether its chip does what it says, or the CPU, or nobody. `switch-rule-walk.ts` has
// what packets meet.

import { type Item, listValues, propertyValue } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import { filteringChip, type SwitchRule } from '../acl/acl.ts';
import { breadthOf, shadowsOf } from '../acl/switch-rule-effects.ts';
import { inertReason, ruleReasons, untaggedReason } from '../acl/switch-rule-reasons.ts';
import { addressesBehind, routedEnds } from '../legs/ends.ts';
import { bridgeOf, masterOf } from '../network/masters.ts';
import type { Network } from '../network/network.ts';
import { isMember } from '../network/vlans.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';
import { overlapsSet } from '../packets/space.ts';
import { type Placed, placedBy } from './side.ts';

export const rulePlacement = derivedPer((network: Network, rule: SwitchRule): Placed => {
  const isOnRoutingChip = rule.chip === network.offload?.switch.name;
  return placedBy(
    ...ruleReasons(network, rule),
    shadowReason(network, rule),
    ...(isOnRoutingChip ? [vlanReason(network, rule), tunnelReason(network, rule), movedReason(network, rule)] : []),
    cpuReason(rule),
  );
});

function shadowReason(network: Network, rule: SwitchRule): Reason | undefined {
  const [earlier, ...others] = shadowsOf(network, rule);
  const text = `${others.length > 0 ? 'earlier rules match' : 'an earlier rule matches'} all of its packets`;
  return earlier && makeReason('unpredictable', 'acl/acl-shadowed', text, earlier.item.origin);
}

function cpuReason({ action, item }: SwitchRule): Reason | undefined {
  if (action.kind !== 'redirect-to-cpu') return undefined;
  const text = 'it sends packets to the CPU';
  return makeReason('cpu', 'acl/acl-redirect-to-cpu', text, placeOf(item, 'redirect-to-cpu'));
}

function vlanReason(network: Network, { item }: SwitchRule): Reason | undefined {
  if (inertMatch(network, item)) return inertReason(item);
  return untaggedPort(network, item) === undefined ? undefined : untaggedReason(item);
}

const vlanProperties = ['vlan-id', 'vlan-header', 'vlan-priority', 'new-vlan-id', 'new-vlan-priority'];

/** The VLAN matcher or action of a rule that has no effect, and a port because of which; undefined = none. */
export function inertMatch(
  network: Network,
  item: Item,
): { readonly property: string; readonly port: string } | undefined {
  const property = vlanProperties.find((name) => item.properties.has(name));
  const port = property === undefined ? undefined : firstInertPort(network, item);
  return property === undefined || port === undefined ? undefined : { property, port };
}

/** A port of the rule without VLAN filtering in hardware; empty text when the rule names none and no bridge filters. */
function firstInertPort(network: Network, item: Item): string | undefined {
  const chip = network.offload?.switch;
  const ports = listValues(propertyValue(item, 'ports'));
  if (ports.length > 0) return ports.find((name) => filteringChip(network, name) === undefined);
  return [...network.bridges.values()].some((bridge) => bridge.vlanFiltering && chip && bridge.switches.includes(chip))
    ? undefined
    : '';
}

/** A port that has the VLAN which the rule asks for without a tag. */
export function untaggedPort(network: Network, item: Item): string | undefined {
  const vid = Number(propertyValue(item, 'vlan-id') ?? Number.NaN);
  if (!Number.isFinite(vid) || propertyValue(item, 'vlan-header') === 'present') return undefined;
  const ports = listValues(propertyValue(item, 'ports'));
  return (ports.length > 0 ? ports : [...network.bridgePorts.keys()]).find((name) => {
    const member = network.bridgePorts.get(name);
    return member !== undefined && network.members(member.bridge, vid).untagged.has(name);
  });
}

function tunnelReason(network: Network, { item, match }: SwitchRule): Reason | undefined {
  const { source, family } = match;
  if (!source || family !== 4) return undefined;
  const behind = routedEnds(network, 4).filter((end) => overlapsSet(source, addressesBehind(network, end, 4)));
  const [first] = behind;
  if (!first || behind.some((end) => end.interface.kind !== 'tunnel')) return undefined;
  const text = `lies behind \`${first.name}\``;
  return makeReason('unavailable', 'acl/acl-vs-ipsec-tunnels', text, placeOf(item, 'src-address'));
}

/** To another port as they are, or into a VRF. */
function movedReason(network: Network, { item, action }: SwitchRule): Reason | undefined {
  if (action.kind === 'to-port') return leavingReason(network, item, action.ports);
  const tables = network.offload?.switch.fact('l3.vrf-tables');
  if (action.kind !== 'new-vrf' || action.vrf === 'main' || (tables && tables.value > 0)) return undefined;
  const text = 'the chip sends these packets to the CPU instead';
  const says = tables ? [tables.says('the chip has no VRF tables')] : [];
  return makeReason(tables ? 'cpu' : 'unknown', 'acl/acl-new-vrf-f2k', text, placeOf(item, 'new-vrf'), ...says);
}

function leavingReason(network: Network, item: Item, ports: readonly string[]): Reason | undefined {
  const at = placeOf(item, 'new-dst-ports');
  const routed = ports.find((name) => isRouted(network, name));
  if (routed !== undefined && breadthOf(item) !== 'every-frame') {
    const text = `these packets leave the routed port \`${routed}\` without being routed`;
    return makeReason('unknown', 'acl/acl-redirect-is-l2', text, at);
  }
  const [target] = ports;
  const vid = vlanOf(network, item);
  if (target === undefined || vid === undefined || !isOutside(network, target, vid)) return undefined;
  return makeReason('unknown', 'acl/acl-redirect-leaves-vlan', `\`${target}\` is not in VLAN ${vid}`, at);
}

function isRouted(network: Network, name: string): boolean {
  return !masterOf(network, name) && (network.l3Interfaces.get(name)?.addresses.length ?? 0) > 0;
}

/** A port of no bridge is in no VLAN. */
function isOutside(network: Network, target: string, vid: number): boolean {
  const bridge = bridgeOf(network, target);
  if (!bridge) return !masterOf(network, target) && !isRouted(network, target);
  return bridge.vlanFiltering && !isMember(network.members(bridge.name, vid), target);
}

/** The VLAN that the rule names, or that all of its ports assign. */
function vlanOf(network: Network, item: Item): number | undefined {
  const named = propertyValue(item, 'vlan-id');
  if (named !== undefined) return Number(named);
  const pvids = new Set(listValues(propertyValue(item, 'ports')).map((name) => network.bridgePorts.get(name)?.pvid));
  const [only] = pvids;
  return pvids.size === 1 ? only : undefined;
}
