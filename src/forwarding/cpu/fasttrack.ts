// Connections that FastTrack takes: forwarded by the chip where it can, by the CPU's short path otherwise, always by
// the main table.

import type { EvidencedCode } from '../../evidence/evidence-of.ts';
import { type Item, isYes, propertyValue } from '../../model/config.ts';
import { groupBy } from '../../source/grouping.ts';
import { endTrace, type Outcome, step, type TraceState, withStep, worstOf } from '../firewall/outcome.ts';
import type { Bypassed } from '../legs/bypassed.ts';
import { l3Reason } from '../legs/leg.ts';
import { attachmentsOf } from '../network/attachments.ts';
import type { ChipState, Network, PhysicalPort } from '../network/network.ts';
import { isVlanOff, makeReason, placeOf, type Reason, undocumented } from '../packets/causes.ts';
import { outsideOf } from '../packets/outside-of.ts';
import { packetSetKey } from '../packets/space.ts';
import { skippedPolicies, type Taken } from './past-fasttrack.ts';
import { withSlowEnd } from './tunnels.ts';
import { isFast } from './why-slow.ts';

export function fasttrackEnd(
  network: Network,
  trace: TraceState,
  context: Taken,
  way: Pick<Outcome, 'egress' | 'translated' | 'newSources' | 'connectionMark'>,
): readonly Outcome[] {
  const { rule, arrival, table, chosenBy, state } = context;
  const all = skippedPolicies(network, trace, context, way);
  const isBlind = ({ reason }: Bypassed) => reason.placement === 'fasttrack';
  const blind = all.filter(isBlind);
  const skipped = all.filter((each) => !isBlind(each));
  const end = { ...way, fasttracked: { rule, atOnce: state.connectionState === 'new', skipped: blind } };
  const steered = chosenBy ? withStep(trace, step('cpu', `table \`${table}\` is chosen here`, chosenBy.origin)) : trace;
  const noted = { ...steered, notes: [...trace.notes, ...blind.map(({ reason }) => reason.cause)] };
  const told = withStep(noted, step('cpu', 'FastTrack', rule.item.origin));
  const datapath = 'fasttrack' as const;
  const ofParts = [...groupBy(skipped, ({ packets }) => packetSetKey(packets)).values()].map((same) => {
    const fasttracked = { ...end.fasttracked, skipped: [...same, ...blind] };
    const reasons = [...same.map(({ reason }) => reason), ...arrival.reasons];
    const part = { ...told, packets: same[0].packets };
    const placement = worstOf(same.map(({ reason }) => reason));
    return endTrace(part, { ...end, fasttracked, datapath, placement }, reasons);
  });
  const others = outsideOf(
    trace.packets,
    skipped.map(({ packets }) => packets),
  );
  const stops = others.length > 0 ? chipReason(network, context) : undefined;
  const placement = !stops ? 'fasttrack' : stops.placement === 'unknown' ? 'unknown' : 'cpu';
  const placed = { ...end, datapath, placement, ...(stops && { cpuPath: datapath }) } as const;
  const taken = stops
    ? withSlowEnd(network, told, context.outInterface)
    : withStep(told, step('chip', 'takes the connection once it is established'));
  const reasons = stops ? [...arrival.reasons, stops] : arrival.reasons;
  return [...ofParts, ...others.map((packets) => endTrace({ ...taken, packets }, placed, reasons))];
}

/** A connection of a kind that FastTrack takes, wherever it leads: what is invalid belongs to none. */
export function isFit({ state: { connectionState, packets } }: Pick<Taken, 'state'>): boolean {
  return connectionState !== 'untracked' && connectionState !== 'invalid' && isFast(packets);
}

