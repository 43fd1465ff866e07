// Whether the switch chip routes packets that enter or leave at an L3 interface, port flags apart.

import { type Item, propertyValue } from '../../model/config.ts';
import type { Switch } from '../../profile/target.ts';
import { derivedPer } from '../../source/grouping.ts';
import type { Location } from '../../source/location.ts';
import { hasHorizon } from '../network/bridges.ts';
import { bottomBy } from '../network/column.ts';
import { masterOf } from '../network/masters.ts';
import type { Bridge, BridgePort, ChipState, Network, VlanInterface } from '../network/network.ts';
import { chipOfSlaves, modeStop } from '../network/ports.ts';
import { makeReason, placeOf, type Reason, undocumented } from '../packets/causes.ts';

/** As `l3Reason`, without what its MAC address has against it. */
export const interfaceReason = derivedPer((network: Network, chip: ChipState, name: string) => {
  switch (network.kindOf(name)) {
    case 'port':
      return slaveReason(network, name) ?? portReason(network, chip.switch, name);
    case 'bond':
      return (
        slaveReason(network, name) ?? softwareBondReason(network, name, chip.switch) ?? backupReason(network, name)
      );
    case 'bridge':
      return bridgeReason(network, chip.switch, name);
    case 'vlan':
      return vlanReason(network, chip, network.vlanInterfaces.get(name));
    default: {
      const text = `\`${name}\` is not an interface that the chip routes to`;
      return softwareReason(text, placeOf(network.l3Interfaces.get(name)?.item));
    }
  }
});

function softwareReason(text: string, at: Location | undefined): Reason {
  return makeReason('cpu', 'route/route-gateway-on-software-iface', text, at);
}

function portReason(network: Network, chip: Switch, name: string): Reason | undefined {
  const port = network.ports.get(name);
  if (!port || port.switch === chip) return undefined;
  const text = `\`${name}\` is not a port of the routing chip`;
  const says = port.port.says(`${name} is not a port of ${chip.name}`);
  return makeReason('cpu', 'l3hw/non-switch-port-in-l3hw', text, placeOf(port.item), says);
}

/** Addresses on members of a bridge or bond do not do what they look like. */
function slaveReason(network: Network, name: string): Reason | undefined {
  const master = masterOf(network, name)?.name;
  if (master === undefined) return undefined;
  const text = `\`${name}\` carries an address but is a port of \`${master}\``;
  const at = placeOf(network.l3Interfaces.get(name)?.addresses[0]?.item, 'interface');
  return makeReason('unpredictable', 'l3hw/ip-on-slave-interface', text, at);
}

/** Why a chip does not switch a bond. */
export function softwareBondReason({ bonds, ports }: Network, name: string, chip?: Switch): Reason | undefined {
  const bond = bonds.get(name);
  if (!bond || !chip || bond.hardware === chip) return undefined;
  const at = placeOf(bond.item, 'mode');
  if (bond.hardware === 'unknown') return undocumented(`which bonds ${chip.chip} switches`, at);
  const modes = modeStop(bond, chip)?.known;
  if (modes) {
    const says = modes.says(`${chip.chip} switches bonds of mode ${modes.value.join(', ') || 'none'}`);
    return makeReason('cpu', 'l2/bond-mode-sw', `bond \`${name}\` has mode ${bond.mode}`, at, says);
  }
  const isTooMany = chipOfSlaves(bond, ports) === chip;
  const text = `the slaves of \`${name}\` are ${isTooMany ? 'too many' : 'not all ports of one chip'}`;
  const code = isTooMany ? 'l2/bond-too-many-slaves' : 'l2/bond-foreign-slave';
  return makeReason('cpu', code, text, placeOf(bond.item, 'slaves'));
}

/** The manual's table of routing names other modes alone. */
export function backupReason({ bonds }: Network, name: string): Reason | undefined {
  const bond = bonds.get(name);
  if (bond?.mode !== 'active-backup') return undefined;
  const at = placeOf(bond.item, 'mode');
  return makeReason('unknown', 'l2/bond-active-backup-l3', `bond \`${name}\` is active-backup`, at);
}

/** Undefined = the chip switches this bridge. */
function bridgeReason(network: Network, chip: Switch, name: string): Reason | undefined {
  const bridge = network.bridges.get(name);
  if (!bridge) return undefined;
  if (bridge.switches.includes(chip)) return competition(network, chip, bridge);
  if (bridge.ports.some((port) => port.hardware === 'unknown'))
    return undocumented(`whether ${chip.chip} offloads bridge \`${name}\` as it is set`, placeOf(bridge.item));
  const rival = holdersOf(network, chip).find((other) => other !== bridge);
  if (rival && bridge.ports.some((port) => isClaim(network, port, chip))) {
    return competing(bridge, rival);
  }
  // Without ports, as bridges that serve as loopback are, it is an interface of the CPU alone.
  const text = `no port of bridge \`${name}\` is offloaded`;
  if (bridge.ports.length === 0) return softwareReason(text, placeOf(bridge.item));
  return makeReason('cpu', 'l2/bp-hw-no', text, placeOf(bridge.item));
}

