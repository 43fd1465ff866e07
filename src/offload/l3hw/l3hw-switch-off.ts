// The switch chip routes nothing until L3 hardware offloading is switched on for the chip as a whole.

import { isForwardingOff } from '../../forwarding/legs/device-reasons.ts';
import { type RoutedEnd, routedEnds } from '../../forwarding/legs/ends.ts';
import { interfaceReason } from '../../forwarding/legs/l3-leg.ts';
import type { InterfaceKind, Network, Route } from '../../forwarding/network/network.ts';
import { chipName } from '../../forwarding/network/ports.ts';
import { translatingEnds } from '../../forwarding/paths/translating-ends.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { routeInHardware } from '../fix.ts';
import { compareLocations } from '../locations.ts';
import type { RuleContext } from '../rule.ts';
import { defineRule } from '../rule.ts';

export const l3hwSwitchOff = defineRule({
  id: 'l3hw/l3hw-switch-off',
  cost: 'H',

  check(context) {
    const { network } = context;
    const chip = network.offload;
    if (!chip || chip.l3Offload) return [];
    const called = chipName(network);
    const ends = families.map((family) => endsOnChip(context, family)).find(({ length }) => length >= 2) ?? [];
    const [first] = [...ends].sort(byTraffic);
    if (!first) return []; // Nothing is routed between the chip's own ports.
    const set = chip.item?.properties.get('l3-hw-offloading');
    const subject = chip.item ?? first.item;
    if (!subject) return [];
    const routable = ends.filter(({ name }) => !interfaceReason(network, chip, name));
    const translating: ReadonlySet<string> =
      chip.switch.fact('l3.fasttrack')?.value === false ? translatingEnds(network, 4) : new Set();
    const owner = first.item ?? subject;
    return {
      subject,
      affects: affectedBy(context, ends),
      // Between the addresses by which a switch is managed nobody routes, though it could, and NAT is the CPU's.
      ...(routable.filter((end) => isForData(end) && !translating.has(end.name)).length < 2 && { cost: 'L' }),
      what: `all routing between ${ends.length} interfaces goes through the CPU: L3 offloading of \`${called}\` is off`,
      primary: set ? { at: set.origin, text: 'routes nothing' } : [owner, 'interface', 'routed by the CPU'],
      ...(routable.length < 2
        ? {
            why: goodForNothing,
            fix: 'leave it off, or first make them what the chip routes, such as VLANs of a bridge',
          }
        : { fix: ['switch L3 offloading on as the last step', routeInHardware('yes', 'switch', called)] }),
    };
  },
});

const goodForNothing = 'The chip does not route interfaces of these kinds, so that switching it on would gain nothing.';

/** Routed interfaces that the chip's own ports carry. */
function endsOnChip({ config, network }: RuleContext, family: 4 | 6): readonly RoutedEnd[] {
  const chip = network.offload?.switch;
  if (isForwardingOff(config, family)) return [];
  const ends = routedEnds(network, family).filter((end) => {
    if (!kinds.includes(end.interface.kind) || (!isNumbered(end, family) && !isClient(end))) return false;
    return network.portsBelow(end.name).some((port) => port.switch === chip);
  });
  // Who is given all of its addresses is a host in these networks.
  if (ends.every(isClient)) return [];
  // An interface that is alone in its VRF routes to nobody, unless a route leads into another VRF.
  if (network.routes.some((route) => leavesItsVrf(network, route))) return ends;
  return ends.filter((end) => ends.some((other) => other !== end && other.interface.vrf === end.interface.vrf));
}

function isNumbered({ interface: owner }: RoutedEnd, family: 4 | 6): boolean {
  return owner.addresses.some((each) => each.network.family === family);
}

function isClient({ item }: RoutedEnd): boolean {
  return item?.menu === '/ip/dhcp-client';
}

function leavesItsVrf({ l3Interfaces }: Network, { table, nextHops }: Route): boolean {
  return nextHops.some((hop) => {
    const vrf = l3Interfaces.get(hop.interface ?? '')?.vrf;
    return vrf !== undefined && vrf !== table;
  });
}

/** Neither the address that every device leaves the factory with, nor one that is named for management. */
function isForData({ name, item: source, interface: { addresses, item } }: RoutedEnd): boolean {
  const words = [name, ...[item, source, ...addresses.map((each) => each.item)].map((each) => each && commentOf(each))];
  if (words.some((word) => /(?:^|[^a-z])(?:mgmt|mgt|management|oob)(?:[^a-z]|$)/i.test(word ?? ''))) return false;
  return addresses.length === 0 || !addresses.every((each) => isFactoryAddress(each.item));
}

function commentOf(item: Item): string | undefined {
  return propertyValue(item, 'comment');
}

function isFactoryAddress(item: Item): boolean {
  // A site that took the address over keeps the word behind its own mark.
  return propertyValue(item, 'address') === '192.168.88.1/24' && /(?:^| )defconf$/.test(commentOf(item) ?? '');
}

/** A VLAN carries what the switch is for; a routed port may be the way for management alone. */
const kinds: readonly InterfaceKind[] = ['vlan', 'bridge', 'bond', 'port'];

function byTraffic({ interface: a, item: left }: RoutedEnd, { interface: b, item: right }: RoutedEnd): number {
  const order = kinds.indexOf(a.kind) - kinds.indexOf(b.kind);
  return order || (left && right ? compareLocations(left.origin, right.origin) : 0);
}

function affectedBy({ network }: RuleContext, ends: readonly RoutedEnd[]) {
  const names = new Set(ends.map(({ name }) => name));
  const routes = network.routes.filter(({ nextHops }) => nextHops.some((hop) => names.has(hop.interface ?? '')));
  const vlans = [...network.vlanInterfaces.values()].filter(({ name }) => names.has(name));
  return [...routes.map(({ item }) => item), ...vlans.map(({ item }) => item)];
}
