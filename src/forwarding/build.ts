// Derives the network that a config makes of a device. One pass per concern; nothing here judges.

import { type Config, menusOf } from '../model/config.ts';
import { menus, onlyNames } from '../model/menus.ts';
import type { Target } from '../profile/target.ts';
import { addressesOf } from './network/addresses.ts';
import { bridgingOf } from './network/bridges.ts';
import { interfaceLists, type Naming, nameInterfaces } from './network/interfaces.ts';
import { withMadeQueues } from './network/made-rows.ts';
import type { LearntRoutes, Network } from './network/network.ts';
import { bondsOf, chipStates, physicalPorts } from './network/ports.ts';
import { unknownInterfaces } from './network/references.ts';
import { l3InterfacesOf, portsBelow, type Stack, upOf } from './network/stack.ts';
import { membershipOf, vlanInterfacesOf } from './network/vlans.ts';
import { vrfsOf } from './network/vrfs.ts';
import type { Expected } from './routing/expected-routes.ts';
import { routesOf } from './routing/routes.ts';

/** What neighbours are expected to bring, where somebody has said so. */
interface Neighbours {
  readonly learntRoutes?: readonly LearntRoutes[];
  readonly expected?: Expected;
}

export function buildNetwork(
  config: Config,
  target: Target,
  { learntRoutes = [], expected }: Neighbours = {},
): Network {
  const named = nameInterfaces(config, target);
  const interfaceListMembers = interfaceLists(config, named);
  const naming: Naming = { config, target, named, interfaceListMembers };
  const ports = physicalPorts(naming);
  const chips = chipStates(config, target);
  const bonds = bondsOf(config, ports);
  const { bridges, bridgePorts } = bridgingOf({ ...naming, ports, bonds });
  const vlanInterfaces = vlanInterfacesOf(naming);
  const membership = membershipOf(naming, { bridges, vlanInterfaces });
  const stack: Stack = { named, ports, bonds, bridges, vlanInterfaces, members: membership.members };
  const isUp = upOf(stack);
  const vrfs = vrfsOf(naming);
  const vrfOf = (name: string) => vrfs.ofInterface.get(name) ?? 'main';
  const addresses = addressesOf({ config, bridgePorts });
  const routes = routesOf(config, {
    addresses,
    vrfOf,
    isVrf: (table) => vrfs.byName.has(table),
    isInterface: (name) => named.has(name),
    isUp,
    expected: expected?.routes ?? [],
  });
  return {
    config: withMadeQueues(config),
    target,
    ports,
    chips,
    bonds,
    bridges,
    bridgePorts,
    vlanInterfaces,
    l3Interfaces: l3InterfacesOf(stack, addresses, vrfOf),
    routes,
    learntRoutes,
    learnsExpectedOnly: expected?.isComplete === true,
    vrfs: vrfs.byName,
    offload: chips.find((chip) => chip.switch === target.offloadSwitch),
    unknownInterfaces: unknownInterfaces(naming, ports),
    interfaceListMembers,
    isUp,
    kindOf: (name) => named.get(name)?.kind,
    portsBelow: (name) => portsBelow(name, stack),
    members: membership.members,
    vidsOf: membership.vidsOf,
    unmodelledMenus: [...menusOf(config)].filter((menu) => !menus.has(menu) && !onlyNames(menu)),
  };
}
