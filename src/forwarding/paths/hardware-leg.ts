// The catalogue's decision procedure for one class of packets that enters at one port: switch rules, what has to be on,
// route, neighbour, egress, and the policies that the chip would bypass. What the chip leaves goes to the CPU leg.

import { type Item, propertyValue } from '../../model/config.ts';
import { ownName } from '../../model/own-name.ts';
import { derivedPer } from '../../source/grouping.ts';
import { assignedVrf, isHandedOver, type SwitchRule } from '../acl/acl.ts';
import { type AclOutcome, applySwitchRules } from '../acl/switch-rule-walk.ts';
import { alikeOutcomes } from '../cpu/alike-ways.ts';
import { remembered } from '../cpu/remembered.ts';
import { pathInBridge } from '../firewall/cpu-path.ts';
import {
  asOpen,
  endTrace,
  type Outcome,
  startTrace,
  step,
  type TraceState,
  type Traffic,
  withStep,
  withUncertainty,
} from '../firewall/outcome.ts';
import { deviceReasons, familyReason, forwardingReason, noChipReason, vrfReason } from '../legs/device-reasons.ts';
import { reachReason } from '../legs/l3-leg.ts';
import { l3Reason } from '../legs/leg.ts';
import { ingressReason } from '../legs/port-leg.ts';
import type { Attachment } from '../network/attachments.ts';
import type { ChipState, Network } from '../network/network.ts';
import { unmodelledAt, unmodelledReason } from '../network/unmodelled.ts';
import { vrfAt } from '../network/vrfs.ts';
import { cause, isVlanOff, makeReason, placeOf, type Reason, undocumented } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';
import { type IntervalSet, isEmpty, subtract } from '../packets/space.ts';
import { cpuLeg } from './cpu-leg.ts';
import { isLeft, type Left, routeLeg } from './route-leg.ts';
import { switchedLocally, switchLeg } from './switch-leg.ts';

export const forward = remembered((network: Network, traffic: Traffic): readonly Outcome[] => {
  const { packets, ingress, inInterface } = traffic;
  const where = ingress.name === inInterface ? `\`${inInterface}\`` : `\`${ingress.name}\` into \`${inInterface}\``;
  const start = startTrace(traffic, [step('ingress', `enters by ${where}`)]);
  const outcomes = applySwitchRules(network, ingress, packets).flatMap((outcome) =>
    afterSwitchRules(network, { ...start, packets: outcome.packets }, outcome),
  );
  return alikeOutcomes(outcomes);
});

function afterSwitchRules(network: Network, start: TraceState, outcome: AclOutcome): readonly Outcome[] {
  const { rule, uncertainty = rule && translation(rule, start.traffic.ingress) } = outcome;
  const trace = rule ? withRule(network, start, rule) : start;
  const outcomes = rule ? followRule(network, trace, rule) : localOrRouted(network, trace);
  return uncertainty ? outcomes.map((each) => asOpen(each, [uncertainty])) : outcomes;
}

/** Who forwards what a rule puts into another VLAN is not modelled. */
function translation({ item }: SwitchRule, { vid }: Attachment): Cause | undefined {
  const to = propertyValue(item, 'new-vlan-id');
  if (to === undefined || Number(to) === vid) return undefined;
  return cause('flow/undecided', `a switch rule puts these packets into VLAN ${to}`, placeOf(item, 'new-vlan-id'));
}

function withRule(network: Network, trace: TraceState, rule: SwitchRule): TraceState {
  const { item, action } = rule;
  const told = withStep(trace, step('switch rules', `${nameOf(item)} matches: ${action.kind}`, item.origin));
  const known = withUncertainty(told, unmodelledReason(network, item));
  const rate = policedBps(item);
  if (rate === undefined) return known;
  const note = cause('acl/acl-rate-policer', 'a switch rule limits the rate', placeOf(item, 'rate'));
  return { ...known, notes: [...known.notes, note], policedBps: rate };
}

/** The rate of a switch rule (`10M`), bit/s; undefined = it limits nothing. */
export function policedBps(item: Item): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([kMG]?)(?:bps)?$/.exec(propertyValue(item, 'rate') ?? '') ?? [];
  const rate = Number(amount ?? 0) * 1000 ** ['', 'k', 'M', 'G'].indexOf(unit);
  return rate > 0 ? rate : undefined;
}

