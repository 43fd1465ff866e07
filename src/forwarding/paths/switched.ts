// What becomes of frames that are switched at a port of a bridge, whatever the other port. `switch-leg.ts` has those
// between two ports.

import { isYes, propertyValue } from '../../model/config.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import { isClaim } from '../legs/l3-leg.ts';
import { memberReason } from '../legs/port-leg.ts';
import type { Bridge, BridgePort, Network } from '../network/network.ts';
import { unmodelledAt } from '../network/unmodelled.ts';
import { isMember, vlansOf } from '../network/vlans.ts';
import { makeReason, placeOf, type Reason, reasonByFact } from '../packets/causes.ts';
import { type Placed, placedBy } from './side.ts';

export const switchedAt = derivedPer(
  (network: Network, port: BridgePort): Placed =>
    placedBy(
      memberReason(network, port) ?? loneReason(network, port),
      cutOffReason(network, port),
      ...portReasons(network, port),
      unmodelledAt(network, port.interface),
    ),
);

/** Frames stay in a chip between two of its ports: one alone has nobody to talk to but by the CPU. */
function loneReason(network: Network, port: BridgePort): Reason | undefined {
  const { ports = [] } = network.bridges.get(port.bridge) ?? {};
  const others = ports.filter((other) => other !== port);
  const [first] = others;
  const chip = chipOf(network, port);
  if (!first || others.some((other) => chipOf(network, other) === chip)) return undefined;
  const open = others.find((other) => chipOf(network, other) === 'unknown');
  if (open) return memberReason(network, open);
  const text = `\`${port.interface}\` and \`${first.interface}\` are not on one chip`;
  return memberReason(network, first) ?? makeReason('cpu', 'l2/multi-chip-bridge', text, first.item.origin);
}

/** Since then the CPU joins a VLAN that has ports of a chip and others. */
const joinsSince = '7.20';

/**
 * Ports that no chip switches meet those of the chip in VLANs alone that the CPU is in. Source: manual, bridging,
 * "Bridge VLAN table": since 7.20 it joins by itself. `vid`: asked of one VLAN, else of all.
 */
export function cutOffReason(network: Network, port: BridgePort, vid?: number): Reason | undefined {
  const { bridge: name, interface: interface_, item } = port;
  const bridge = network.bridges.get(name);
  if (!bridge?.vlanFiltering || isAtLeastVersion(network.target.routeros, joinsSince)) return undefined;
  const code = 'l3hw/software-port-in-hw-bridge';
  if (memberReason(network, port)?.cause.code !== code || network.kindOf(interface_) === undefined) return undefined;
  const others = bridge.ports.filter(({ hardware }) => typeof hardware === 'object');
  const vlans = vid === undefined ? vlansOf(network, name) : [network.members(name, vid)];
  const cut = vlans.find(
    (vlan) =>
      isMember(vlan, interface_) && !isMember(vlan, name) && others.some((other) => isMember(vlan, other.interface)),
  );
  if (!cut) return undefined;
  const text = `the CPU is not in VLAN ${cut.vid}, by which \`${interface_}\` would reach the ports of the chip`;
  return makeReason('dropped', code, text, placeOf(item, 'interface'));
}

/** The routing chip takes the frames of VXLAN interfaces that nothing keeps from it. */
function chipOf(network: Network, port: BridgePort): BridgePort['hardware'] {
  return port.hardware ?? (memberReason(network, port) ? undefined : network.offload?.switch);
}

/** Why a port does not pass frames as its chip or the CPU otherwise would, or may not. */
export const portReasons = derivedPer((network: Network, port: BridgePort): readonly Reason[] => {
  const bridge = network.bridges.get(port.bridge);
  if (!bridge) return [];
  const found = [
    strandedReason(network, bridge, port),
    loopReason(network, port),
    limitReason(bridge, port),
    accessPortReason(network, port),
    serviceTagReason(network, bridge, port),
    treelessReason(network, bridge, port),
  ];
  return found.filter((reason) => reason !== undefined);
});

/** Radios get VLANs from their datapath, and MVRP learns them. */
function strandedReason(network: Network, bridge: Bridge, port: BridgePort): Reason | undefined {
  const { item, interface: name, frameTypes } = port;
  if (!bridge.vlanFiltering || frameTypes !== 'admit-only-vlan-tagged') return undefined;
  if (network.portsBelow(name).length === 0 || isYes(propertyValue(bridge.item, 'mvrp'))) return undefined;
  if (isYes(propertyValue(item, 'tag-stacking'))) return undefined;
  if (vlansOf(network, bridge.name).some((vlan) => isMember(vlan, name))) return undefined;
  return makeReason('dropped', 'l2/tagged-only-in-no-vlan', `\`${name}\` is in no VLAN`, placeOf(item, 'frame-types'));
}

