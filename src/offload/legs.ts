// One side of a routed path: whether the switch chip can route packets that enter or leave at an L3 interface, and by
// which front ports. Two sides make a path (`paths.ts`).

import type { ChipState, L3Interface, Network, PhysicalPort } from '../forwarding/network.ts';
import type { Item } from '../model/config.ts';

/** Why an interface is not routed in hardware; the rules of the same matter name it to the reader. */
export type LegCause =
  | 'no-chip'
  | 'offload-off'
  | 'ipv6-off'
  | 'software-interface'
  | 'not-on-chip'
  | 'slave'
  | 'vlan-on-port'
  | 'stacked-vlan'
  | 'no-vlan-filtering'
  | 'vlan-off'
  | 'port-off-in-vlan'
  | 'software-bond'
  | 'software-bridge'
  | 'bridge-not-member'
  | 'ports-off'
  | 'unknown-bridging'
  | 'unknown-bond'
  | 'unknown-flag';

export type Leg =
  | {
      readonly kind: 'hardware';
      /** Ports whose flag lets the chip route. */
      readonly on: readonly PhysicalPort[];
      /** Ports whose flag is off while the interface itself is one that the chip knows. */
      readonly off: readonly PhysicalPort[];
    }
  | { readonly kind: 'cpu'; readonly cause: LegCause; readonly off: readonly PhysicalPort[]; readonly at?: Item }
  /** The vendor does not say what happens. */
  | { readonly kind: 'undefined'; readonly cause: LegCause; readonly at?: Item }
  | { readonly kind: 'unknown'; readonly cause: LegCause };

const legs = new WeakMap<Network, Map<string, Leg>>();

export function legOf(network: Network, name: string, family: 4 | 6): Leg {
  const known = legs.get(network) ?? new Map<string, Leg>();
  legs.set(network, known);
  const key = `${family} ${name}`;
  const leg = known.get(key) ?? deriveLeg(network, name, family);
  known.set(key, leg);
  return leg;
}

function deriveLeg(network: Network, name: string, family: 4 | 6): Leg {
  const chip = network.offload;
  if (!chip) return cpu('no-chip');
  if (!chip.l3Offload) return cpu('offload-off');
  if (family === 6 && !chip.ipv6Offload) return cpu('ipv6-off');
  const owner = network.l3Interfaces.get(name);
  switch (network.kindOf(name)) {
    case 'port':
      return portLeg(network, chip, name);
    case 'bond':
      return bondLeg(network, chip, name);
    case 'vlan':
      return vlanLeg(network, chip, name);
    case 'bridge':
      return bridgeLeg(network, chip, name, owner);
    default:
      return cpu('software-interface');
  }
}

function cpu(cause: LegCause, off: readonly PhysicalPort[] = [], at?: Item): Leg {
  return { kind: 'cpu', cause, off, ...(at && { at }) };
}

function portLeg(network: Network, chip: ChipState, name: string): Leg {
  const port = network.ports.get(name);
  if (port?.switch !== chip.switch) return cpu('not-on-chip');
  if (isSlave(network, name)) return cpu('slave');
  return byFlags([port]);
}

function bondLeg(network: Network, chip: ChipState, name: string): Leg {
  const bond = network.bonds.get(name);
  if (!bond) return cpu('software-bond');
  if (bond.hardware === 'unknown') return { kind: 'unknown', cause: 'unknown-bond' };
  if (bond.hardware !== chip.switch) return cpu('software-bond');
  if (isSlave(network, name)) return cpu('slave');
  return byFlags(network.portsBelow(name));
}

