// The program ends when it is told to, whatever it computes, and when it cannot do what it was started for.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildInto, ownCache, removeFolder, run, temporaryFolder } from '../support/built-program.ts';
import { examplePath } from '../support/ui.ts';

const folder = temporaryFolder();
const program = join(folder, 'rosc.js');
beforeAll(() => buildInto(folder));
afterAll(() => removeFolder(folder));

const env = { ...process.env, ...ownCache, ROSC_PASSWORD: '' };
const begin = (...words: readonly string[]) => spawn(process.execPath, [program, ...words], { env });

const large = `/ip firewall filter\n${'add action=accept chain=forward src-address=192.0.2.1\n'.repeat(250_000)}`;

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a reading that is under way', async (name) => {
  const child = begin('audit', '-', '--model', 'CRS326-24G-2S+');
  child.stdin.on('error', () => undefined);
  let told = '';
  child.stdout.on('data', (text) => {
    told += text;
  });
  // When the last of it was taken, the program computes.
  child.stdin.end(large, () => child.kill(name));
  const ended = await new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
  expect([ended, told]).toEqual([name, '']);
});

test.each([
  ['plan', 'SIGTERM', [null, 'SIGTERM']],
  ['plan', 'SIGHUP', [null, 'SIGHUP']],
  ['audit', 'SIGINT', [null, 'SIGINT']],
  ['apply', 'SIGTERM', [null, 'SIGTERM']],
  ['rollback', 'SIGTERM', [143, null]],
] as const)('%s ends by %s while a device keeps silent', async (verb, name, expected) => {
  const silent = createServer();
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const address = silent.address();
  const url = `api://admin@127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const words = verb === 'audit' ? [url] : [examplePath('rig'), '--device', `core=${url}`];
  const child = begin(verb, ...words);
  silent.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => child.kill(name));
  });
  const ended = await new Promise((resolve) => child.on('close', (...end) => resolve(end)));
  await new Promise((done) => silent.close(done));
  expect(ended).toEqual(expected);
});

test('Ctrl-C ends a check that watches', async () => {
  const child = begin('check', examplePath('rig'), '--watch');
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stderr }))
    if (line.includes('is watched')) child.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
});

const expectedOf: Readonly<Partial<Record<NodeJS.Signals, number>>> = { SIGINT: 130, SIGTERM: 143 };

test.each([
  [['ui', examplePath('rig'), '--listen', '127.0.0.1:0'], 'SIGINT', 130],
  [['sim', '--api', '127.0.0.1:0'], 'SIGTERM', 143],
  [['watch', examplePath('rig'), '--device', 'core=sim:CRS326-24G-2S+', '--listen', '127.0.0.1:0'], 'SIGTERM', 143],
] as const)('what is served ends with the status of the signal: %j', async (words, name, expected) => {
  const child = begin(...words);
  child.stdout.once('data', () => child.kill(name));
  // Whoever is not listening for signals yet is ended by them, which a shell tells alike.
  const ended = new Promise((resolve) => child.on('close', (status, by) => resolve(status ?? (by && expectedOf[by]))));
  expect(await ended).toBe(expected);
});

test.skipIf(!existsSync('/dev/full'))('results for which the disk has no room are a failure in words', async () => {
  const shell = (line: string) => run('/bin/sh', ['-c', line, process.execPath, program], { env: ownCache });
  const said = 'rosc: a part of what it says could not be written: the disk is full\n';
  expect(await shell('"$0" "$1" models --json >/dev/full')).toEqual({ status: 1, stdout: '', stderr: said });
  expect(await shell('"$0" "$1" models --json >/dev/full 2>/dev/full')).toMatchObject({ status: 1 });
});

test('a port that is taken is named, and nothing waits', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const address = other.address();
  const place = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const site = examplePath('rig');
  for (const words of [
    ['ui', site, '--listen', place],
    ['watch', site, '--device', 'core=sim:CRS326-24G-2S+', '--listen', place],
    ['sim', '--api', place],
    ['sim', '--api', '127.0.0.1:0', '--rest', place],
  ]) {
    const { status, stderr } = await run(process.execPath, [program, ...words]);
    expect([status, stderr]).toEqual([
      1,
      `rosc: cannot listen on ${place}: something else listens on port ${place.split(':')[1]}\n`,
    ]);
  }
  await new Promise((done) => other.close(done));
});
