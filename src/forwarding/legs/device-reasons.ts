// What keeps the whole device, or all of one address family, from routing in hardware.

import { type Config, enabledItemsOf, type Item, isYes, propertyValue, settingOf } from '../../model/config.ts';
import { derivedOnce, firstOfEach } from '../../source/grouping.ts';
import { masterOf } from '../network/masters.ts';
import type { ChipState, L3Interface, Network, Reference } from '../network/network.ts';
import { unmatchedL3Flags } from '../network/ports.ts';
import { makeReason, placeOf, type Reason, undocumented } from '../packets/causes.ts';

/** Undefined = the device has a chip that routes this family at all. */
export function chipReason(network: Network, family: 4 | 6): Reason | undefined {
  return network.offload ? familyReason(network.offload, family) : noChipReason(network);
}

/** Of a device without a chip that is known to route. */
export function noChipReason({ chips }: Network): Reason {
  const unknown = chips.find((chip) => chip.switch.fact('l3.offload') === undefined);
  if (!unknown) return makeReason('cpu', 'l3hw/l3hw-unsupported-chip', 'the device has no chip that routes');
  return undocumented(`whether ${unknown.switch.name} of this device routes`, undefined);
}

/** Undefined = the chip routes this family at all. Reasons of the feature matrix go before those of settings. */
export function familyReason(chip: ChipState, family: 4 | 6): Reason | undefined {
  const at = placeOf(chip.item, 'l3-hw-offloading');
  if (!chip.l3Offload) return makeReason('cpu', 'l3hw/l3hw-switch-off', 'hardware routing is off', at);
  const fact = chip.switch.fact(family === 4 ? 'l3.offload' : 'l3.ipv6');
  if (!fact) return undocumented(`whether ${chip.switch.chip} routes IPv${family}`, at);
  if (!fact.value) {
    const says = fact.says(`${chip.switch.chip} does not route IPv${family} at this version`);
    return makeReason('cpu', family === 4 ? 'l3hw/l3hw-unsupported-chip' : 'route/ipv6-hw-off', says.claim, at, says);
  }
  if (family === 6 && !chip.ipv6Offload) {
    const says = fact.says('IPv6 can be offloaded');
    return makeReason('cpu', 'route/ipv6-hw-off', 'IPv6 is not offloaded: `ipv6-hw` is off', at, says);
  }
  return undefined;
}

/** Features that exclude hardware routing, and limits that leave it open which interface the chip serves. */
export const deviceReasons: (network: Network) => readonly Reason[] = derivedOnce((network) => {
  const excluding = exclusions(network).map(({ reason }) => reason);
  const unmatched = unmatchedL3Flags(network.config, network.ports).map((item) => {
    const text = `row \`${item.key}\` sets the hardware-routing flag of a port that cannot be told`;
    return makeReason('unknown', 'ops/unknown-port-for-model', text, item.origin);
  });
  const found = [...excluding, ...unmatched, mtuReason(network) ?? []].flat();
  return firstOfEach(found, ({ cause }) => cause.code);
});

/** A feature that excludes hardware routing on the whole device, with the property that switches it on. */
export interface Exclusion extends Reference {
  readonly reason: Reason;
}

export const exclusions: (network: Network) => readonly Exclusion[] = derivedOnce(({ config }) =>
  excluding.flatMap(([menu, property, name, code]) => {
    const items = enabledItemsOf(config, menu).filter((item) => !off.has(propertyValue(item, property) ?? ''));
    const text = `${name} is configured, which excludes hardware routing`;
    return items.map((item) => ({ item, property, reason: makeReason('unavailable', code, text, item.origin) }));
  }),
);

const excluding = [
  ['/interface/vrrp', 'interface', 'VRRP', 'l3hw/vrrp-with-l3hw'],
  // The settings of MLAG moved into the bridge in RouterOS 7.22.
  ['/interface/bridge/mlag', 'bridge', 'MLAG', 'l3hw/mlag-with-l3hw'],
  ['/interface/bridge', 'mlag-peer-port', 'MLAG', 'l3hw/mlag-with-l3hw'],
  ['/interface/bonding', 'mlag-id', 'MLAG', 'l3hw/mlag-with-l3hw'],
] as const;