function followRule(network: Network, trace: TraceState, rule: SwitchRule): readonly Outcome[] {
  const { action, item } = rule;
  const at = placeOf(item, 'new-dst-ports');
  switch (action.kind) {
    case 'permit':
      return localOrRouted(network, trace);
    case 'drop': {
      const stop = makeReason('dropped', 'flow/denied', 'a switch rule drops these packets', at);
      return [endTrace(trace, { placement: 'dropped', datapath: 'acl' }, [stop])];
    }
    case 'redirect-to-cpu': {
      const text = 'a switch rule sends these packets to the CPU';
      const reason = makeReason('cpu', 'acl/acl-redirect-to-cpu', text, placeOf(item, 'redirect-to-cpu'));
      const outcomes = redirected(network, trace, reason);
      return isForControl(rule) ? outcomes.map((outcome) => ({ ...outcome, isControl: true })) : outcomes;
    }
    case 'to-port': {
      const text = `a switch rule sends these packets to ${action.ports.map((port) => `\`${port}\``).join(', ')}, unrouted`;
      const stop = makeReason('unknown', 'acl/acl-redirect-is-l2', text, at);
      const mayDrop = !action.ports.every((name) => sendsBy(network, rule, name));
      return [endTrace(trace, { placement: 'unknown', datapath: 'acl', ...(mayDrop && { mayDrop }) }, [stop])];
    }
    case 'new-vrf':
      return inNewVrf(network, trace, rule);
  }
}

/** Nobody describes how a chip sends by a port of another one, or of the CPU. */
function sendsBy(network: Network, { chip }: SwitchRule, name: string): boolean {
  const ports = network.portsBelow(name);
  return ports.length > 0 && ports.every((port) => port.switch?.name === chip);
}

/** DHCP, DHCPv6 and MAC telnet: the manual's own redirects. */
const controlPorts: IntervalSet = [67, 68, 546, 547, 20561].map((port) => ({ from: port, to: port + 1 }));

/** Matches nothing but protocols that end at the device. */
function isForControl({ match: { protocols, destinationPort } }: SwitchRule): boolean {
  return (
    protocols?.has('udp') === true && destinationPort !== undefined && isEmpty(subtract(destinationPort, controlPorts))
  );
}

function redirected(network: Network, trace: TraceState, reason: Reason): readonly Outcome[] {
  const unreachable = reachReason(network, trace.traffic.inInterface);
  if (unreachable) return [unentered(trace, unreachable)];
  const { inside, outside } = switchedLocally(network, trace.traffic.inInterface, trace.packets);
  const cpuPath = pathInBridge(network, [trace.traffic.ingress.name]);
  const bridged = { placement: 'cpu', cpuPath, datapath: 'l2-switching' } as const;
  return [
    ...inside.map((packets) => endTrace({ ...trace, packets }, bridged, [reason])),
    ...outside.flatMap((packets) => cpuLeg(network, { ...trace, packets }, { reasons: [reason], chipTakes: true })),
  ];
}

function unentered(trace: TraceState, reason: Reason): Outcome {
  const isOpen = reason.placement === 'unknown';
  const end = { placement: isOpen ? 'unknown' : 'dropped', datapath: 'l3-routing' } as const;
  return endTrace(trace, { ...end, ...(isOpen && { mayDrop: true }) }, [reason]);
}

function inNewVrf(network: Network, trace: TraceState, rule: SwitchRule): readonly Outcome[] {
  const { ingress, inInterface } = trace.traffic;
  const vrf = assignedVrf(network, rule, inInterface);
  const chip = network.offload?.switch ?? ingress.ports[0]?.switch;
  const fact = chip?.fact('acl.new-vrf');
  const at = placeOf(rule.item, 'new-vrf');
  if (fact && isHandedOver(rule, ingress)) {
    const says = fact.says(`${chip?.chip} does not move packets to a VRF`);
    const text = 'the chip sends these packets to the CPU instead';
    return redirected(network, trace, makeReason('cpu', 'acl/acl-new-vrf-f2k', text, at, says));
  }
  if (vrf === undefined || fact?.value === false) return localOrRouted(network, trace);
  if (fact) return routedIn(network, trace, vrf);
  const open = undocumented(`whether ${chip?.chip} moves packets to a VRF`, at);
  return routedIn(network, withUncertainty(trace, open), vrf);
}

function localOrRouted(network: Network, trace: TraceState): readonly Outcome[] {
  const { inInterface } = trace.traffic;
  const { inside, outside } = switchedLocally(network, inInterface, trace.packets);
  return [
    ...inside.flatMap((packets) => switchLeg(network, { ...trace, packets }, inInterface)),
    ...outside.flatMap((packets) => routedIn(network, { ...trace, packets })),
  ];
}

/** Everything from the routing decision on. `aclTable`: what a switch rule chose. */
function routedIn(network: Network, trace: TraceState, aclTable?: string): readonly Outcome[] {
  const { inInterface } = trace.traffic;
  const unreachable = reachReason(network, inInterface);
  if (unreachable) return [unentered(trace, unreachable)];
  const chip = network.offload;
  if (!chip) {
    const reason = noChipReason(network);
    return toCpu(network, { trace, reason, chipTakes: reason.placement === 'unknown' ? 'unknown' : false });
  }
  const own = vrfAt(network, inInterface);
  const table = aclTable ?? own;
  const enabled = enable(network, chip, trace);
  const leave = (left: Left) => (table === own ? toCpu(network, left) : [inVrfToCpu(left, table)]);
  if (isLeft(enabled)) return leave(enabled);
  const unknownVrf = vrfReason(network, chip, table);
  // The manual names the flag of the port where packets enter as what keeps them from the main table.
  if (unknownVrf?.placement === 'unpredictable' && trace.traffic.ingress.l3Offload === false) {
    return leave({ trace: enabled, reason: { ...unknownVrf, placement: 'cpu' }, chipTakes: false });
  }
  return routeLeg(network, withUncertainty(enabled, unknownVrf), table).flatMap((leg) =>
    isLeft(leg) ? leave(leg) : [orAsTheCpu(network, enabled, leg)],
  );
}

/** Where it is open who forwards, so is whether anything is forwarded that the CPU would drop, or send elsewhere. */
function orAsTheCpu(network: Network, { traffic }: TraceState, outcome: Outcome): Outcome {
  if (outcome.placement !== 'unknown' || outcome.mayDrop) return outcome;
  const byCpu = cpuLeg(network, startTrace(traffic, [], outcome.packets), { reasons: [], chipTakes: 'unknown' });
  const isDroppable = byCpu.some(({ placement, mayDrop }) => placement === 'dropped' || mayDrop);
  if (isDroppable) return { ...outcome, mayDrop: true };
  const left = new Set(byCpu.flatMap(({ egress }) => egress.map((each) => each.interface)));
  return {
    ...outcome,
    egress: outcome.egress.map((each) => (left.has(each.interface) ? each : { ...each, isOpen: true })),
  };
}

/** Whether the CPU keeps to the VRF that a switch rule chose is not described. */
function inVrfToCpu({ trace, reason }: Left, vrf: string): Outcome {
  const text = `whether the CPU routes in \`${vrf}\` what a switch rule moved there is not described`;
  const open = makeReason('unknown', 'flow/undecided', text, reason.cause.at);
  return endTrace(trace, { placement: 'unknown', datapath: 'l3-routing', mayDrop: true }, [open, reason]);
}

