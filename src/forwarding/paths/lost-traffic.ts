// Packets that cannot enter the device at all, or that come again and again.

import { switchRules } from '../acl/acl.ts';
import { endTrace, type Outcome, startTrace, step, type Traffic } from '../firewall/outcome.ts';
import { unbridged } from '../network/attachments.ts';
import type { Network } from '../network/network.ts';
import { cause, makeReason, placeOf, type Reason } from '../packets/causes.ts';
import type { Flow, Undelivered } from '../packets/flow.ts';
import type { PacketSet } from '../packets/space.ts';
import { routedLater } from '../routing/expected-routes.ts';
import type { Directed } from './both-directions.ts';

/** No interface leads to where the packets come from. */
export function nowhere(network: Network, packets: PacketSet, oneWay: boolean): Outcome {
  const stop = makeReason('dropped', 'flow/no-route', 'no interface leads to where the packets come from');
  const traffic = phantom(packets, '', oneWay);
  const later = routedLater(network, 'main', packets.family, packets.source);
  if (!later) return lost(network, traffic, stop);
  return endTrace(startTrace(traffic), { placement: 'unknown', datapath: 'l3-routing', mayDrop: true }, [later]);
}

/** No port of the interface takes their frames. */
export function portless(network: Network, { packets, inInterface, oneWay }: Omit<Traffic, 'ingress'>): Outcome {
  const stop = makeReason('dropped', 'flow/no-port', `no port of \`${inInterface}\` takes their frames`);
  return lost(network, phantom(packets, inInterface, oneWay), stop);
}

/** A switch rule that picks the egress port needs no interface. */
function lost(network: Network, traffic: Traffic, stop: Reason): Outcome {
  const trace = startTrace(traffic);
  const carrier = switchRules(network).find(({ action }) => action.kind === 'to-port');
  if (!carrier) return endTrace(trace, { placement: 'dropped', datapath: 'l3-routing' }, [stop]);
  const text = 'no interface takes these packets, but a switch rule may send them on, unrouted';
  const open = makeReason('unknown', 'acl/acl-redirect-is-l2', text, placeOf(carrier.item, 'new-dst-ports'));
  return endTrace(trace, { placement: 'unknown', datapath: 'acl', mayDrop: true }, [open, stop]);
}

/** Packets that cannot enter at all. */
function phantom(packets: PacketSet, inInterface: string, oneWay: boolean): Traffic {
  return { packets, inInterface, ingress: unbridged(inInterface), opens: true, oneWay };
}

/** As the site sees it, where the packets go on by other devices. */
export function inSite(each: Directed, { undelivered, isAssumed }: Flow): Directed {
  const { direction, outcome } = each;
  if (outcome.placement === 'dropped') return each;
  const isUndelivered =
    undelivered?.direction === direction && !(undelivered.mayGetOn && outcome.placement === 'unknown');
  if (isUndelivered) return { direction, outcome: gone(outcome, undelivered) };
  return isAssumed ? { direction, outcome: { ...outcome, steps: [...outcome.steps, outside] } } : each;
}

const assumed = 'part of the way is outside the site: that it leads on there is assumed';
const outside = step('site', assumed, undefined, 'inferred');

function gone(outcome: Outcome, { direction, devices, at, mayGetOn }: Undelivered): Outcome {
  const { cpuPath: _, ...way } = outcome;
  const packets = direction === 'reverse' ? 'the answers' : 'the packets';
  const names = devices.map((name) => `\`${name}\``).join(' → ');
  if (devices.length > 1) {
    const round = cause('flow/routing-loop', `${names}: ${packets} go round until their TTL is used up`, at);
    return { ...way, placement: 'dropped', because: [round] };
  }
  const text = `${names} sends ${packets} out of the site, where nothing leads to their destination`;
  if (!mayGetOn) return { ...way, placement: 'dropped', because: [cause('flow/lost-outside', text, at)] };
  const open = `${names} sends ${packets} out of the site, unless NAT, a learnt route or somebody there leads them on`;
  return { ...way, placement: 'unknown', because: [cause('flow/lost-outside', open, at)], mayDrop: true };
}
