// Counters of ports, compared while traffic flows: what the chip forwards hardly reaches the CPU, and what does reach
// it is held against the plan only where nothing else explains it.

import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { CommitStep } from '../../src/apply/apply-context.ts';
import { runPostCheck } from '../../src/apply/post-check.ts';
import type { Device, Row } from '../../src/device/device.ts';
import type { Packet } from '../../src/device/sim/chip/packet.ts';
import { applyChanges } from '../../src/plan/patch.ts';
import type { Prediction } from '../../src/plan/plan.ts';
import { createRig, lowerText, planOn, type Rig } from '../support/apply-rig.ts';
import { essenceOf } from '../support/device-essence.ts';

const site = `version: 1
site: lab
vlans:
  red: { id: 10, ipv4: 10.10.0.0/24, mtu: 9000 }
  blue: { id: 20, ipv4: 10.20.0.0/24, mtu: 9000 }
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    management: { port: ether24, address: 192.168.88.1/24 }
    ports:
      ether1: { vlan: red }
      ether2: { vlan: blue }
      ether3-4: { bond: pair }
    bonds: { pair: { mode: 802.3ad, vlan: red } }
    gateways: { red: 10.10.0.1, blue: 10.20.0.1 }
`;

const sender = { address: '10.10.0.50', mac: '02:00:00:00:00:50', port: 'ether1' };
const receiver = { address: '10.20.0.60', mac: '02:00:00:00:00:60', port: 'ether2' };

/** So many full packets a second from one VLAN to the other, while time passes, until it is over. */
function streaming({ simulator, clock }: Rig, perSecond: number, isOver = () => false): Rig['clock'] {
  const packet: Packet = {
    port: sender.port,
    sourceMac: sender.mac,
    tags: [],
    length: 9000,
    ip: { source: sender.address, destination: receiver.address, protocol: 'udp', sourcePort: 9, destinationPort: 9 },
  };
  let sent = clock.now();
  const send = () => {
    for (; sent < clock.now() && !isOver(); sent += 1000 / perSecond) simulator.inject(packet);
  };
  return { ...clock, sleep: (ms, signal) => clock.sleep(ms, signal).then(send) };
}

interface Circumstances {
  readonly perSecond?: number;
  readonly isReceiverThere?: boolean;
  /** The device's address that rosc's session goes to. */
  readonly peerAddress?: string;
  /** What the device prints of its ports. */
  readonly altered?: (row: Row) => Row;
  readonly predicted?: (prediction: Prediction) => Prediction;
  readonly ms?: number;
}

/** The check of a device that is as the site says, and has been for a while. */
async function check(circumstances: Circumstances) {
  const { perSecond = 1000 / 6, isReceiverThere = true, predicted = (same) => same, ms = 1500 } = circumstances;
  const rig = createRig({ site });
  const plan = await rig.plan();
  await rig.apply(plan);
  rig.simulator.attach(sender);
  if (isReceiverThere) rig.simulator.attach(receiver);
  rig.simulator.settle();
  const clock = streaming(rig, perSecond);
  await clock.sleep(1000);
  const begin = clock.now();
  const { lines, passed } = await runPostCheck(alter(await rig.connect(), circumstances), {
    expected: applyChanges({ items: [] }, plan.changes),
    predictions: plan.predictions.map(predicted),
    clock,
    deadline: begin + ms,
  });
  const measured = lines.filter((line) => line.check === 'post-check/cpu-share');
  return {
    passed,
    ms: clock.now() - begin,
    lines: measured.map(({ subject, observed, proof }) => `${subject}: ${observed} | ${proof}`),
  };
}

function alter(device: Device, { peerAddress, altered }: Circumstances): Device {
  return {
    ...device,
    ...(peerAddress !== undefined && { peerAddress }),
    print: async (menu, options) => {
      const rows = await device.print(menu, options);
      return altered && menu === '/interface/ethernet' ? rows.map(altered) : rows;
    },
  };
}

const others = 'traffic into 4 ports: at most 0 kB in 1 s: too little to tell | unproved';
const throughCpu = (row: Row): Row => ({ ...row, 'driver-rx-byte': row['rx-bytes'] ?? '' });
const management = '192.168.88.1';

test('what the chip forwards is proved by what the CPU did not see', async () => {
  const { lines, passed, ms } = await check({});
  expect(lines).toEqual(['traffic into ether1: 0.0 % of 1.6 MB through the CPU | proved', others]);
  expect(passed).toBe(true);
  expect(ms).toBeLessThan(1500);
});

test('what the CPU sees of a port in hardware refutes the plan', async () => {
  const { lines, passed } = await check({ altered: throughCpu, peerAddress: management });
  expect(lines[0]).toBe('traffic into ether1: 100 % of 1.6 MB through the CPU | not-offloaded');
  expect(passed).toBe(false);
});

