// Whether a bond is one that a switch chip should serve: a port of an offloaded bridge, or a routed interface of the
// chip that routes.

import { allEnds } from '../forwarding/legs/ends.ts';
import type { Bond, Bridge, Network } from '../forwarding/network/network.ts';
import type { Switch } from '../profile/target.ts';

/**
 * The chip that the rest of its bridge is on, or that routes. Undefined when the bond belongs to the CPU whatever its
 * mode: all its ports are wired to the CPU, or nothing else of its bridge is on a chip that offloads.
 */
export function bondUse(network: Network, bond: Bond): Switch | undefined {
  const ports = bond.slaves.map((slave) => network.ports.get(slave));
  if (ports.every((port) => port && !port.switch)) return undefined;
  const member = network.bridgePorts.get(bond.name);
  if (member) {
    const bridge = network.bridges.get(member.bridge);
    return bridge && member.hwWanted ? chipBeside(network, bridge, bond) : undefined;
  }
  const chip = network.offload;
  if (!chip?.l3Offload) return undefined;
  return isRouted(network, bond.name) ? chip.switch : undefined;
}

function chipBeside(network: Network, bridge: Bridge, bond: Bond): Switch | undefined {
  for (const port of bridge.ports) {
    if (port.interface === bond.name || !port.hwWanted) continue;
    const [first = port.interface] = network.bonds.get(port.interface)?.slaves ?? [];
    const chip = network.ports.get(first)?.switch;
    if (chip && chip.fact('l2.bridge')?.value !== false) return chip;
  }
  return undefined;
}

function isRouted(network: Network, name: string): boolean {
  return allEnds(network).some((end) => end.name === name || network.vlanInterfaces.get(end.name)?.parent === name);
}
