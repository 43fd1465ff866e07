// The catalogue's decision procedure for one class of packets that enters at one port: switch rules, what has to be on,
// route, neighbour, egress, and the policies that the chip would bypass. What the chip leaves goes to the CPU leg.

import { propertyValue } from '../model/config.ts';
import { type AclOutcome, applySwitchRules, type SwitchRule } from './acl.ts';
import { type CauseCode, cause, type Objection, objection, placeOf } from './causes.ts';
import { cpuLeg } from './cpu-leg.ts';
import { deviceObjections, familyObjection, isForwardingOff } from './device-objections.ts';
import { l3Objection, reachObjection } from './l3-leg.ts';
import type { ChipState, Network } from './network.ts';
import { endJourney, type Journey, type Outcome, step, type Traffic, withDoubt, withStep } from './outcome.ts';
import { ingressObjection } from './port-leg.ts';
import { routeLeg } from './route-leg.ts';
import { type IntervalSet, isEmpty, subtract } from './space.ts';
import { switchedLocally, switchLeg } from './switch-leg.ts';
import { unmodelledAt, unmodelledObjection } from './unmodelled.ts';

export function forward(network: Network, traffic: Traffic): readonly Outcome[] {
  const { box, ingress, inInterface } = traffic;
  const where = ingress.name === inInterface ? `\`${inInterface}\`` : `\`${ingress.name}\` into \`${inInterface}\``;
  const start: Journey = { traffic, box, doubts: [], notes: [], steps: [step('ingress', `enters by ${where}`)] };
  return applySwitchRules(network, ingress, box).flatMap((outcome) =>
    afterSwitchRules(network, { ...start, box: outcome.box }, outcome),
  );
}

function afterSwitchRules(network: Network, start: Journey, outcome: AclOutcome): readonly Outcome[] {
  const { rule, doubt } = outcome;
  const journey = rule ? withRule(start, rule) : start;
  const outcomes = rule ? followRule(network, journey, rule) : localOrRouted(network, journey, 'main');
  if (!doubt) return outcomes;
  // Another end is as possible as this one: neither may be claimed.
  const { placement, cause: why } = doubtful(doubt);
  return outcomes.map(({ cpuPath: _, ...each }) => ({
    ...each,
    placement,
    mayDrop: true,
    because: [why, ...each.because],
  }));
}

function withRule(journey: Journey, rule: SwitchRule): Journey {
  const { item, action } = rule;
  const told = withStep(journey, step('switch rules', `rule ${item.key} matches: ${action.kind}`, item.origin));
  const known = withDoubt(told, unmodelledObjection(item));
  const rate = Number(propertyValue(item, 'rate') ?? Number.NaN);
  if (!Number.isFinite(rate) || rate <= 0) return known;
  const note = cause('acl/acl-rate-policer', 'a switch rule limits the rate', placeOf(item, 'rate'));
  return { ...known, notes: [...known.notes, note], policedBps: rate };
}

function doubtful({ rule, why }: NonNullable<AclOutcome['doubt']>): Objection {
  const reasons: Record<typeof why, readonly [CauseCode, string]> = {
    undecided: ['flow/undecided', `whether \`${rule.undecided.join(', ')}\` matches is not known`],
    'vlan-inert': ['acl/acl-vlan-match-inert', 'the VLAN matcher has no effect at this port'],
    'vlan-untagged': ['acl/acl-vlan-match-untagged', 'whether `vlan-id` matches untagged frames is not described'],
    'part-of-bond': ['flow/undecided', 'the rule lists some slaves of the bond only'],
    capacity: ['acl/acl-capacity', 'the rule lies beyond the end of the table'],
  };
  const [code, text] = reasons[why];
  return objection('unknown', code, text, rule.item.origin);
}

