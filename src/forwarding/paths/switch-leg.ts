// Packets that stay within one connected network: switched, not routed.

import { derivedPer } from '../../source/grouping.ts';
import { metOnBridge, missedFeature, without } from '../bypass/bypass.ts';
import { isFilter } from '../bypass/missed-policies.ts';
import { bridgeMentions, horizonOf } from '../firewall/bridge-firewall.ts';
import { pathInBridge } from '../firewall/cpu-path.ts';
import { bridgedFeatures, dropsOf } from '../firewall/features.ts';
import { networksOf } from '../firewall/hairpins.ts';
import { endTrace, type Outcome, step, type TraceState, withStep, withUncertainty } from '../firewall/outcome.ts';
import type { Bypassed } from '../legs/bypassed.ts';
import { switchingReason } from '../legs/port-leg.ts';
import { type Attachment, attachmentsOf, classesOf } from '../network/attachments.ts';
import { bridgeOf } from '../network/masters.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';
import { type PacketSet, prefixInterval, splitAll } from '../packets/space.ts';
import { cutOffReason, portReasons } from './switched.ts';

/** The parts of a class whose source and destination share a network of the ingress interface, and the others. */
export function switchedLocally(network: Network, inInterface: string, packets: PacketSet) {
  const owner = network.l3Interfaces.get(inInterface);
  const inside: PacketSet[] = [];
  const outside: PacketSet[] = [];
  let open: readonly PacketSet[] = [packets];
  for (const prefix of owner ? networksOf(owner, packets.family) : []) {
    const interval = [prefixInterval(prefix)];
    const from = splitAll(open, { source: interval });
    const within = splitAll(from.inside, { destination: interval });
    inside.push(...within.inside);
    outside.push(...within.outside);
    open = from.outside;
  }
  return { inside, outside: [...outside, ...open] };
}

/** Of what the CPU's firewall does to packets that it bridges, what keeps them from where they go. */
function denialOf({
  packets,
  reason: { cause: by, placement },
}: Bypassed): readonly Pick<Bypassed, 'packets' | 'reason'>[] {
  if (!isFilter(by.code)) return [];
  const isOpen = placement === 'unknown';
  const text = isOpen ? 'a rule drops these packets if it matches' : 'a rule drops these packets';
  return [{ packets, reason: makeReason(isOpen ? 'unknown' : 'dropped', 'flow/denied-by-firewall', text, by.at) }];
}

/** Frames go to any other port of the VLAN; the chip forwards them when it switches both ports. */
export function switchLeg(network: Network, trace: TraceState, name: string): readonly Outcome[] {
  const { ingress } = trace.traffic;
  const others = attachmentsOf(network, name).filter((attachment) => attachment.name !== ingress.name);
  const targets = others.length > 0 ? others : [ingress];
  return classesOf(targets, (target) => kindOf(network, target)).flatMap(({ representative: egress }) => {
    const end = { datapath: 'l2-switching' as const, egress: [{ interface: name, attachment: egress }] };
    const cutOff = [ingress, egress].map((each) => cutOffAt(network, each)).find((reason) => reason !== undefined);
    if (cutOff && [ingress, egress].some(({ chip }) => chip !== undefined)) {
      return [endTrace(trace, { ...end, placement: 'dropped' }, [cutOff])];
    }
    const horizon = horizonOf(network, ingress.name);
    if (horizon !== undefined && horizon === horizonOf(network, egress.name) && egress !== ingress) {
      const at = placeOf(network.bridgePorts.get(ingress.name)?.item, 'horizon');
      const text = `\`${ingress.name}\` and \`${egress.name}\` have the same horizon`;
      return [endTrace(trace, { ...end, placement: 'dropped' }, [makeReason('dropped', 'l2/bp-horizon', text, at)])];
    }
    const reasons = [ingress, egress].flatMap((each) => reasonsAt(network, each));
    const here = step('switching', `stays in \`${name}\` and leaves by \`${egress.name}\``);
    const told = reasons.reduce(withUncertainty, withStep(trace, here));
    const [reason] = [ingress, egress].flatMap((each) => switchingReason(network, each) ?? []);
    if (reason?.placement === 'unknown') return [endTrace(told, { ...end, placement: 'unknown' }, [reason])];
    const isInChip = !reason && chipOf(network, ingress) === chipOf(network, egress);
    const way: Pick<Outcome, 'placement' | 'cpuPath'> = isInChip
      ? { placement: 'hardware' }
      : { placement: reason?.placement ?? 'cpu', cpuPath: pathInBridge(network, [ingress.name, egress.name]) };
    const features = bridgedFeatures(network, { packets: trace.packets, from: ingress, to: egress });
    const bridge = bridgeOf(network, ingress.name);
    const byIp = metOnBridge(network, bridge, { ...trace.traffic, packets: trace.packets, outPort: egress });
    const ruled = isInChip
      ? [...features.map(missedFeature), ...byIp]
      : [...features.flatMap(dropsOf), ...byIp.flatMap(denialOf)];
    return [
      ...ruled.map(({ packets, reason: found }) =>
        endTrace({ ...told, packets }, { ...end, placement: found.placement }, [found]),
      ),
      ...without(trace.packets, ruled).map((packets) =>
        endTrace({ ...told, packets }, { ...end, ...way }, reason ? [reason] : []),
      ),
    ];
  });
}

/** Asked for each port that frames come from. */
const kindOf = derivedPer((network: Network, target: Attachment): string => {
  const codes = reasonsAt(network, target).map(({ cause }) => cause.code);
  return [bridgeMentions(network, target.name, 'out'), ...codes].join(' ');
});

function cutOffAt(network: Network, { name, vid }: Attachment): Reason | undefined {
  const port = vid === undefined ? undefined : network.bridgePorts.get(name);
  return port && cutOffReason(network, port, vid);
}

function reasonsAt(network: Network, { name }: Attachment): readonly Reason[] {
  const port = network.bridgePorts.get(name);
  return port ? portReasons(network, port) : [];
}

/** The routing chip takes the frames of VXLAN interfaces that nothing keeps from it. */
function chipOf({ offload }: Network, { chip }: Attachment): Attachment['chip'] {
  return chip ?? offload?.switch;
}
