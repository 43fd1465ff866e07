// `rosc probe` as people run it: asks first, writes a file that goes on, judges one, and says how it ended.

import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { parseProbeFile } from '../../src/profile/probe-file.ts';
import { type MemoryIo, type MemoryOptions, memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const device = 'sim:CRS326-24G-2S+';
const path = `${projectRoot}/answers.yaml`;

function probeIo(options: MemoryOptions = {}): MemoryIo {
  return memoryIo({ clock: createVirtualClock(), ...options });
}

async function run(io: MemoryIo, ...words: readonly string[]) {
  const status = await main(['probe', ...words, '--out', 'answers.yaml'], io);
  return { status, out: io.out(), err: io.err() };
}

function fileOf(io: MemoryIo) {
  const file = parseProbeFile(io.written.get(path) ?? '');
  if (typeof file === 'string') throw new Error(file);
  return file;
}

/** Another run beside the same files. */
function next(io: MemoryIo, change: (text: string) => string = (text) => text): MemoryIo {
  const again = probeIo();
  again.writeFile(path, change(io.written.get(path) ?? ''));
  return again;
}

const done = probeIo();
const first = await run(done, device, '--yes');

test('it says what it asks, and what followed', () => {
  expect(first.status).toBe(0);
  expect(first.out).toContain('18 questions, about 29 s at most; answers go to answers.yaml');
  expect(first.out).toContain('Nothing is changed.');
  expect(first.out).toContain('ok   next-hops\n     the chip holds 4096 next hops (l3.next-hops = 4096)');
  expect(first.err).toContain('answers.yaml: 14 questions settled, 4 open');
});

test('the file names neither the device nor its owner, and is not long', () => {
  const text = done.written.get(path) ?? '';
  expect(text.length).toBeLessThan(60_000);
  expect(text).not.toMatch(/SIMCRS|02:53:49/);
  expect(fileOf(done)).toMatchObject({ model: 'CRS326-24G-2S+', simulated: true });
});

test('where nobody can be asked it asks nothing without --yes', async () => {
  const io = probeIo();
  const { status, err } = await run(io, device);
  expect([status, io.written.size]).toEqual([1, 0]);
  expect(err).toContain('say --yes');
});

test('on a terminal it asks first', async () => {
  const io = probeIo({ isTerminal: true, answers: ['n'] });
  expect((await run(io, device)).status).toBe(1);
  expect(io.written.size).toBe(0);
});

test('the same command asks only what is still open', async () => {
  const { status, out } = await run(next(done), device, '--yes');
  expect(status).toBe(0);
  expect(out).toContain('4 questions (answers.yaml settles 14 more)');
});

test('Ctrl-C stops it, and what was answered is kept', async () => {
  const io = probeIo();
  const write = io.writeFile;
  const stopped = {
    ...io,
    writeFile: async (...words: Parameters<typeof write>) => {
      await write(...words);
      if (fileOf(io).answers.length === 3) io.interrupt();
    },
  };
  const { status, err } = await run(stopped, device, '--yes');
  expect(status).toBe(1);
  expect(fileOf(io).answers).toHaveLength(3);
  expect(err).toContain('15 questions not asked; the same command goes on.');
});

test('with scratch ports it tries rows, and leaves none', async () => {
  const io = probeIo();
  const { status, out, err } = await run(io, device, '--yes', '--scratch', 'ether23, ether24');
  expect(status).toBe(0);
  expect(out).toContain('The undo of all rows is on the device before the first');
  expect(out).toContain('rule-table-size');
  expect(out).toContain('open rule-before-cpu\n     it takes a cable between two free ports (--loop A:B)');
  expect(out).not.toContain('Meanwhile the device restarts');
  expect(err).toContain('Nothing of the probe is left on the device, which was read and is as before.');
  expect((io.written.get(path) ?? '').length).toBeLessThan(200_000);
});

test.each([
  [['--loop', 'ether23:ether23'], '--loop takes two ports, A:B, not ether23:ether23'],
  [['--loop', 'ether23'], '--loop takes two ports'],
  [['--reboot'], '--reboot goes with --scratch'],
])('%j is no way to ask', async (words, reason) => {
  const io = probeIo();
  const { status, err } = await run(io, device, '--yes', ...words);
  expect([status, io.written.size]).toEqual([64, 0]);
  expect(err).toContain(reason);
});

test('as JSON', async () => {
  const io = probeIo();
  const { status, out } = await run(io, device, '--yes', '--json', '--scratch', 'ether99');
  expect(status).toBe(1);
  const printed = JSON.parse(out);
  expect(printed.answers).toHaveLength(18);
  expect(printed.notAsked).toContain('named-rows');
  expect(printed.diagnostics.map(({ code }: { code: string }) => code)).toEqual(['probe/port-in-use']);
});

test('the file of another device is not gone on with', async () => {
  const other = next(done, (text) => text.replace('routeros: 7.14.3', 'routeros: 7.14.2'));
  const { status, err } = await run(other, device, '--yes');
  expect(status).toBe(1);
  expect(err).toContain('error[probe/other-device]');
});

test('a file of something else is not gone on with', async () => {
  const { status, err } = await run(
    next(done, () => 'site: 1\n'),
    device,
    '--yes',
  );
  expect(status).toBe(1);
  expect(err).toContain('error[probe/no-probe-file]');
});

test('a file that cannot be read is not begun again', async () => {
  const io = next(done);
  const refuse = async () => Promise.reject(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }));
  const closed = { ...io, readFile: (at: string) => (at === path ? refuse() : io.readFile(at)) };
  const { status, err } = await run(closed, device, '--yes');
  expect([status, io.written.get(path)]).toEqual([1, done.written.get(path)]);
  expect(err).toContain('error[file/unreadable]');
  expect(err).toContain('its permissions forbid it');
});

test('without a device and without a file there is nothing to do', async () => {
  expect((await run(probeIo())).status).toBe(64);
});

async function checked(change: (text: string) => string) {
  const io = next(done, change);
  const status = await main(['probe', '--check', 'answers.yaml'], io);
  return { status, out: io.out(), err: io.err() };
}

test('--check judges a file', async () => {
  const { status, out, err } = await checked((text) => text);
  expect(status).toBe(0);
  expect(out).toContain('ok   next-hops');
  expect(err).toContain('warning[probe/simulated]');
  expect(err).toContain('every conclusion follows from its answers');
});

test.each([
  ['a fact', (text: string) => text.replace('l3.next-hops: 4096', 'l3.next-hops: 9999'), 'its facts are not those'],
  ['an answer', (text: string) => text.replace('nexthop-cap: "4096"', 'nexthop-cap: "none"'), 'nothing follows'],
  [
    'a sentence',
    (text: string) => text.replace('says: the number of CPU cores is 2', 'says: the number of CPU cores is 99'),
    'what follows',
  ],
  ['a command', (text: string) => text.replace('=.proplist=cpu-count', '=.proplist=cpu'), 'is not what rosc sends'],
  ['a name', (text: string) => text.replace('question: cpu-cores', 'question: cpu-hertz'), 'no question is called'],
])('--check finds that somebody changed %s', async (_, change, reason) => {
  const { status, err } = await checked(change);
  expect(status).toBe(1);
  expect(err).toContain('error[probe/does-not-follow]');
  expect(err).toContain(reason);
});

test('--check of a model that no profile describes', async () => {
  const { status, err } = await checked((text) => text.replace('model: CRS326-24G-2S+', 'model: CRS999'));
  expect(status).toBe(1);
  expect(err).toContain('error[probe/unknown-model]');
});