const off: ReadonlySet<string> = new Set(['', 'none', '0']);

/** Which interfaces lose when there are more MTU values than profiles is not described, so all are unknown. */
function mtuReason(network: Network): Reason | undefined {
  const chip = network.offload?.switch;
  const mtus = mtuValues(network);
  if (!chip || mtus.size <= 1) return undefined;
  const fact = chip.fact('l3.mtu-profiles');
  if (fact && mtus.size <= fact.value) return undefined;
  const [first] = [...mtus.values()].filter((item) => item !== undefined);
  const at = placeOf(first, 'mtu');
  if (!fact) return undocumented(`how many MTU values ${chip.chip} can route`, at);
  const text = `${mtus.size} different MTU values are in use, and the chip has ${fact.value} profiles`;
  const says = fact.says(`${chip.chip} has ${fact.value} MTU profiles`);
  return makeReason('unknown', 'mtu/mtu-profile-limit', text, at, says);
}

/** MTU values of interfaces that the chip may route, 1500 included, with an item of each. */
export function mtuValues(network: Network): ReadonlyMap<number, Item | undefined> {
  const mtus = new Map<number, Item | undefined>([[1500, undefined]]);
  for (const { mtu, item } of sizedInterfaces(network)) if (!mtus.has(mtu)) mtus.set(mtu, item);
  return mtus;
}

/** In configuration order, without those that are certain to have no port on the chip. A slave has its master's MTU. */
export function sizedInterfaces(network: Network): readonly L3Interface[] {
  const kinds = ['port', 'bond', 'bridge', 'vlan'];
  return [...network.l3Interfaces.values()].filter(({ name, kind }) => {
    const ports = network.portsBelow(name);
    const mayBeOnChip = ports.length === 0 || ports.some((port) => port.switch === network.offload?.switch);
    return kinds.includes(kind) && mayBeOnChip && !masterOf(network, name);
  });
}

/** `/ip/settings ip-forward=no`, and its IPv6 counterpart. */
export function isForwardingOff(config: Config, family: 4 | 6): Item | undefined {
  const setting =
    family === 4 ? settingOf(config, '/ip/settings', 'ip-forward') : settingOf(config, '/ipv6/settings', 'forward');
  return setting && !isYes(setting.value) ? setting.item : undefined;
}

/** The CPU stops where the device does not forward; whether the chip stops too is not described. */
export function forwardingReason({ config }: Network, family: 4 | 6, by: 'chip' | 'cpu'): Reason | undefined {
  const off = isForwardingOff(config, family);
  const [placement, text] =
    by === 'cpu'
      ? (['dropped', 'the device does not forward'] as const)
      : (['unknown', 'forwarding is off, and whether the chip stops too is not described'] as const);
  return off && makeReason(placement, 'route/ip-forward-off', text, placeOf(off));
}

/** Undefined = the chip routes in this table. */
export function vrfReason(network: Network, chip: ChipState, table: string): Reason | undefined {
  if (table === 'main') return undefined;
  const fact = chip.switch.fact('l3.vrf');
  if (fact?.value === true) return undefined;
  const item = network.vrfs.get(table)?.item;
  if (!fact) return undocumented(`whether ${chip.switch.chip} routes in VRFs`, item?.origin);
  const says = fact.says(`${chip.switch.chip} does not route in VRFs at this version`);
  const text = `packets of \`${table}\` may be routed by the main table`;
  return makeReason('unpredictable', vrfCode(chip), text, item?.origin, says);
}

/** Why a chip that does not route in VRFs does not, or may not: a later RouterOS uses tables that it has. */
export function vrfCode({ switch: chip }: ChipState) {
  const tables = chip.fact('l3.vrf-tables')?.value ?? 0;
  return tables > 0 ? 'route/vrf-before-7.24' : 'route/vrf-unsupported-chip';
}
