// What stands in the state folder and cannot be read is said, and never taken for nothing: it may be of an open commit.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/cli.ts';
import { glob } from '../../../src/io/glob.ts';
import { nodeIo } from '../../../src/io/node-io.ts';
import { withChanges } from '../../../src/io/with-changes.ts';
import { journalledCommits, noteEnd } from '../../../src/pipeline/device/journal.ts';
import { readUpgrade } from '../../../src/pipeline/device/upgrade-record.ts';
import { clearLeftBehind } from '../../../src/pipeline/read/state-folder.ts';

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
  expect(await journalledCommits(folder().io, {})).toEqual({ value: [], diagnostics: [] });
});

test.each([
  ['nothing in it', ''],
  ['half of it', record.slice(0, 40)],
  ['something else', '[]'],
  ['a state that this rosc does not know', record.replace('armed', 'dreaming')],
])('a record with %s is an error', async (_, text) => {
  const { io, write } = folder();
  write(commit, text);
  const { value, diagnostics } = await journalledCommits(io, {});
  expect(value).toEqual([]);
  expect(diagnostics).toMatchObject([{ severity: 'error', device: 'core' }]);
  expect(diagnostics[0]?.what).toContain(`\`${commit}\` cannot be read: it is cut off`);
});

test('so is a folder', async () => {
  const one = folder();
  one.makeFolder('.rosc/upgrades/core.json');
  await expect(readUpgrade(one.io, 'core')).rejects.toThrow('it is a directory');
});

test.each(['.rosc', '.rosc/commits'])('`%s` that is a file is no folder without records', async (path) => {
  const { io, write } = folder();
  write(path, '');
  const { diagnostics } = await journalledCommits(io, {});
  expect(diagnostics[0]?.what).toContain('there is a file');
  await clearLeftBehind(io);
});

test.each([
  ['of another device', '2026-04-21T20-00-00-000Z-edge-abc123.state.json', '', 0],
  ['of another device and another rosc', 'edge.state.json', '{"version":2,"device":"edge"}', 0],
  ['of this device and another rosc', 'core.state.json', '{"version":2,"device":"core"}', 1],
  ['that may be of any device', 'x.state.json', '{', 1],
  ['that is none', 'notes.txt', '{', 0],
])('a record %s stops only those whom it may be about', async (_, name, text, count) => {
  const { io, write } = folder();
  write(`.rosc/commits/${name}`, text);
  const { diagnostics } = await journalledCommits(io, { devices: new Set(['core', 'a']) });
  expect(diagnostics).toHaveLength(count);
});

test('what cannot be written down is said, and changes nothing of what was done', async () => {
  const { io, write } = folder();
  write(commit, record);
  const failing = withChanges(io, { writeFile: () => Promise.reject(new Error('the disk is full')) });
  expect(await noteEnd(failing, 'abc123', 'undone')).toMatchObject([
    { code: 'apply/end-not-noted', why: expect.stringContaining('the disk is full') },
  ]);
  expect(await noteEnd(io, 'abc123', 'undone')).toEqual([]);
  expect((await journalledCommits(io, {})).value).toMatchObject([{ state: 'undone' }]);
});

test('a pattern leads past files, and says which folder may not be read', async () => {
  const { io, write } = folder();
  write('sites/a/conf', '');
  write('sites/b/conf/x.yaml', '');
  const at = (path: string) => join(io.cwd, path);
  expect(await glob(io, at('sites/*/conf/*.yaml'))).toEqual([at('sites/b/conf/x.yaml')]);
  await expect(glob(io, at('sites/a/conf/*.yaml'))).rejects.toThrow('there is a file');
  const failing = { ...io, listFolders: () => io.listFolders(at('sites/a/conf')) };
  await expect(glob(failing, at('*/*.yaml'))).rejects.toThrow('cannot be read');
});

test('a plan says which file of a secret cannot be read, and why', async () => {
  const { io, cwd, write, makeFolder } = folder();
  makeFolder('key');
  write(
    'site.yaml',
    'version: 1\nsite: x\ndevices:\n  core:\n    model: CRS326-24G-2S+\n    routeros: 7.14.3\n    snmp: { user: noc, password: !file key, encryption: !file key, from: 10.0.0.0/8 }\n',
  );
  let told = '';
  const listening = withChanges(io, {
    stdout: () => undefined,
    stderr: (text) => {
      told += text;
    },
  });
  expect(await main(['plan', join(cwd, 'site.yaml'), '--device', 'core=sim:CRS326-24G-2S+'], listening)).toBe(1);
  expect(told.replace(/\s+/g, ' ')).toContain(
    '`encryption-password` of `#1` has no value, because `key` cannot be read: it is a directory',
  );
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