test('a receiver that never spoke is served by the CPU, and the counters show it', async () => {
  const { lines } = await check({ isReceiverThere: false, peerAddress: management });
  expect(lines[0]).toMatch(/^traffic into ether1: 100 % of .* \| not-offloaded$/);
});

test.each<[string, Circumstances, string]>([
  ['nobody knows by which port the session comes', {}, ', and rosc’s own session may come by it'],
  ['the session comes by it', { peerAddress: '10.10.0.1' }, ', and rosc’s own session may come by it'],
  [
    'a part of the site’s traffic is the CPU’s',
    {
      peerAddress: management,
      predicted: (each) => (each.key.startsWith('10.20.0.1') ? { ...each, placement: 'cpu' } : each),
    },
    ', and a part of it ought to be',
  ],
])('%s: nothing is proved', async (_, circumstances, why) => {
  const { lines, passed } = await check({ ...circumstances, altered: throughCpu });
  expect(lines[0]).toBe(`traffic into ether1: 100 % of 1.6 MB through the CPU${why} | unproved`);
  expect(passed).toBe(true);
});

test('between the two nothing is proved', async () => {
  const halfOf = (row: Row): Row => ({ ...row, 'driver-rx-byte': String(Number(row['rx-bytes']) / 2) });
  const { lines, passed } = await check({ altered: halfOf, peerAddress: management });
  expect(lines[0]).toBe('traffic into ether1: 50 % of 1.6 MB through the CPU | unproved');
  expect(passed).toBe(true);
});

test('little traffic proves nothing', async () => {
  const { lines } = await check({ perSecond: 100 / 6, altered: throughCpu, peerAddress: management });
  expect(lines).toEqual([
    expect.stringMatching(/^traffic into 5 ports: at most \d+ kB in .* too little to tell \| unproved$/),
  ]);
});

test('who has never seen traffic is not waited for', async () => {
  const { ms } = await check({ perSecond: 1 });
  expect(ms).toBe(0);
});

test('a look without time measures nothing', async () => {
  expect((await check({ ms: 0 })).lines).toEqual([]);
});

test('counters that begin anew, and ports that do not tell, say nothing', async () => {
  let looks = 0;
  const anew = (row: Row): Row => ({ ...row, 'rx-bytes': String(9_000_000 - 1_000_000 * looks++) });
  expect((await check({ altered: anew })).lines).toEqual([]);
  const mute = ({ 'driver-rx-byte': _, ...row }: Row): Row => row;
  expect((await check({ altered: mute })).lines).toEqual([]);
});

/** One more route, applied while traffic flows; the CPU sees all of it from then on, or saw it before too. */
async function commitWhile(sees: 'after' | 'before and after') {
  const rig = createRig({ site });
  await rig.apply(await rig.plan());
  for (const host of [sender, receiver]) rig.simulator.attach(host);
  rig.simulator.settle();
  let step: CommitStep | undefined;
  // What is undone is not measured.
  const clock = streaming(rig, 1000 / 6, () => step === 'undoing');
  const routed = `${site}    routes: [{ to: 198.51.100.0/24, via: 10.10.0.50 }]\n`;
  const plan = await planOn(lowerText(routed, 'core'), await rig.connect());
  const before = essenceOf(rig.simulator);
  let isAfter = false;
  const result = await rig.apply(plan, {
    clock,
    // Reading a large device and keeping what was read takes its time.
    journal: { save: () => clock.sleep(800), note: async () => undefined },
    onStep: (begun) => {
      step = begun;
      isAfter ||= step === 'checking';
    },
    connect: async () =>
      alter(await rig.connect(), {
        peerAddress: management,
        altered: (row) =>
          isAfter || sees === 'before and after' ? throughCpu(row) : { ...row, 'driver-rx-byte': '0' },
      }),
  });
  return { ...result, isAsBefore: isDeepStrictEqual(essenceOf(rig.simulator), before) };
}

test('a change that moves traffic to the CPU is undone', async () => {
  const { state, diagnostics, isAsBefore } = await commitWhile('after');
  expect([state, isAsBefore]).toEqual(['undone', true]);
  expect(diagnostics[0]).toMatchObject({
    code: 'post-check/cpu-share',
    what: expect.stringMatching(/^traffic into ether1: expected .* but the device shows 100 % of .* through the CPU$/),
  });
});

test('one that finds it there is not', async () => {
  const { state, report } = await commitWhile('before and after');
  expect(state).toBe('confirmed');
  expect(report?.lines.find(({ at }) => at.key === 'ether1' && at.menu === '/interface/ethernet')).toMatchObject({
    observed: expect.stringMatching(/^100 % of .*, and it was not seen to be less before$/),
    proof: 'unproved',
  });
});