function vlanLeg(network: Network, chip: ChipState, name: string): Leg {
  const vlan = network.vlanInterfaces.get(name);
  if (!vlan) return cpu('software-interface');
  const { parent, parentKind, item } = vlan;
  if (parentKind === 'vlan') return cpu('stacked-vlan', [], item);
  if (parentKind === 'port' || parentKind === 'bond') return vlanOnPortLeg(network, chip, name);
  const bridge = network.bridges.get(parent);
  if (!bridge) return cpu('software-interface');
  const bridging = bridgingOn(network, chip, parent);
  if (bridging) return bridging;
  if (!bridge.vlanFiltering) return cpu('no-vlan-filtering', [], bridge.item);
  const { tagged, untagged } = network.members(parent, vlan.vid);
  if (!tagged.has(parent) && !untagged.has(parent)) return cpu('bridge-not-member', [], item);
  const ports = portsOnChip(network, chip, name);
  return vlanByFlags(chip, vlan.l3Offload, ports, item);
}

/** From the version on that has a flag per VLAN, one member port without the flag takes the whole VLAN off the chip. */
function vlanByFlags(chip: ChipState, wanted: boolean, ports: readonly PhysicalPort[], item: Item): Leg {
  const off = ports.filter(({ l3Offload }) => l3Offload === false);
  const perVlan = chip.switch.fact('l3.vlan-flag');
  if (perVlan?.value === false || (off.length === 0 && wanted)) return byFlags(ports);
  if (!perVlan) return { kind: 'unknown', cause: 'unknown-flag' };
  return wanted ? cpu('port-off-in-vlan', off, item) : cpu('vlan-off', off, item);
}

function vlanOnPortLeg(network: Network, chip: ChipState, name: string): Leg {
  const vlan = network.vlanInterfaces.get(name);
  const ports = network.portsBelow(vlan?.parent ?? '');
  if (!vlan || isSlave(network, vlan.parent)) return cpu('slave');
  if (!ports.some((port) => port.switch === chip.switch)) return cpu('not-on-chip');
  if (vlan.parentKind === 'port' && chip.switch.fact('l3.vlan-on-port')?.value === true) return byFlags(ports);
  if (ports.every(({ l3Offload }) => l3Offload === false)) return cpu('ports-off', ports);
  return { kind: 'undefined', cause: 'vlan-on-port', at: vlan.item };
}

function bridgeLeg(network: Network, chip: ChipState, name: string, owner: L3Interface | undefined): Leg {
  const bridging = bridgingOn(network, chip, name);
  if (bridging) return bridging;
  const bridge = network.bridges.get(name);
  const members = bridge?.vlanFiltering ? network.members(name, bridge.pvid) : undefined;
  if (members && !members.tagged.has(name) && !members.untagged.has(name)) return cpu('bridge-not-member');
  return byFlags((owner ? portsOnChip(network, chip, name) : []).filter((port) => port.switch === chip.switch));
}

/** What a bridge's own switching says against routing on it: nothing offloaded, or nobody knows. */
function bridgingOn(network: Network, chip: ChipState, name: string): Leg | undefined {
  const bridge = network.bridges.get(name);
  if (!bridge) return cpu('software-interface');
  if (bridge.switches.includes(chip.switch)) return undefined;
  if (bridge.ports.some(({ hardware }) => hardware === 'unknown'))
    return { kind: 'unknown', cause: 'unknown-bridging' };
  return cpu('software-bridge', [], bridge.item);
}

/** Front ports of an L3 interface that the chip switches for it. */
function portsOnChip(network: Network, chip: ChipState, name: string): readonly PhysicalPort[] {
  const names = network.l3Interfaces.get(name)?.ports ?? network.portsBelow(name).map((port) => port.name);
  return names.flatMap((each) => {
    const port = network.ports.get(each);
    return port?.switch === chip.switch ? [port] : [];
  });
}

function byFlags(ports: readonly PhysicalPort[]): Leg {
  const on = ports.filter(({ l3Offload }) => l3Offload !== false);
  return { kind: 'hardware', on, off: ports.filter((port) => !on.includes(port)) };
}

function isSlave(network: Network, name: string): boolean {
  if (network.bridgePorts.has(name)) return true;
  for (const bond of network.bonds.values()) if (bond.slaves.includes(name)) return true;
  return false;
}
