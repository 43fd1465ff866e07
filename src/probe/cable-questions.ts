// Questions that take two ports and the cable between them, in forms that differ in what is tested alone. Frames go
// there before anything is tested: where those are not told apart, nothing follows.

import * as z from 'zod';
import { type Destination, type Frame, frame, packetLength } from './frame.ts';
import { type Condition, head, type Question, type Step, said, steps } from './question.ts';

type Steps = Question['steps'];
type Said = z.output<typeof said>;

/** Frames sent each time; other things that a port hears are few against them. */
const frames = 100;
/** Counters of a switch are read now and then, and what was configured is taken over by and by. */
const wait: Step = { waitMs: 2000 };

/** About switch rules: frames leave by one port and enter by the other, whose counters say what reached the CPU. */
export const loopWay = z.strictObject({
  form: z.literal('loop'),
  ...head,
  frame,
  /** Rows that are there also while no rule is. */
  before: steps.exactOptional(),
  /** Each without its switch; the first is tried first. */
  rules: z.array(z.record(z.string(), z.string())),
  /** The frames reach the CPU with the rules as they do without. */
  reached: said,
  /** They do not. */
  kept: said,
});

const rule = '/interface/ethernet/switch/rule';
const counter = 'driver-rx-packet';
/** What the CPU heard of the port that frames enter by. */
const heard: Step = { print: '/interface/ethernet', properties: [counter], query: ['name={far}'] };

function arrived(of: string, since: string): Condition {
  return { of, counter, since, atLeast: 0.9 * frames };
}

function missing(of: string, since: string): Condition {
  return { of, counter, since, atMost: 0.1 * frames };
}

export function loopQuestion(way: z.output<typeof loopWay>): Question {
  const { form, where, frame: sent, alone = [], before = {}, rules, reached, kept, ...own } = way;
  const added = rules.map((set, index): [string, Step] => [
    `rule${index + 1}`,
    { add: rule, set: { switch: '{switch}', ports: '{far}', ...set } },
  ]);
  const plain = arrived('plain', 'begin');
  return {
    ...own,
    needs: 'cable',
    where: { chip: 'acl.rules', ...where },
    alone: [rule, ...alone],
    disturbs: 'frames go from one scratch port to the other, and switch rules stand there',
    ...(Object.keys(before).length > 0 && { beyond: 'pause' as const }),
    seconds: 9,
    steps: {
      ...before,
      begin: heard,
      sent: { send: sent, times: frames },
      wait,
      plain: heard,
      ...Object.fromEntries(added),
      ruled: wait,
      before: heard,
      again: { send: sent, times: frames },
      end: wait,
      after: heard,
    },
    unclear: [
      {
        when: [missing('plain', 'begin')],
        reason: 'no frame arrived, although no rule was there: is there a cable between the ports?',
      },
    ],
    conclusions: [
      { when: [plain, arrived('after', 'before')], ...reached },
      { when: [plain, missing('after', 'before')], ...kept },
    ],
  };
}

/**
 * About what the chip routes: frames leave by the one port, enter by the other, and are routed back to the first. What
 * leaves there in all, and what the CPU sent of it, tells who routed them. First go frames by a route that the chip
 * leaves alone, and by one that it takes.
 */
export const routedWay = z.strictObject({
  form: z.literal('routed'),
  ...head,
  family: z.literal([4, 6]).exactOptional(),
  /** Rows that make the interfaces. */
  before: steps.exactOptional(),
  /** L3 interface by which frames enter, and that by which they leave; the ports themselves where nothing is said. */
  inside: z.string().exactOptional(),
  outside: z.string().exactOptional(),
  /** What is tested. */
  tested: steps,
  /** Of the frames that meet it, by the way that the chip takes. */
  frame: frame
    .pick({ vlan: true, destination: true, payload: true })
    .extend({ to: frame.shape.to.exactOptional() })
    .exactOptional(),
  /** Also frames by the way that the CPU takes: what is tested has to stop those, or nothing follows. */
  isPolicy: z.literal(true).exactOptional(),
  /** They are too long for the way out: two leave for each, where the CPU takes them. */
  isTooLong: z.literal(true).exactOptional(),
  /** The chip routes them with it as without. */
  chip: said.exactOptional(),
  /** They go by the CPU. */
  cpu: said.exactOptional(),
  /** They go nowhere. */
  lost: said.exactOptional(),
});
type RoutedWay = z.output<typeof routedWay>;
const suppressed: Readonly<Record<4 | 6, Destination>> = { 4: '198.18.2.2', 6: '2001:2:0:2::2' };
const offloaded: Readonly<Record<4 | 6, Destination>> = { 4: '198.18.3.2', 6: '2001:2:0:3::2' };

/** What the port sent, and what of it the CPU did. */
const count: Step = {
  print: '/interface/ethernet',
  properties: ['tx-bytes', 'driver-tx-packet'],
  query: ['name={near}'],
};
/** Until the chip has taken over what was configured. */
const settle: Step = { waitMs: 1000 };

interface Sent {
  readonly all: number;
  readonly byCpu: number;
  /** Of `byCpu`, where it is not one number. */
  readonly byCpuMost?: number;
}