/** Undefined = the chip forwards these connections. */
function chipReason(network: Network, { state, rule, arrival, outInterface }: Taken): Reason | undefined {
  const reasons = reasonsOffChip(network, rule.item, state.packets.family);
  const kept = reasons.find(({ placement }) => placement === 'cpu');
  const chip = network.offload;
  if (kept || !chip) return kept;
  const at = rule.item.origin;
  const ends = [state.inInterface, outInterface];
  const foreign = ends.find((name) => !isOnChip(network, name));
  if (foreign !== undefined || arrival.chipTakes === false) {
    const text = `\`${foreign ?? state.inInterface}\` is not on the routing chip`;
    return makeReason('cpu', 'l3hw/non-switch-port-in-l3hw', text, at);
  }
  const onPort = ends.find((name) => ['port', 'bond'].includes(network.vlanInterfaces.get(name)?.parentKind ?? ''));
  if (onPort !== undefined && chip.switch.fact('l3.vlan-on-port')?.value !== true) {
    const text = `\`${onPort}\` sits on a port instead of the bridge`;
    return makeReason('cpu', 'l3hw/vlan-iface-on-switch-port', text, at);
  }
  const open = openReason(network, chip, ends) ?? reasons[0];
  const isOfPorts = arrival.reasons.length > 0 && arrival.reasons.every((reason) => isOffAtAllPorts(network, reason));
  if (open || arrival.chipTakes !== 'unknown' || isOfPorts) return open;
  const text = 'whether the chip takes connections of a VLAN that is off hardware is not described';
  return makeReason('unknown', 'l3hw/l3hw-vlan-off', text, at);
}

/** What keeps all connections of a rule from the chip, whatever their interfaces: the first that is certain decides. */
export function reasonsOffChip(network: Network, rule: Item, family: 4 | 6): readonly Reason[] {
  const chip = network.offload;
  if (!chip) return [makeReason('cpu', 'l3hw/l3hw-unsupported-chip', 'the device has no chip that routes')];
  const fact = chip.switch.fact('l3.fasttrack');
  const at = rule.origin;
  if (fact?.value === false) {
    const says = fact.says(`${chip.switch.chip} does not forward FastTrack connections`);
    return [makeReason('cpu', 'firewall/fasttrack-hw-unsupported', says.claim, at, says)];
  }
  const found: Reason[] = [];
  const add = (code: EvidencedCode, text: string, place = at) => found.push(makeReason('cpu', code, text, place));
  if (family === 6) add('firewall/fasttrack-ipv6-hw', 'IPv6 connections are not taken by the chip');
  if (!chip.l3Offload) {
    const text = 'hardware routing is off, and FastTrack in hardware with it';
    add('firewall/fasttrack-hw-disabled', text, placeOf(chip.item, 'l3-hw-offloading') ?? at);
  } else if (!chip.fasttrackOffload) {
    add('firewall/fasttrack-hw-disabled', '`fasttrack-hw` is off');
  }
  // Of several rules the first decides: that is how the manual's example leaves UDP to the CPU.
  if (rule.menu === '/ip/firewall/mangle') {
    add('firewall/fasttrack-rule-in-mangle', 'the rule stands in mangle');
  } else if (!isYes(propertyValue(rule, 'hw-offload') ?? 'yes')) {
    const text = 'the rule keeps its connections on the CPU';
    add('firewall/fasttrack-rule-hw-offload-no', text, placeOf(rule, 'hw-offload') ?? at);
  }
  if (fact) return found;
  return [...found, undocumented(`whether ${chip.switch.chip} forwards FastTrack connections`, at)];
}

/** Interfaces of which nobody says whether the chip takes connections. */
function openReason(network: Network, chip: ChipState, names: readonly string[]): Reason | undefined {
  const reasons = names.flatMap((name) => l3Reason(network, chip, name) ?? []);
  const isOpen = (reason: Reason) => isVlanOff(reason) && !isOffAtAllPorts(network, reason);
  const found = reasons.find((reason) => reason.placement === 'unpredictable' || isOpen(reason));
  if (!found) return undefined;
  const text = 'whether the chip takes connections of such an interface is not described';
  return { placement: 'unknown', cause: { ...found.cause, text } };
}

/** With all ports off the chip has FastTrack connections alone. Source: manual, l3hw, "Switch port configuration". */
function isOffAtAllPorts({ ports, offload }: Network, { cause }: Reason): boolean {
  const isOff = (port: PhysicalPort) => port.switch !== offload?.switch || port.l3Offload === false;
  return cause.code === 'l3hw/l3hw-port-off-poisons-vlan' && [...ports.values()].every(isOff);
}

function isOnChip(network: Network, name: string): boolean {
  const ways = attachmentsOf(network, name);
  return ways.length > 0 && ways.every(({ chip }) => chip === network.offload?.switch);
}