function followRule(network: Network, journey: Journey, rule: SwitchRule): readonly Outcome[] {
  const { action, item } = rule;
  const at = placeOf(item, 'new-dst-ports');
  switch (action.kind) {
    case 'permit':
      return localOrRouted(network, journey, 'main');
    case 'drop': {
      const stop = objection('dropped', 'flow/denied', 'a switch rule drops these packets', at);
      return [endJourney(journey, { placement: 'dropped', datapath: 'acl' }, [stop])];
    }
    case 'redirect-to-cpu': {
      const text = 'a switch rule sends these packets to the CPU';
      const reason = objection('cpu', 'acl/acl-redirect-to-cpu', text, placeOf(item, 'redirect-to-cpu'));
      const outcomes = redirected(network, journey, reason);
      return isForControl(rule) ? outcomes.map((outcome) => ({ ...outcome, isControl: true })) : outcomes;
    }
    case 'to-port': {
      const text = `a switch rule sends these packets to ${action.ports.map((port) => `\`${port}\``).join(', ')}, unrouted`;
      const stop = objection('unknown', 'acl/acl-redirect-is-l2', text, at);
      return [endJourney(journey, { placement: 'unknown', datapath: 'acl' }, [stop])];
    }
    case 'new-vrf':
      return inNewVrf(network, journey, rule, action.vrf);
  }
}

/** DHCP, DHCPv6 and MAC telnet: the manual's own redirects. */
const controlPorts: IntervalSet = [67, 68, 546, 547, 20561].map((port) => ({ from: port, to: port + 1 }));

/** Matches nothing but protocols that end at the device. */
function isForControl({ match: { protocols, destinationPort } }: SwitchRule): boolean {
  return (
    protocols?.has('udp') === true && destinationPort !== undefined && isEmpty(subtract(destinationPort, controlPorts))
  );
}

function redirected(network: Network, journey: Journey, reason: Objection): readonly Outcome[] {
  const unreachable = reachObjection(network, journey.traffic.inInterface);
  if (unreachable) return [unentered(journey, unreachable)];
  return switchedLocally(network, journey.traffic.inInterface, journey.box)
    ? [endJourney(journey, { placement: 'cpu', cpuPath: 'slow', datapath: 'l2-switching' }, [reason])]
    : cpuLeg(network, journey, { reasons: [reason], chipTakes: true });
}

function unentered(journey: Journey, reason: Objection): Outcome {
  const isOpen = reason.placement === 'unknown';
  const end = { placement: isOpen ? 'unknown' : 'dropped', datapath: 'l3-routing' } as const;
  return endJourney(journey, { ...end, ...(isOpen && { mayDrop: true }) }, [reason]);
}

function inNewVrf(network: Network, journey: Journey, { item }: SwitchRule, vrf: string): readonly Outcome[] {
  const chip = network.offload?.switch ?? journey.traffic.ingress.ports[0]?.switch;
  const fact = chip?.fact('acl.new-vrf');
  const at = placeOf(item, 'new-vrf');
  if (fact?.value === true) return routedIn(network, journey, vrf);
  if (fact) {
    const says = fact.says(`${chip?.chip} does not move packets to a VRF`);
    const reason = objection('cpu', 'acl/acl-new-vrf-f2k', 'the chip sends these packets to the CPU instead', at, says);
    return redirected(network, journey, reason);
  }
  const text = `nobody has recorded whether ${chip?.chip} moves packets to a VRF`;
  return routedIn(network, withDoubt(journey, objection('unknown', 'flow/unknown-fact', text, at)), vrf);
}

function localOrRouted(network: Network, journey: Journey, table: string): readonly Outcome[] {
  const { inInterface } = journey.traffic;
  const local = switchedLocally(network, inInterface, journey.box);
  if (!local) return routedIn(network, journey, table);
  const outcomes = switchLeg(network, { ...journey, box: local.inside }, inInterface);
  return [...outcomes, ...local.outside.flatMap((box) => routedIn(network, { ...journey, box }, table))];
}

/** Everything from the routing decision on. `aclTable`: what a switch rule chose, or `main`. */
function routedIn(network: Network, journey: Journey, aclTable: string): readonly Outcome[] {
  const { inInterface } = journey.traffic;
  const unreachable = reachObjection(network, inInterface);
  if (unreachable) return [unentered(journey, unreachable)];
  const chip = network.offload;
  if (!chip) {
    const text = 'the device has no chip that routes';
    return toCpu(network, journey, objection('cpu', 'l3hw/l3hw-unsupported-chip', text, undefined), false);
  }
  const enabled = enable(network, chip, journey);
  const leave = (from: Journey, reason: Objection, chipTakesIt: boolean | 'unknown') =>
    aclTable === 'main' ? toCpu(network, from, reason, chipTakesIt) : [inVrfToCpu(from, aclTable, reason)];
  if (enabled.reason) return leave(enabled.journey, enabled.reason, enabled.chipTakes);
  const vrf = network.l3Interfaces.get(inInterface)?.vrf ?? 'main';
  const table = aclTable === 'main' ? vrf : aclTable;
  const known = withDoubt(enabled.journey, vrfObjection(network, chip, table));
  return routeLeg(network, known, table).flatMap((leg) =>
    leg.kind === 'done' ? [leg.outcome] : leave(leg.journey, leg.reason, leg.chipTakes),
  );
}

/** Whether the CPU keeps to the VRF that a switch rule chose is not described. */
function inVrfToCpu(journey: Journey, vrf: string, reason: Objection): Outcome {
  const text = `whether the CPU routes in \`${vrf}\` what a switch rule moved there is not described`;
  const open = objection('unknown', 'flow/undecided', text, reason.cause.at);
  return endJourney(journey, { placement: 'unknown', datapath: 'l3-routing', mayDrop: true }, [open, reason]);
}