/** So many frames left in all, so many of them by the CPU; the headers of Ethernet may be counted, or not. */
function left(of: string, since: string, bytes: number, { all, byCpu, byCpuMost = byCpu }: Sent): readonly Condition[] {
  return [
    { of, counter: 'tx-bytes', since, atLeast: 0.9 * all * bytes },
    { of, counter: 'tx-bytes', since, atMost: 1.13 * all * bytes },
    { of, counter: 'driver-tx-packet', since, atLeast: 0.9 * byCpu },
    { of, counter: 'driver-tx-packet', since, atMost: 1.13 * byCpuMost },
  ];
}

export function routedQuestion(way: RoutedWay): Question {
  const { form, family = 4, before = {}, inside = '{far}', outside = '{near}', tested, isPolicy, ...rest } = way;
  const { where, frame: own, isTooLong, chip, cpu, lost, ...settled } = rest;
  const usual: Frame = { to: { interface: inside }, family, port: 4000, destination: offloaded[family] };
  const slow: Frame = { ...usual, destination: suppressed[family] };
  const met: Frame = { ...usual, ...own };
  const bytes = packetLength(usual);
  // Frames are sent by the CPU themselves.
  const controlled = left('plain', 'begin', bytes, { all: 4 * frames, byCpu: 3 * frames });
  return {
    disturbs: 'the scratch ports have addresses and routes, and frames go from one to the other',
    ...settled,
    needs: 'cable',
    where: { chip: 'l3.offload', ...where },
    offload: family,
    seconds: 9,
    steps: {
      ...before,
      ...network(family, inside, outside),
      ready: settle,
      begin: count,
      sentSlow: { send: slow, times: frames },
      sentFast: { send: usual, times: frames },
      wait,
      plain: count,
      ...tested,
      settled: settle,
      before: count,
      ...(isPolicy && { againSlow: { send: slow, times: frames } }),
      again: { send: met, times: frames },
      end: wait,
      after: count,
    },
    conclusions: conclusionsOf(way, controlled, packetLength(met)),
    unclear: [
      {
        when: [{ of: 'plain', counter: 'tx-bytes', since: 'begin', atMost: 1.2 * 2 * frames * bytes }],
        reason: 'no frame was routed, although nothing was tested yet: is there a cable between the ports?',
      },
      {
        when: [{ of: 'plain', counter: 'driver-tx-packet', since: 'begin', atLeast: 0.9 * 4 * frames }],
        reason: 'the chip does not route between these ports, although nothing was tested yet',
      },
    ],
  };
}

function conclusionsOf(
  { isPolicy, isTooLong, chip, cpu, lost }: RoutedWay,
  controlled: readonly Condition[],
  bytes: number,
): Question['conclusions'] {
  const sent = (isPolicy ? 2 : 1) * frames;
  const byCpu = { all: sent + frames, byCpu: sent + frames };
  const ways: readonly (readonly [Said | undefined, Sent])[] = [
    [chip, { all: sent + frames, byCpu: sent }],
    [cpu, isTooLong ? { ...byCpu, byCpuMost: sent + 2 * frames } : byCpu],
    [lost, { all: sent, byCpu: sent }],
  ];
  return ways.flatMap(([said, expected]) =>
    said ? [{ when: [...controlled, ...left('after', 'before', bytes, expected)], ...said }] : [],
  );
}

/** Addresses, a neighbour that is there by being written down, and two routes to it. */
function network(family: 4 | 6, inside: string, outside: string): Steps {
  if (family === 4) {
    const gateway = '198.18.1.2';
    return {
      insideAddress: { add: '/ip/address', set: { address: '198.18.0.3/24', interface: inside } },
      outsideAddress: { add: '/ip/address', set: { address: '198.18.1.3/24', interface: outside } },
      neighbour: {
        add: '/ip/arp',
        set: { address: gateway, interface: outside, 'mac-address': '02:00:00:00:00:03' },
      },
      slow: { add: '/ip/route', set: { 'dst-address': '198.18.2.0/24', gateway, 'suppress-hw-offload': 'yes' } },
      fast: { add: '/ip/route', set: { 'dst-address': '198.18.3.0/24', gateway } },
    };
  }
  const gateway = '2001:2:0:1::2';
  const address = (text: string, interfaceName: string) => ({
    address: text,
    interface: interfaceName,
    advertise: 'no',
  });
  return {
    insideAddress: { add: '/ipv6/address', set: address('2001:2::3/64', inside) },
    outsideAddress: { add: '/ipv6/address', set: address('2001:2:0:1::3/64', outside) },
    neighbour: {
      add: '/ipv6/neighbor',
      set: { address: gateway, interface: outside, 'mac-address': '02:00:00:00:00:03' },
    },
    slow: { add: '/ipv6/route', set: { 'dst-address': '2001:2:0:2::/64', gateway, 'suppress-hw-offload': 'yes' } },
    fast: { add: '/ipv6/route', set: { 'dst-address': '2001:2:0:3::/64', gateway } },
  };
}
