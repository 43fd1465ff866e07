// Which L3 interfaces the chip routes for. Layer 3 lies on layer 2: VLANs and bridges in hardware, or ports and bonds
// of the chip that stand alone. Source: manual, l3-hardware-offloading, "Layer 2 dependency", "Inter-VLAN routing",
// "Per-VLAN offloading", "MAC address range limitation", "MTU", "Feature support".

import { isYes } from '../../../model/config.ts';
import { bridgeMtu, type Interface } from '../derived/interfaces.ts';
import type { RouterState } from '../router-state.ts';
import { chipOf, isWanted } from './bridge-driver.ts';
import { capabilitiesOf, type Routing } from './capabilities.ts';
import { type BridgeProgram, isMember, type Topology } from './program.ts';

export type Routability =
  | { readonly by: 'chip' }
  | { readonly by: 'cpu'; readonly why: string }
  /** The vendor calls the result undefined. */
  | { readonly by: 'nobody-knows'; readonly why: string };

/** What the question needs: made once per configuration. */
export interface RoutingPlane {
  readonly router: RouterState;
  readonly chip: string;
  readonly routing: Routing;
  readonly topology: Topology;
  readonly bridges: ReadonlyMap<string, BridgeProgram>;
  /** The first five octets that all routed interfaces have to share; undefined where they need not. */
  readonly macPrefix: string | undefined;
  /** MTU values that got a profile. */
  readonly mtus: ReadonlySet<number>;
}

/** Undefined when the device has no chip that routes, or it is switched off. */
export function routingPlane(
  router: RouterState,
  topology: Topology,
  bridges: ReadonlyMap<string, BridgeProgram>,
): RoutingPlane | undefined {
  const chip = router.target.offloadSwitch?.name;
  const routing = chip === undefined ? undefined : capabilitiesOf(router.target, chip).routing;
  if (chip === undefined || !routing || !routesInHardware(router)) return undefined;
  const plane = { router, chip, routing, topology, bridges, macPrefix: undefined, mtus: new Set<number>() };
  const routed = [...topology.interfaces.values()].filter((found) => layer2(plane, found).by === 'chip');
  return {
    ...plane,
    macPrefix: routing.sharesMacPrefix ? commonPrefix(routed.filter((found) => isServed(plane, found))) : undefined,
    mtus: new Set([...new Set([1500, ...routed.map((found) => mtuOf(router, found))])].slice(0, routing.mtuProfiles)),
  };
}

/** Octets are programmed once, from the bridge where there is one: it is the interface that VLANs take theirs from. */
function commonPrefix(routed: readonly Interface[]): string | undefined {
  const leader = routed.find(({ kind }) => kind === 'bridge') ?? routed[0];
  return leader && prefixOf(leader.mac);
}

/** What is disabled or has no address nobody routes to; for ports that are off the chip routes nothing. */
function isServed({ router }: Pick<RoutingPlane, 'router'>, found: Interface): boolean {
  const { name, running } = found;
  if (!running) return false;
  const ports = portsOf(found);
  if (ports.length > 0 && ports.every((port) => !portRoutes(router, port))) return false;
  const menus = ['/ip/address', '/ipv6/address'] as const;
  const rows = menus.flatMap((menu) => router.store.rows(menu));
  return rows.some(({ values }) => values.get('interface') === name && !isYes(values.get('disabled')));
}

function prefixOf(mac: string): string {
  return mac.slice(0, 'XX:XX:XX:XX:XX'.length);
}

export function mtuOf(router: RouterState, found: Interface): number {
  if (found.kind === 'bridge') return Number(bridgeMtu(router, found.row));
  return Number(found.row.values.get('mtu') ?? 1500);
}

/** Whether the chip routes from and to this interface. */
export function routability(plane: RoutingPlane, found: Interface): Routability {
  const below = layer2(plane, found);
  if (below.by !== 'chip') return below;
  if (plane.macPrefix !== undefined && prefixOf(found.mac) !== plane.macPrefix) {
    return cpu(`the MAC address ${found.mac} of ${found.name} is outside ${plane.macPrefix}:XX`);
  }
  const mtu = mtuOf(plane.router, found);
  if (!plane.mtus.has(mtu)) return cpu(`there is no MTU profile left for ${mtu} on ${found.name}`);
  return below;
}

function cpu(why: string): Routability {
  return { by: 'cpu', why };
}

/** Ports, bridge and VLAN alone, whatever MAC address and MTU are. */
export function layer2(plane: RoutingPlane, found: Interface): Routability {
  switch (found.kind) {
    case 'bridge':
      return bridgeRoutability(plane, found.name);
    case 'vlan':
      return vlanRoutability(plane, found);
    case 'ethernet':
    case 'bonding':
      return portRoutability(plane, found);
    default:
      return cpu(`${found.name} is an interface of the software`);
  }
}

/** With several bridges on the chip's ports one is in hardware; what becomes of routing then is undefined for all. */
function bridgeRoutability(plane: RoutingPlane, name: string): Routability {
  const rival = [...plane.bridges.keys()].find((other) => other !== name && wantsHardware(plane, other));
  if (rival !== undefined && wantsHardware(plane, name)) {
    return { by: 'nobody-knows', why: `bridges ${name} and ${rival} both want the chip` };
  }
  return isBridgeInHardware(plane, name) ? { by: 'chip' } : cpu(`bridge ${name} is not in hardware`);
}