interface Enabled {
  readonly journey: Journey;
  readonly reason?: Objection;
  readonly chipTakes: boolean | 'unknown';
}

/** Whether packets of this interface are routed by the chip at all. */
function enable(network: Network, chip: ChipState, start: Journey): Enabled {
  const { traffic, box } = start;
  const ofFamily = familyObjection(chip, box.family);
  if (ofFamily?.placement === 'cpu') return { journey: start, reason: ofFamily, chipTakes: false };
  let journey = withDoubt(start, ofFamily);
  for (const doubt of deviceObjections(network)) journey = withDoubt(journey, doubt);
  const off = isForwardingOff(network.config, box.family);
  if (off) {
    const text = 'forwarding is off, and whether the chip stops too is not described';
    journey = withDoubt(journey, objection('unknown', 'route/ip-forward-off', text, placeOf(off)));
  }
  const ofPort = ingressObjection(network, chip, traffic.ingress);
  const ofInterface = l3Objection(network, chip, traffic.inInterface);
  journey = withDoubt(journey, unmodelledAt(network, traffic.inInterface, traffic.ingress));
  for (const found of [ofPort, ofInterface]) {
    if (found?.placement === 'cpu') return { journey, reason: found, chipTakes: chipTakes(found) };
    journey = withDoubt(journey, found);
  }
  return { journey: withStep(journey, step('layer 3', `the chip routes \`${traffic.inInterface}\``)), chipTakes: true };
}

/** Whether the manual lets the chip take FastTrack connections of what it does not route. */
function chipTakes({ cause: { code } }: Objection): boolean | 'unknown' {
  if (code === 'l3hw/l3hw-vlan-off' || code === 'l3hw/l3hw-port-off-poisons-vlan') return 'unknown';
  return code === 'l3hw/l3hw-port-off';
}

function vrfObjection(network: Network, chip: ChipState, table: string): Objection | undefined {
  if (table === 'main') return undefined;
  const fact = chip.switch.fact('l3.vrf');
  if (fact?.value === true) return undefined;
  const [item] = network.config.items.filter(({ menu, key }) => menu === '/ip/vrf' && key === table);
  if (!fact) {
    const text = `nobody has recorded whether ${chip.switch.chip} routes in VRFs`;
    return objection('unknown', 'flow/unknown-fact', text, item?.origin);
  }
  const later = (chip.switch.fact('l3.vrf-tables')?.value ?? 0) > 0;
  const says = fact.says(`${chip.switch.chip} does not route in VRFs at this version`);
  const code = later ? 'route/vrf-before-7.24' : 'route/vrf-unsupported-chip';
  return objection(
    'unpredictable',
    code,
    `packets of \`${table}\` may be routed by the main table`,
    item?.origin,
    says,
  );
}

function toCpu(
  network: Network,
  journey: Journey,
  reason: Objection,
  chipTakesIt: boolean | 'unknown',
): readonly Outcome[] {
  return cpuLeg(
    network,
    withStep(journey, step('chip', `leaves it to the CPU: ${reason.cause.text}`, reason.cause.at)),
    {
      reasons: [reason],
      chipTakes: chipTakesIt,
    },
  );
}
