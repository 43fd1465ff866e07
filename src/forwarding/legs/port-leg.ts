// What the front ports say: whether the chip receives and sends the frames itself, and whether it may route them there.

import { propertyValue } from '../../model/config.ts';
import { unreadableOf } from '../../model/unreadable.ts';
import type { Switch } from '../../profile/target.ts';
import { type Attachment, unbridged } from '../network/attachments.ts';
import { hasHorizon } from '../network/bridges.ts';
import type { Bridge, BridgePort, ChipState, Network } from '../network/network.ts';
import { makeReason, placeOf, type Reason, undocumented } from '../packets/causes.ts';
import { backupReason, softwareBondReason } from './l3-leg.ts';
import { vxlanReasons } from './vxlan.ts';

/** Undefined = the frames come from, or go to, a port that the routing chip switches and may route to. */
export function ingressReason(network: Network, chip: ChipState, attachment: Attachment): Reason | undefined {
  if (attachment.chip === chip.switch) return backupReason(network, attachment.name);
  const member = network.bridgePorts.get(attachment.name);
  const ofVxlan = member && vxlanReasons(network).get(attachment.name);
  const routedVxlan = undocumented('whether the chip routes packets to and from VXLAN', placeOf(member?.item));
  const reason = ofVxlan ? (ofVxlan[0] ?? routedVxlan) : softwareReason(network, attachment);
  // A second bridge is switched by the CPU, but what becomes of its routed packets is undefined.
  const { code, text, at } = reason.cause;
  return code === 'l2/multiple-hw-bridges' ? makeReason('unpredictable', code, text, at) : reason;
}

/** Why the CPU, or nobody knows who, switches the frames of an attachment. */
function softwareReason(network: Network, { name, ports, chip }: Attachment): Reason {
  const membership = network.bridgePorts.get(name);
  const at = placeOf(membership?.item ?? network.l3Interfaces.get(name)?.item);
  if (chip === 'unknown') return undocumented(`whether the chip switches \`${name}\``, at);
  if (!membership && unreadableOf(network.l3Interfaces.get(name)?.item).includes('vlan-id')) {
    const text = `which VLAN \`${name}\` is in, only the device computes`;
    return makeReason('unknown', 'flow/unknown-fact', text, at);
  }
  if (!membership) {
    const says = ports[0]?.port.says(`${name} is not a port of the routing chip`);
    const code = ports.length > 0 ? 'l3hw/non-switch-port-in-l3hw' : 'route/tunnel-endpoint-cpu';
    return makeReason('cpu', code, `\`${name}\` is not on the routing chip`, at, ...(says ? [says] : []));
  }
  if (network.bridges.has(name)) return undocumented(`what a bridge does as a port of \`${membership.bridge}\``, at);
  const outside = outsideReason(network, membership, ports, at);
  if (outside && network.offload) return outside;
  if (!membership.hwWanted) {
    return makeReason('cpu', 'l2/bp-hw-no', `\`${name}\` is bridged by the CPU`, placeOf(membership.item, 'hw'));
  }
  if (hasHorizon(membership.item)) {
    return makeReason('cpu', 'l2/bp-horizon', `\`${name}\` has a horizon`, placeOf(membership.item, 'horizon'));
  }
  return (
    outside ??
    softwareBondReason(network, name, ports[0]?.switch) ??
    featureReason(network, membership.bridge, ports[0]?.switch) ??
    lostBridge(network, membership.bridge)
  );
}

/** Why the CPU, or nobody knows who, switches the frames of an attachment; undefined = a chip does. */
export function switchingReason(network: Network, attachment: Attachment): Reason | undefined {
  if (typeof attachment.chip === 'object') return undefined;
  const port = network.bridgePorts.get(attachment.name);
  return port ? memberReason(network, port) : softwareReason(network, attachment);
}

/** Why no chip switches a port of a bridge, or nobody knows; undefined = one does. */
export function memberReason(network: Network, { interface: name, hardware }: BridgePort): Reason | undefined {
  if (hardware !== undefined && hardware !== 'unknown') return undefined;
  const ofVxlan = vxlanReasons(network).get(name);
  if (ofVxlan) return ofVxlan[0];
  return softwareReason(network, { ...unbridged(name), ports: network.portsBelow(name), chip: hardware });
}

