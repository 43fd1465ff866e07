// Questions about what the chip routes, which take two ports and the cable between them: frames leave by the one, enter
// by the other, and are routed back to the first. What leaves there in all, and what the CPU sent of it, tells who
// routed them. Frames by a route that the chip leaves alone, and by one that it takes, go there before anything is
// tested: where these are not told apart, nothing follows.

import { frames, host, wait } from './common-steps.ts';
import type { Destination, Frame } from './frame.ts';
import { packetLength } from './frame.ts';
import type { Condition, Question, Settles, Step } from './question.ts';

type Steps = Question['steps'];
type Said = Omit<Question['conclusions'][number], 'when'>;

interface Way {
  readonly id: string;
  readonly asks: string;
  readonly settles: Settles;
  readonly where?: Question['where'];
  readonly alone?: Question['alone'];
  readonly disturbs?: string;
  readonly beyond?: Question['beyond'];
  readonly family?: 4 | 6;
  /** Rows that make the interfaces. */
  readonly before?: Steps;
  /** L3 interface by which frames enter, and that by which they leave; the ports themselves where nothing is said. */
  readonly inside?: string;
  readonly outside?: string;
  /** What is tested. */
  readonly tested: Steps;
  /** Of the frames that meet it, by the way that the chip takes. */
  readonly frame?: Partial<Frame>;
  /** Also frames by the way that the CPU takes: what is tested has to stop those, or nothing follows. */
  readonly isPolicy?: true;
  /** They are too long for the way out: two leave for each, where the CPU takes them. */
  readonly isTooLong?: true;
  /** The chip routes them with it as without. */
  readonly chip?: Said;
  /** They go by the CPU. */
  readonly cpu?: Said;
  /** They go nowhere. */
  readonly lost?: Said;
}

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

interface Left {
  readonly all: number;
  readonly byCpu: number;
  /** Of `byCpu`, where it is not one number. */
  readonly byCpuMost?: number;
}

/** So many frames left in all, so many of them by the CPU; the headers of Ethernet may be counted, or not. */
function left(of: string, since: string, bytes: number, { all, byCpu, byCpuMost = byCpu }: Left): readonly Condition[] {
  return [
    { of, counter: 'tx-bytes', since, atLeast: 0.9 * all * bytes },
    { of, counter: 'tx-bytes', since, atMost: 1.13 * all * bytes },
    { of, counter: 'driver-tx-packet', since, atLeast: 0.9 * byCpu },
    { of, counter: 'driver-tx-packet', since, atMost: 1.13 * byCpuMost },
  ];
}

export function routedQuestion(way: Way): Question {
  const { id, asks, settles, where, alone, beyond, family = 4, before = {}, tested, isPolicy } = way;
  const to = { interface: way.inside ?? '{far}' } as const;
  const usual: Frame = { to, family, port: 4000, destination: offloaded[family] };
  const slow: Frame = { ...usual, destination: suppressed[family] };
  const met: Frame = { ...usual, ...way.frame };
  const bytes = packetLength(usual);
  // Frames are sent by the CPU themselves.
  const controlled = left('plain', 'begin', bytes, { all: 4 * frames, byCpu: 3 * frames });
  return {
    id,
    asks,
    settles,
    needs: 'cable',
    where: { chip: 'l3.offload', ...where },
    offload: family,
    ...(alone && { alone }),
    disturbs: way.disturbs ?? 'the scratch ports have addresses and routes, and frames go from one to the other',
    ...(beyond && { beyond }),
    seconds: 9,
    steps: {
      ...before,
      ...network(family, way.inside ?? '{far}', way.outside ?? '{near}'),
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
  { isPolicy, isTooLong, chip, cpu, lost }: Way,
  controlled: readonly Condition[],
  bytes: number,
): Question['conclusions'] {
  const sent = (isPolicy ? 2 : 1) * frames;
  const byCpu = { all: sent + frames, byCpu: sent + frames };
  const ways: readonly (readonly [Said | undefined, Left])[] = [
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
      neighbour: host(gateway, outside),
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
