// Whether a switch rule takes packets to the CPU that belong to a connection which the chip forwards.

import { host } from '../common-steps.ts';
import type { Frame } from '../frame.ts';
import type { Condition, Question, Step } from '../question.ts';

const counter = 'driver-tx-packet';
const count: Step = { print: '/interface/ethernet', properties: [counter, 'tx-bytes'], query: ['name={near}'] };
const frame: Frame = { to: { interface: '{far}' }, family: 4, port: 4000, destination: '198.18.2.2' };
const send: Step = { send: frame, times: 100 };
const answer: Step = { send: { ...frame, to: { interface: '{near}' }, isReply: true }, times: 100, backwards: true };

/** Frames are sent by the CPU themselves. */
function byCpu(of: string, since: string, frames: number): readonly Condition[] {
  return [
    { of, counter, since, atLeast: 0.9 * frames },
    { of, counter, since, atMost: 1.13 * frames },
  ];
}

export const redirectAndFasttrack: Question = {
  id: 'redirect-and-fasttrack',
  asks: 'Does a switch rule take packets to the CPU whose connection the chip forwards by FastTrack?',
  settles: { statements: ['rule/redirect-and-fasttrack'] },
  needs: 'cable',
  where: { chip: 'l3.fasttrack' },
  offload: 4,
  alone: ['/interface/ethernet/switch/rule'],
  disturbs: 'connections are tracked, a switch rule stands there, and frames go between the scratch ports',
  beyond: 'path',
  seconds: 20,
  steps: {
    insideAddress: { add: '/ip/address', set: { address: '198.18.6.3/24', interface: '{far}' } },
    outsideAddress: { add: '/ip/address', set: { address: '198.18.1.3/24', interface: '{near}' } },
    client: {
      add: '/ip/arp',
      set: { address: '198.18.6.2', interface: '{far}', 'mac-address': '02:00:00:00:00:02' },
    },
    neighbour: host('198.18.1.2'),
    route: {
      add: '/ip/route',
      set: { 'dst-address': '198.18.2.0/24', gateway: '198.18.1.2', 'suppress-hw-offload': 'yes' },
    },
    // Answers have to meet the CPU as well.
    back: {
      add: '/ip/route',
      set: { 'dst-address': '198.18.0.0/24', gateway: '198.18.6.2', 'suppress-hw-offload': 'yes' },
    },
    fasttrack: {
      add: '/ip/firewall/filter',
      set: {
        chain: 'forward',
        action: 'fasttrack-connection',
        'connection-state': 'established,related',
        'src-address': '198.18.0.0/15',
        'hw-offload': 'yes',
      },
    },
    opened: send,
    answered: answer,
    settled: send,
    wait: { waitMs: 5000 },
    begin: count,
    again: send,
    pause: { waitMs: 2000 },
    plain: count,
    rule: {
      add: '/interface/ethernet/switch/rule',
      set: { switch: '{switch}', ports: '{far}', protocol: 'udp', 'dst-port': '4000', 'redirect-to-cpu': 'yes' },
    },
    ruled: { waitMs: 2000 },
    before: count,
    last: send,
    end: { waitMs: 2000 },
    after: count,
  },
  unclear: [
    {
      when: byCpu('plain', 'begin', 200),
      reason: 'the chip does not forward the connection: other rules may stand before that of the probe',
    },
  ],
  conclusions: [
    {
      when: [...byCpu('plain', 'begin', 100), ...byCpu('after', 'before', 100)],
      says: 'what the chip forwards by FastTrack does not go to the CPU, whatever a switch rule says',
    },
    {
      when: [...byCpu('plain', 'begin', 100), ...byCpu('after', 'before', 200)],
      says: 'a switch rule takes packets to the CPU also where the chip forwards their connection',
    },
  ],
};
