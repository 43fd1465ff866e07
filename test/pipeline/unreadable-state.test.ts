// What stands in the state folder and cannot be read is said, and never taken for nothing: it may be of an open commit.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { nodeIo } from '../../src/io/node-io.ts';
import { withChanges } from '../../src/io/with-changes.ts';
import { journalledCommits } from '../../src/pipeline/journal.ts';
import { readUpgrade } from '../../src/pipeline/upgrade-record.ts';

const commit = '.rosc/commits/2026-04-21T20-00-00-000Z-core-abc123.state.json';

function folder() {
  const cwd = mkdtempSync(join(tmpdir(), 'rosc-state-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const place = (path: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    return join(cwd, path);
  };
  return {
    cwd,
    io: withChanges(nodeIo(), { cwd }),
    write: (path: string, text: string) => writeFileSync(place(path), text),
    makeFolder: (path: string) => mkdirSync(place(path)),
  };
}

const record = JSON.stringify({ version: 1, transaction: 'abc123', device: 'core', state: 'armed', at: 'now' });

test('there is no commit where there is no folder', async () => {
  expect(await journalledCommits(folder().io, {})).toEqual([]);
});

test.each([
  ['nothing in it', ''],
  ['half of it', record.slice(0, 40)],
  ['something else', '[]'],
  ['a state that this rosc does not know', record.replace('armed', 'dreaming')],
])('a record with %s is an error', async (_, text) => {
  const { io, write } = folder();
  write(commit, text);
  await expect(journalledCommits(io, {})).rejects.toThrow(`\`${commit}\` cannot be read: it is cut off`);
});

test('so is a folder, or one that is a file', async () => {
  const one = folder();
  one.makeFolder('.rosc/upgrades/core.json');
  await expect(readUpgrade(one.io, 'core')).rejects.toThrow('it is a directory');
  const other = folder();
  other.write('.rosc/commits', '');
  expect(await journalledCommits(other.io, {})).toEqual([]);
});

test('no permission, and a disk that fails, are errors with their reason', async () => {
  const { io } = folder();
  const failing = (code: string, message: string) =>
    withChanges(io, { readFile: () => Promise.reject(Object.assign(new Error(message), { code })) });
  await expect(readUpgrade(failing('EACCES', 'no'), 'core')).rejects.toThrow('its permissions forbid it');
  await expect(readUpgrade(failing('EIO', 'i/o error, read'), 'core')).rejects.toThrow('i/o error, read');
  expect(await readUpgrade(failing('ENOENT', 'no'), 'core')).toBeUndefined();
});

test('the program says so, and sends nothing', async () => {
  const { io, cwd, write } = folder();
  write('site.yaml', 'version: 1\nsite: x\ndevices: { core: { model: CRS326-24G-2S+, routeros: 7.14.3 } }\n');
  write(commit, record.slice(0, 40));
  let told = '';
  const listening = withChanges(io, {
    stdout: () => undefined,
    stderr: (text) => {
      told += text;
    },
  });
  const device = 'core=sim:CRS326-24G-2S+';
  expect(await main(['apply', join(cwd, 'site.yaml'), '--yes', '--device', device], listening)).toBe(1);
  expect(told).toContain(`error[file/unreadable]: \`${commit}\` cannot be`);
  expect(told).toContain('rosc recover');
});
