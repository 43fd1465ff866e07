// Both ends of the RouterOS API, and bytes that are almost what the other end would say.

import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CodecError, encodeSentence, SentenceDecoder } from '../../src/device/api/codec.ts';
import { Session } from '../../src/device/api/session.ts';
import { DeviceError } from '../../src/device/device.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { defaultLimits } from '../../src/source/limits.ts';
import { letTimePass } from './apply-rig.ts';
import type { Attempt } from './fuzz.ts';
import { mutateBytes, segmentsOf } from './mutate-bytes.ts';
import { sendingServer } from './sending-server.ts';
import { rig } from './sim-rig.ts';
import { targetOf } from './sim-target.ts';
import { turnedClock } from './turned-clock.ts';
import { createVirtualClock } from './virtual-clock.ts';

const replies = [
  ['!re', '.tag=1', '=.id=*1', '=name=ether1', '=running=true', '=comment='],
  ['!re', '.tag=2', '=dst-address=10.0.0.0/24', '=gateway=10.0.0.1', '=hw-offloaded=yes'],
  ['!re', '=name==', '=', '==', '.tag=', '.section=1', '=__proto__=x', '=constructor=y'],
  ['!re', '.tag=3', `=source=${'x'.repeat(300)}`],
  ['!trap', '.tag=2', '=category=2', '=message=interrupted'],
  ['!trap', '=message=no such command prefix'],
  ['!empty', '.tag=3'],
  ['!done', '.tag=1'],
  ['!done', '.tag=2', '=ret=*5'],
  ['!done', '.tag=3'],
  ['!done'],
  ['!fatal', 'not logged in'],
];

const questions = [
  ['/interface/print', '.tag=1', '?type=vlan', '?#!', '=.proplist=name,.id'],
  ['/interface/vlan/add', '=name=v9', '=vlan-id=9', '=interface=bridge', '.tag=2'],
  ['/interface/vlan/set', '=.id=*1', '=vlan-id=4095'],
  ['/ip/address/remove', '=.id=*1,*2'],
  ['/ip/route/listen', '.tag=3'],
  ['/cancel', '=tag=3'],
  ['/system/script/add', '=name=s', '=source=:foreach i in=[/interface find] do={:put $i}', '.tag=4'],
  ['/system/script/run', '=number=s'],
  ['/interface/bridge/port/move', '=numbers=*2', '=destination=*1'],
  ['/interface/ethernet/switch/rule/add', '=switch=switch1', '=ports=sfp-sfpplus1', '=dst-port=0-99999'],
  ['/system/identity/get', '=value-name=name'],
  ['/export'],
  ['/quit'],
];

const words = [...replies, ...questions].flat().map((word) => encodeSentence([word]));

function streamOf(sentences: readonly (readonly string[])[], random: () => number): Buffer {
  const picked = Array.from(
    { length: 1 + Math.floor(random() * 6) },
    () => sentences[Math.floor(random() * sentences.length)] ?? [],
  );
  return mutateBytes(Buffer.concat(picked.map(encodeSentence)), random, words);
}

/** What rosc makes of a device's answers. Accepted when a command of three is answered. */
export async function clientOfMutants(): Promise<{ readonly attempt: Attempt; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'rosc-fuzz-'));
  const path = join(folder, 'api');
  let segments: readonly Buffer[] = [];
  const server = sendingServer(() => segments);
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    attempt: async (random) => {
      segments = segmentsOf(streamOf(replies, random), random);
      const socket = connect(path);
      const session = new Session(socket, turnedClock(), { rowsMax: defaultLimits.rowsMax, password: '' });
      const commands = ['/interface', '/ip/route', '/system/script'];
      const answers = await Promise.allSettled(
        commands.map((menu) => session.talk([`${menu}/print`], { timeoutMs: 30_000 })),
      );
      await session.close();
      for (const answer of answers) {
        if (answer.status === 'rejected' && !(answer.reason instanceof DeviceError)) throw answer.reason;
      }
      return answers.some(({ status }) => status === 'fulfilled');
    },
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(folder, { recursive: true });
    },
  };
}

/** Streams that one simulated device takes, one session each: it keeps what they add. */
const sessionsPerDevice = 100;

/** What the simulated device makes of commands. Accepted when it answered to the end. */
export function serverOfMutants(): Attempt {
  let sessions = 0;
  const clock = createVirtualClock();
  let simulator: Simulator | undefined;
  return (random) => {
    if (sessions++ % sessionsPerDevice === 0) simulator = undefined;
    simulator ??= createSimulator({ target: targetOf('CRS326-24G-2S+', '7.18.2'), clock, script: rig });
    const stream = segmentsOf(streamOf(questions, random), random);
    const { answered, isGarbled } = converse(
      simulator,
      stream,
      () => simulator && letTimePass({ clock, simulator }, 10),
    );
    // A command may have rebooted the device.
    if (!simulator.connect({ reply: () => undefined, closed: () => undefined })) simulator = undefined;
    return answered > 1 && !isGarbled;
  };
}

function converse(simulator: Simulator, stream: readonly Buffer[], wait: () => void) {
  let answered = 0;
  const reply = (words: readonly string[]) => {
    encodeSentence(words);
    answered++;
  };
  const session = simulator.connect({ reply, closed: () => undefined });
  const decoder = new SentenceDecoder();
  session?.send(['/login', '=name=admin', '=password=']);
  let isGarbled = false;
  try {
    for (const segment of stream) for (const sentence of decoder.push(segment)) session?.send(sentence);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    isGarbled = true;
  }
  wait();
  session?.close('the client went away');
  return { answered, isGarbled };
}
