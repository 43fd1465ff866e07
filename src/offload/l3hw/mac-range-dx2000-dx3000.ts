// Chips that know one MAC prefix for all routed interfaces: addresses outside it are not routed in hardware.

import { routedEnds } from '../../forwarding/ends.ts';
import type { Leg } from '../../forwarding/leg.ts';
import type { Network } from '../../forwarding/network.ts';
import { type Item, isYes, propertyValue } from '../../model/config.ts';
import { commandFix, word } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule, type Finding } from '../rule.ts';

export const macRangeDx2000Dx3000 = defineRule({
  id: 'l3hw/mac-range-dx2000-dx3000',
  cost: 'H',
  datapath: 'l3-routing',
  facts: ['l3.mac-prefix'],
  summary: 'On some chips all routed interfaces have to share the first five octets of their MAC address',
  why: 'The chip holds one prefix of five octets for the MAC addresses of all routed interfaces. An interface outside it is not routed in hardware.',
  remedy: 'Give the bridge a MAC address from the range of the ports, and leave the ports at their factory addresses.',
  uncertainty: 'Which interface stays in hardware when they differ is not documented.',

  check({ network }) {
    const chip = network.offload;
    const fact = chip?.switch.fact('l3.mac-prefix');
    if (!chip?.l3Offload || fact?.value === false) return [];
    const addresses = routedMacs(network);
    const [first] = addresses;
    const others = addresses.filter(({ prefix }) => prefix !== first?.prefix);
    if (!first || others.length === 0) return [];
    return others.map(
      (other): Finding => ({
        subject: other.item,
        placement: fact ? 'cpu' : 'unknown',
        what: fact
          ? 'interfaces are routed by the CPU: their MAC addresses do not share one prefix'
          : 'it is not documented whether this chip needs one MAC prefix for all routed interfaces',
        primary: label(other.item, other.property, `\`${other.name}\`: ${describe(other)}`),
        related: [label(first.item, first.property, `\`${first.name}\`: ${describe(first)}`)],
        ...(fact && { evidence: [fact.says('the chip needs one MAC prefix for all routed interfaces')] }),
        ...(fact && { fix: fixFor(first, other) }),
      }),
    );
  },
});

interface RoutedMac {
  readonly name: string;
  readonly item: Item;
  readonly property: string;
  /** First five octets; `factory` for a port that keeps the address of the vendor. */
  readonly prefix: string;
}

/**
 * MAC addresses of hardware-routed interfaces, as far as the configuration tells; a bridge that copies a port's is
 * left out.
 */
function routedMacs(network: Network): readonly RoutedMac[] {
  const found: RoutedMac[] = [];
  for (const { name, leg, interface: owner } of routedEnds(network, 4)) {
    if (!servedButForMac(leg)) continue;
    const carrier = owner.kind === 'vlan' ? network.vlanInterfaces.get(name)?.parent : name;
    if (carrier === undefined || found.some((each) => each.name === carrier)) continue;
    const mac = macOf(network, carrier);
    if (mac) found.push({ name: carrier, ...mac });
  }
  // An address that somebody made up (the locally administered bit is set) cannot lie in the range of factory
  // addresses.
  const isMadeUp = found.some(({ prefix }) => prefix !== 'factory' && isLocal(prefix));
  return isMadeUp ? found : found.filter(({ prefix }) => prefix !== 'factory');
}

/** The MAC addresses are what is asked about here, so that objection does not count. */
function servedButForMac({ reason, on }: Leg): boolean {
  return on.length > 0 && (!reason || reason.cause.code === 'l3hw/mac-range-dx2000-dx3000');
}

function macOf(network: Network, name: string): Omit<RoutedMac, 'name'> | undefined {
  const bridge = network.bridges.get(name)?.item;
  if (bridge) {
    const admin = propertyValue(bridge, 'admin-mac');
    if (admin === undefined || isYes(propertyValue(bridge, 'auto-mac') ?? 'yes')) return undefined;
    return { item: bridge, property: 'admin-mac', prefix: prefixOf(admin) };
  }
  const item = network.ports.get(name)?.item;
  const mac = item && propertyValue(item, 'mac-address');
  if (item && mac !== undefined) return { item, property: 'mac-address', prefix: prefixOf(mac) };
  const address = network.l3Interfaces.get(name)?.addresses[0]?.item;
  return network.ports.has(name) && address ? { item: address, property: 'interface', prefix: 'factory' } : undefined;
}

function prefixOf(mac: string): string {
  return mac.toUpperCase().split(':').slice(0, 5).join(':');
}

function isLocal(prefix: string): boolean {
  return (Number.parseInt(prefix.slice(0, 2), 16) & 2) === 2;
}

function describe({ prefix }: RoutedMac): string {
  return prefix === 'factory' ? 'a factory address' : `${prefix}:…`;
}

function fixFor(first: RoutedMac, other: RoutedMac) {
  const bridge = [first, other].find(({ property }) => property === 'admin-mac');
  const port = [first, other].find(({ property }) => property === 'mac-address');
  const commands = [
    ...(port ? [`/interface/ethernet reset-mac-address ${word(port.name)}`] : []),
    ...(bridge
      ? [`/interface/bridge set [find name=${word(bridge.name)}] auto-mac=no admin-mac=<an address of the port range>`]
      : []),
  ];
  return commandFix('take both addresses from the range of the factory', ...commands);
}