/**
 * Of ports that no chip, or not the routing one, could switch, whatever they are set to. What becomes of them in a
 * bridge of the chip that routes is not defined. Source: manual, l3hw, "Using ports that do not belong to the switch".
 */
function outsideReason(
  { bonds, bridges, offload, ports: all }: Network,
  { interface: name, bridge }: Pick<BridgePort, 'interface' | 'bridge'>,
  ports: Attachment['ports'],
  at: Reason['cause']['at'],
): Reason | undefined {
  const below = all.has(name) || bonds.has(name) ? ports : [];
  const port = all.get(name) ?? below.find((each) => each.switch);
  if (offload && port && port.switch !== offload.switch) {
    const says = port.port.says(`${name} is not a port of the routing chip`);
    const text = `\`${name}\` is not on the routing chip`;
    const placement = offload.l3Offload ? besideChip(bridges.get(bridge), offload.switch) : 'cpu';
    return makeReason(placement, 'l3hw/non-switch-port-in-l3hw', text, at, says);
  }
  if (below.length > 0 && below.every((each) => each.switch)) return undefined;
  return makeReason('cpu', 'l3hw/software-port-in-hw-bridge', `\`${name}\` is not on the chip`, at);
}

/** Of a port that is not on the chip, in a bridge that the chip has, has not, or nobody knows. */
function besideChip(bridge: Bridge | undefined, chip: Switch): Reason['placement'] {
  if (bridge?.switches.includes(chip)) return 'unpredictable';
  return bridge?.ports.some(({ hardware }) => hardware === 'unknown') ? 'unknown' : 'cpu';
}

/** The first feature of its bridge that the chip does not have. */
function featureReason({ bridges }: Network, bridge: string, chip: Switch | undefined): Reason | undefined {
  const lost = bridges.get(bridge)?.uses.find(({ fact }) => chip?.fact(fact)?.value === false);
  if (!lost) return undefined;
  const { fact, code, item, property } = lost;
  if (fact === 'l2.bridge') return makeReason('cpu', code, 'the chip does not offload bridges', item.origin);
  const set = `${property}=${propertyValue(item, property) ?? 'rstp'}`;
  return makeReason('cpu', code, `the chip drops its bridge offload with ${set}`, placeOf(item, property));
}

function lostBridge(network: Network, bridge: string): Reason {
  const at = placeOf(network.bridges.get(bridge)?.item);
  return makeReason('cpu', 'l2/multiple-hw-bridges', `another bridge has the chip that \`${bridge}\` would need`, at);
}

/** The manual's matrix of the hardware-routing flag at both ports. Undefined = the chip routes. */
export function flagReason(ingress: Attachment, egress: Attachment): Reason | undefined {
  const at = (attachment: Attachment) => {
    const port = attachment.ports.find((each) => each.l3Offload === false);
    return placeOf(port?.l3OffloadItem, 'l3-hw-offloading');
  };
  const mixed = [ingress, egress].find(({ l3Offload }) => l3Offload === 'mixed');
  if (mixed) {
    const text = `the slaves of \`${mixed.name}\` differ in their hardware-routing flag`;
    return makeReason('unpredictable', 'l3hw/bond-slave-l3hw-mismatch', text, at(mixed));
  }
  const [enters, leaves] = [ingress.l3Offload !== false, egress.l3Offload !== false];
  if (enters && leaves) return undefined;
  if (!enters && !leaves) {
    const text = `hardware routing is off at \`${ingress.name}\` and \`${egress.name}\``;
    return makeReason('cpu', 'l3hw/l3hw-port-off', text, at(ingress));
  }
  if (enters) {
    const text = `hardware routing is off at \`${egress.name}\`, where the packets leave`;
    return makeReason('cpu', 'l3hw/l3hw-egress-only-off', text, at(egress));
  }
  const text = `hardware routing is off only at \`${ingress.name}\`, where the packets enter: the chip may route them all the same`;
  return makeReason('unpredictable', 'l3hw/l3hw-ingress-only-off', text, at(ingress));
}