const holdersOf = derivedPer((network: Network, chip: Switch): readonly Bridge[] =>
  [...network.bridges.values()].filter(({ switches }) => switches.includes(chip)),
);

/** A bridge that has the chip, while another one asks for it too. Each VLAN of it asks. */
const competition = derivedPer((network: Network, chip: Switch, bridge: Bridge): Reason | undefined => {
  if ((chip.fact('l2.bridges')?.value ?? 1) > 1) return undefined;
  const rival = [...network.bridges.values()].find(
    (other) => other !== bridge && other.ports.some((port) => isClaim(network, port, chip)),
  );
  return rival && competing(bridge, rival);
});

function competing(bridge: Bridge, rival: Bridge): Reason {
  const text = `bridges \`${bridge.name}\` and \`${rival.name}\` compete for one chip`;
  return makeReason('unpredictable', 'l2/multiple-hw-bridges', text, placeOf(bridge.item));
}

/** A port that its bridge wants the chip for. */
export function isClaim(network: Network, { item, hwWanted, interface: name }: BridgePort, chip: Switch): boolean {
  return hwWanted && !hasHorizon(item) && chipBelow(network, name) === chip;
}

/** The chip below a port or bond; undefined for everything that no single chip could switch. */
export function chipBelow(network: Network, name: string): Switch | undefined {
  return network.ports.get(name)?.switch ?? network.bonds.get(name)?.switch;
}

function vlanReason(network: Network, chip: ChipState, vlan: VlanInterface | undefined): Reason | undefined {
  if (!vlan) return undefined;
  const { name, item, parent, parentKind } = vlan;
  const at = placeOf(item, 'interface');
  switch (parentKind) {
    case 'bridge':
      return bridgeVlanReason(network, chip, vlan);
    case 'vlan':
      return makeReason('cpu', 'l3hw/qinq-routed', `\`${name}\` is a VLAN inside VLAN \`${parent}\``, at);
    case 'port':
    case 'bond':
      return vlanOnPortReason(network, chip.switch, vlan);
    default:
      if (network.config.isPart && network.kindOf(parent) === undefined) {
        return makeReason('unknown', 'ops/unknown-name', `\`${parent}\` is not in this text`, at);
      }
      return softwareReason(`\`${name}\` sits on \`${parent}\`, which the chip does not know`, at);
  }
}

function vlanOnPortReason(network: Network, chip: Switch, vlan: VlanInterface): Reason | undefined {
  const at = placeOf(vlan.item, 'interface');
  const below = network.portsBelow(vlan.parent);
  if (!below.some((port) => port.switch === chip)) return portReason(network, chip, vlan.parent);
  const onPort = chip.fact('l3.vlan-on-port');
  if (vlan.parentKind === 'port' && onPort?.value === true) return undefined;
  const text = `VLAN interface \`${vlan.name}\` sits on \`${vlan.parent}\` instead of the bridge`;
  if (below.every((port) => port.l3Offload === false)) return makeReason('cpu', 'l3hw/l3hw-port-off', text, at);
  const says = onPort ? [onPort.says(`${chip.chip} does not route VLAN interfaces on ports`)] : [];
  return makeReason('unpredictable', 'l3hw/vlan-iface-on-switch-port', text, at, ...says);
}

function bridgeVlanReason(network: Network, chip: ChipState, vlan: VlanInterface): Reason | undefined {
  const bridge = network.bridges.get(vlan.parent);
  if (!bridge) return undefined;
  const offloaded = bridgeReason(network, chip.switch, vlan.parent);
  if (offloaded) return offloaded;
  if (!bridge.vlanFiltering) {
    const text = `bridge \`${bridge.name}\` does not filter VLANs`;
    return makeReason('cpu', 'l3hw/vlan-filtering-off', text, placeOf(bridge.item, 'vlan-filtering'));
  }
  return perVlanReason(network, chip, vlan);
}

