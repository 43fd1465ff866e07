// Packets that cannot enter the device at all, or that come again and again.

import { switchRules } from './acl.ts';
import { software } from './attachments.ts';
import type { Directed } from './both-directions.ts';
import { cause, makeReason, placeOf, type Reason } from './causes.ts';
import { learntLater } from './expected-routes.ts';
import type { Flow } from './flow.ts';
import type { Network } from './network.ts';
import { endTrace, type Outcome, startTrace, type Traffic } from './outcome.ts';
import type { PacketSet } from './space.ts';

/** No interface leads to where the packets come from. */
export function nowhere(network: Network, packets: PacketSet, oneWay: boolean): Outcome {
  const stop = makeReason('dropped', 'flow/no-route', 'no interface leads to where the packets come from');
  const traffic = phantom(packets, '', oneWay);
  const later = learntLater(network, 'main', packets.family);
  if (!later) return lost(network, traffic, stop);
  return endTrace(startTrace(traffic), { placement: 'unknown', datapath: 'l3-routing', mayDrop: true }, [later]);
}

/** No port of the interface takes their frames. */
export function portless(
  network: Network,
  { packets, inInterface, oneWay }: Pick<Traffic, 'packets' | 'inInterface' | 'oneWay'>,
): Outcome {
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
  return { packets, inInterface, ingress: software(inInterface), opens: true, oneWay };
}

/** What other devices send back to where it was. */
export function sentRound({ direction, outcome }: Directed, { circle }: Flow): Directed {
  if (circle?.direction !== direction || outcome.placement === 'dropped') return { direction, outcome };
  const text = `${circle.devices.map((name) => `\`${name}\``).join(' → ')}: the packets go round until their TTL is used up`;
  const { cpuPath: _, ...way } = outcome;
  const because = [cause('flow/routing-loop', text, circle.at)];
  return { direction, outcome: { ...way, placement: 'dropped', because } };
}