/** What the device, and a way into it, have against routing by the chip, or leave open. */
const reasonsAt = derivedPer((network: Network, chip: ChipState, family: 4 | 6, name: string, ingress: Attachment) => {
  const ofFamily = familyReason(chip, family);
  const ofDevice = [ofFamily, ...deviceReasons(network), forwardingReason(network, family, 'chip')];
  const ofEntry = [ingressReason(network, chip, ingress), l3Reason(network, chip, name)];
  return { ofFamily, ofDevice: [...ofDevice, unmodelledAt(network, name, ingress)], ofEntry };
});

/** Whether packets of this interface are routed by the chip at all. */
function enable(network: Network, chip: ChipState, start: TraceState): TraceState | Left {
  const { traffic, packets } = start;
  const at = reasonsAt(network, chip, packets.family, traffic.inInterface, traffic.ingress);
  if (at.ofFamily?.placement === 'cpu') return { trace: start, reason: at.ofFamily, chipTakes: false };
  const trace = at.ofDevice.reduce(withUncertainty, start);
  // What the chip does not route at all it does not route by a port of which that is not defined.
  const reason = at.ofEntry.find((found) => found?.placement === 'cpu');
  if (reason) return { trace, reason, chipTakes: chipTakes(reason) };
  const known = at.ofEntry.reduce(withUncertainty, trace);
  return withStep(known, step('layer 3', `the chip routes \`${traffic.inInterface}\``));
}

/** Whether the manual lets the chip take FastTrack connections of what it does not route. */
function chipTakes(reason: Reason): boolean | 'unknown' {
  return isVlanOff(reason) ? 'unknown' : reason.cause.code === 'l3hw/l3hw-port-off';
}

function toCpu(network: Network, { trace, reason, chipTakes }: Left): readonly Outcome[] {
  const told = withStep(trace, step('chip', `leaves it to the CPU: ${reason.cause.text}`, reason.cause.at));
  return cpuLeg(network, told, { reasons: [reason], chipTakes });
}

function nameOf(item: Item): string {
  const own = ownName(propertyValue(item, 'comment') ?? '');
  return own === undefined ? `rule ${item.key}` : `\`${own}\``;
}