/** From the version on that has a flag per VLAN, the flag and the member ports decide for the whole VLAN. */
function perVlanReason(network: Network, chip: ChipState, vlan: VlanInterface): Reason | undefined {
  const off = network.portsBelow(vlan.name).find((port) => port.l3Offload === false);
  if (vlan.l3Offload && !off) return undefined;
  const perVlan = chip.switch.fact('l3.vlan-flag');
  const at = vlan.l3Offload ? placeOf(off?.l3OffloadItem, 'l3-hw-offloading') : placeOf(vlan.item, 'l3-hw-offloading');
  if (!perVlan) return undocumented(`whether ${chip.switch.chip} can take single VLANs off hardware`, at);
  if (!perVlan.value) return undefined;
  const says = perVlan.says(`${chip.switch.chip} decides per VLAN`);
  if (!vlan.l3Offload)
    return makeReason('cpu', 'l3hw/l3hw-vlan-off', `VLAN \`${vlan.name}\` is off hardware`, at, says);
  const text = `\`${off?.name}\` is excluded, and with it all of VLAN \`${vlan.name}\``;
  return makeReason('cpu', 'l3hw/l3hw-port-off-poisons-vlan', text, at, says);
}

/** Why an interface cannot carry routed packets at all, whoever forwards. */
export function reachReason(network: Network, name: string): Reason | undefined {
  const vlan = network.vlanInterfaces.get(name);
  if (vlan?.parentKind === 'port' || vlan?.parentKind === 'bond') return slaveVlanReason(network, vlan);
  if (vlan?.parentKind === 'vlan') return outerReason(network, vlan);
  if (vlan?.parentKind !== 'bridge') return macvlanReason(network, name, vlan) ?? nativeReason(network, name);
  const bridge = network.bridges.get(vlan.parent);
  if (!bridge?.vlanFiltering) return undefined;
  if (taggedForService(vlan.item) !== filtersService(bridge)) {
    const text = `\`${vlan.name}\` and bridge \`${bridge.name}\` use different tags`;
    return makeReason('dropped', 'l3hw/service-tag-mismatch', text, placeOf(vlan.item, 'use-service-tag'));
  }
  const { tagged, untagged } = network.members(vlan.parent, vlan.vid);
  if (tagged.has(vlan.parent)) return undefined;
  if (untagged.has(vlan.parent)) {
    const text = `bridge \`${bridge.name}\` takes VLAN ${vlan.vid} without a tag, and whether \`${name}\` sees it is not described`;
    return makeReason('unknown', 'l3hw/bridge-not-tagged', text, placeOf(bridge.item, 'pvid'));
  }
  const text = `bridge \`${vlan.parent}\` is no member of VLAN ${vlan.vid}`;
  return makeReason('dropped', 'l3hw/bridge-not-tagged', text, placeOf(vlan.item, 'vlan-id'));
}

export function taggedForService(item: Item): boolean {
  return propertyValue(item, 'use-service-tag') === 'yes';
}

export function filtersService({ etherType }: Bridge): boolean {
  return etherType === '0x88a8';
}

const outermost = bottomBy(({ vlanInterfaces }: Network, name) => {
  const vlan = vlanInterfaces.get(name);
  return vlan?.parentKind === 'vlan' ? vlan.parent : undefined;
});

/** A VLAN in a VLAN is reached where the outermost is. */
function outerReason(network: Network, { name }: VlanInterface): Reason | undefined {
  const outer = outermost(network, name);
  return outer === undefined ? undefined : reachReason(network, outer);
}

/** A bridge that filters VLANs has the frames of its own VLAN only where it takes them without a tag. */
function nativeReason(network: Network, name: string): Reason | undefined {
  const bridge = network.bridges.get(name);
  if (!bridge?.vlanFiltering || network.members(name, bridge.pvid).untagged.has(name)) return undefined;
  const text = `\`${name}\` takes no frames of VLAN ${bridge.pvid} without a tag`;
  return makeReason('dropped', 'flow/no-port', text, placeOf(bridge.item, 'frame-types'));
}

/** Source: manual, macvlan, "Property Reference". */
function macvlanReason(network: Network, name: string, vlan: VlanInterface | undefined): Reason | undefined {
  const { item } = network.l3Interfaces.get(vlan?.parent ?? name) ?? {};
  if (item?.menu !== '/interface/macvlan') return undefined;
  const below = propertyValue(item, 'interface') ?? '';
  const master = masterOf(network, below)?.name;
  if (!vlan && master === undefined) return undefined;
  const text = vlan
    ? `VLAN \`${name}\` sits on a MACVLAN`
    : `\`${name}\` sits on \`${below}\`, a port of \`${master}\``;
  const at = placeOf(vlan?.item ?? item, 'interface');
  return makeReason('unknown', 'l2/macvlan-on-port', `${text}, which is not supported`, at);
}

/** The bridge or bond takes the tagged frames before the VLAN interface sees them. */
function slaveVlanReason(network: Network, vlan: VlanInterface): Reason | undefined {
  const master = masterOf(network, vlan.parent)?.name;
  if (master === undefined) return undefined;
  const text = `\`${vlan.name}\` sits on \`${vlan.parent}\`, a port of \`${master}\``;
  return makeReason('dropped', 'l3hw/vlan-iface-on-bridge-slave', text, placeOf(vlan.item, 'interface'));
}