/** Whether the bridge has a port of the chip that asks to be switched. */
function wantsHardware({ router, topology, chip }: RoutingPlane, name: string): boolean {
  return router.store.rows('/interface/bridge/port').some((row) => {
    const port = topology.interfaces.get(row.values.get('interface') ?? '');
    const isAsking = row.values.get('bridge') === name && isWanted(router, row);
    return isAsking && port !== undefined && chipOf(router, topology.interfaces, port) === chip;
  });
}

function isBridgeInHardware({ bridges, chip, topology }: RoutingPlane, name: string): boolean {
  const bridge = bridges.get(name);
  return [...(bridge?.members.keys() ?? [])].some((member) => topology.hardware.get(member) === chip);
}

function vlanRoutability(plane: RoutingPlane, vlan: Interface): Routability {
  const { router, bridges, topology } = plane;
  const parent = topology.interfaces.get(vlan.parent ?? '');
  if (parent?.kind === 'vlan') return cpu(`${vlan.name} is stacked on another VLAN`);
  if (parent?.kind === 'ethernet' || parent?.kind === 'bonding') {
    const below = portRoutability(plane, parent);
    if (below.by !== 'chip') return below;
    const isOff = portsOf(parent).every((port) => !portRoutes(router, port));
    const why = `${vlan.name} sits directly on ${parent.name}`;
    return isOff ? cpu(why) : { by: 'nobody-knows', why };
  }
  const bridge = bridges.get(vlan.parent ?? '');
  if (!bridge) return cpu(`${vlan.parent} is no bridge`);
  const below = bridgeRoutability(plane, bridge.name);
  if (below.by !== 'chip') return below;
  if (!bridge.filtering) return cpu(`bridge ${bridge.name} does not filter VLANs`);
  const id = Number(vlan.row.values.get('vlan-id'));
  if (!isMember(bridge, id, bridge.name)) return cpu(`bridge ${bridge.name} is no member of VLAN ${id}`);
  return perVlanRoutability(plane, vlan, bridge, id);
}

/** Since 7.21 a VLAN has its own switch, and all its member ports need theirs. */
function perVlanRoutability(
  { router, topology, chip }: RoutingPlane,
  vlan: Interface,
  bridge: BridgeProgram,
  id: number,
): Routability {
  // Only ports of a chip that routes have the flag. Source: the manual's print of the ports of a CRS312.
  const isFlagged = (name: string) => {
    const port = topology.interfaces.get(name)?.row.values.get('default-name') ?? '';
    return router.target.switchOf(port)?.name === chip;
  };
  if (!router.knows('7.21')) return { by: 'chip' };
  if (vlan.row.values.get('l3-hw-offloading') === 'no') return cpu(`${vlan.name} has l3-hw-offloading=no`);
  for (const name of bridge.members.keys()) {
    const member = topology.interfaces.get(name);
    if (!member || !isMember(bridge, id, name)) continue;
    const off = portsOf(member).find((port) => isFlagged(port) && !portRoutes(router, port));
    if (off !== undefined) return cpu(`${off}, a member of VLAN ${id}, has l3-hw-offloading=no`);
  }
  return { by: 'chip' };
}

function portRoutability({ router, chip, topology }: RoutingPlane, port: Interface): Routability {
  if (port.master !== undefined) return cpu(`${port.name} is a slave of ${port.master}`);
  for (const name of portsOf(port)) {
    const row = topology.interfaces.get(name)?.row;
    if (router.target.switchOf(row?.values.get('default-name') ?? '')?.name !== chip) {
      return cpu(`${name} is not a port of the chip`);
    }
  }
  if (port.kind !== 'bonding') return { by: 'chip' };
  const mode = port.row.values.get('mode') ?? 'balance-rr';
  if (mode === '802.3ad' || mode === 'balance-xor') return { by: 'chip' };
  // The table of bridge features lists active-backup as hardware, the table of L3 features does not.
  const why = `${port.name} bonds with ${mode}`;
  return mode === 'active-backup' && router.knows('7.19') ? { by: 'nobody-knows', why } : cpu(why);
}

/** Physical ports behind an interface that is one or bonds some. */
export function portsOf({ kind, name, slaves }: Interface): readonly string[] {
  if (kind === 'bonding') return slaves;
  return kind === 'ethernet' ? [name] : [];
}

/** `l3-hw-offloading` of the switch port; its default is yes. */
export function portRoutes({ store }: RouterState, port: string): boolean {
  return store.byName('/interface/ethernet/switch/port', port)?.values.get('l3-hw-offloading') !== 'no';
}

export function hasIpv6Offload({ store }: RouterState): boolean {
  return isYes(store.rows('/interface/ethernet/switch/l3hw-settings')[0]?.values.get('ipv6-hw'));
}

/** Whether a packet that the chip cannot forward goes to the CPU, which can tell its sender, or is dropped. */
export function repliesOnError({ store }: RouterState): boolean {
  return store.rows('/interface/ethernet/switch/l3hw-settings')[0]?.values.get('icmp-reply-on-error') !== 'no';
}

/** L3 offloading is on at the switch, and its driver runs. */
export function routesInHardware({ target, store, device }: RouterState): boolean {
  const chip = target.offloadSwitch;
  const row = store
    .rows('/interface/ethernet/switch')
    .find((found) => found.values.get('.factory-name') === chip?.name);
  return chip !== undefined && row?.values.get('l3-hw-offloading') === 'yes' && device.l3hwState === 'ok';
}