/** A VLAN interface and the port below it in one bridge: tagged frames have two ways in. */
function loopReason(network: Network, { item, interface: name }: BridgePort): Reason | undefined {
  const other = loops(network).get(name);
  if (other === undefined) return undefined;
  const text = `tagged frames get into the bridge by \`${name}\` and by \`${other}\``;
  return makeReason('unpredictable', 'cpu-l2/vlan-in-bridge-with-physical', text, placeOf(item, 'interface'));
}

const loops = derivedOnce(({ bridgePorts, vlanInterfaces }: Network): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const { name, parent } of vlanInterfaces.values()) {
    const bridge = bridgePorts.get(name)?.bridge;
    if (bridge !== undefined && bridgePorts.get(parent)?.bridge === bridge) found.set(name, parent).set(parent, name);
  }
  return found;
});

/** RouterOS's own limit, the same on every device. */
export const bridgePortsMax = 1024;

function limitReason({ ports }: Bridge, port: BridgePort): Reason | undefined {
  if (ports.length <= bridgePortsMax || ports.indexOf(port) < bridgePortsMax) return undefined;
  const text = `a bridge has ${bridgePortsMax} ports at most`;
  return makeReason('unpredictable', 'l2/bridge-port-limit', text, placeOf(port.item, 'interface'));
}

function accessPortReason(network: Network, member: BridgePort): Reason | undefined {
  const chip = network.offload;
  const fact = chip?.switch.fact('l3.access-port-bug');
  const port = network.ports.get(member.interface);
  if (!chip?.l3Offload || fact?.value === false || port?.switch !== chip.switch) return undefined;
  if (port.l3Offload !== true || !isAccessPort(network, member)) return undefined;
  const text = 'access ports with the L3HW flag get duplicate entries in the forwarding database';
  return reasonByFact('unpredictable', 'l3hw/f7k-access-port-fdb-bug', fact, text, placeOf(member.item, 'interface'));
}

/** Takes untagged frames of one VLAN, and is a tagged member of none. */
function isAccessPort(network: Network, { bridge, interface: name, frameTypes, pvid }: BridgePort): boolean {
  if (frameTypes !== 'admit-all') return frameTypes === 'admit-only-untagged-and-priority-tagged';
  if (!network.bridges.get(bridge)?.vlanFiltering || pvid === 1) return false;
  return network.vidsOf(bridge).every((vid) => !network.members(bridge, vid).tagged.has(name));
}

/** A chip without service tags leaves the whole bridge to the CPU, which filters them. */
function serviceTagReason(network: Network, bridge: Bridge, { item, interface: name }: BridgePort): Reason | undefined {
  if (!bridge.vlanFiltering || bridge.etherType === '0x8100') return undefined;
  const slow = network.portsBelow(name).find(({ port, switch: chip }) => {
    const filters = chip === undefined || chip.fact('l2.s-tag-filtering')?.value === true;
    return !filters && port.mbps <= 1000 && chip.fact('l2.tag-stacking')?.value !== false;
  });
  if (!slow?.switch) return undefined;
  const text = `${slow.switch.chip} does not filter service tags on Gigabit ports`;
  const fact = slow.switch.fact('l2.s-tag-filtering');
  return reasonByFact('unpredictable', 'l2/ether-type-98dx3257', fact, text, placeOf(item, 'interface'));
}

/** Without a spanning tree protocol some chips take the bridge, which the manual warns of. */
function treelessReason(network: Network, { item, ports }: Bridge, port: BridgePort): Reason | undefined {
  const { hardware: chip } = port;
  if (propertyValue(item, 'protocol-mode') !== 'none' || typeof chip !== 'object') return undefined;
  const fact = chip.fact('l2.needs-protocol-mode');
  if (fact?.value === false || ports.filter((each) => isClaim(network, each, chip)).length < 2) return undefined;
  const text = `a bridge without spanning tree on ${chip.chip} is offloaded, and can cause issues`;
  return reasonByFact('unpredictable', 'l2/protocol-mode-none-ppe', fact, text, placeOf(item, 'protocol-mode'));
}
