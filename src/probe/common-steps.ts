// Steps that several questions have.

import type { Condition, Question, Step } from './question.ts';

type Steps = Question['steps'];

/** Counters of a switch are read now and then, and what was configured is taken over by and by. */
export const wait: Step = { waitMs: 2000 };
/** What the driver of the routing chip says of itself. */
export const driver: Step = { monitor: '/interface/ethernet/switch/l3hw-settings/monitor' };

/** A host that is there by being written down. */
export function host(
  address: string,
  port = '{near}',
): { readonly add: '/ip/arp'; readonly set: Record<string, string> } {
  return { add: '/ip/arp', set: { address, interface: port, 'mac-address': '02:00:00:00:00:03' } };
}

/** The port that frames enter by, in a bridge that filters VLANs. */
export const filteringBridge: Steps = {
  bridge: { add: '/interface/bridge', set: { name: 'rosc-probe', 'protocol-mode': 'none', 'vlan-filtering': 'yes' } },
  port: { add: '/interface/bridge/port', set: { bridge: 'rosc-probe', interface: '{far}', pvid: '3998' } },
};

/** A VLAN interface of that bridge. */
export function vlan(vid: string, tagged = 'rosc-probe'): Steps {
  return {
    members: { add: '/interface/bridge/vlan', set: { bridge: 'rosc-probe', tagged, 'vlan-ids': vid } },
    vlan: { add: '/interface/vlan', set: { name: 'rosc-probe-vlan', interface: 'rosc-probe', 'vlan-id': vid } },
  };
}

/** Frames sent each time; other things that a port hears are few against them. */
export const frames = 100;
const counter = 'driver-rx-packet';
/** What the CPU heard of the port that frames enter by. */
export const heard: Step = { print: '/interface/ethernet', properties: [counter], query: ['name={far}'] };

export function arrived(of: string, since: string): Condition {
  return { of, counter, since, atLeast: 0.9 * frames };
}

export function missing(of: string, since: string): Condition {
  return { of, counter, since, atMost: 0.1 * frames };
}
