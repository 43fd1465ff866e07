// A file that cannot be written, or that is there and cannot be read, is said by its name: it is neither a defect of
// rosc nor taken for a file that is not there.

import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { main } from '../../src/cli.ts';
import { makeFolder } from '../../src/io/make-folder.ts';
import { nodeIo } from '../../src/io/node-io.ts';
import { memoryIo } from '../support/memory-io.ts';

/** A path below a file, where nothing can ever be written, root or not. */
async function belowFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'file-trouble-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'file'), '');
  return join(folder, 'file', 'out.yaml');
}

it.each([
  ['compile', 'fixtures/sites/rig/site.yaml', '--out'],
  ['import', 'fixtures/import/routed.rsc', '--out'],
  ['init', '--model', 'CRS326-24G-2S+', '--out'],
  ['ui', 'fixtures/sites/rig/site.yaml', '--export'],
  ['sim', '--api', '127.0.0.1:0', '--tls'],
])('%s says which file it cannot write', async (...command) => {
  const io = { ...memoryIo(), writeFile: nodeIo().writeFile };
  const path = await belowFile();
  expect(await main([...command, path], io)).toBe(1);
  expect(io.err()).toContain('error[file/unwritable]');
  expect(io.err()).toMatch(/`\S*out\.yaml\S*` cannot\s+be written/);
});

it.each([
  ['profiles.json', ['models']],
  ['l3hw.md', ['explain', 'l3hw/bridge-not-tagged']],
  ['branch-1.yaml', ['import', 'netbox', 'fixtures/netbox/branches.json', '--out', 'fixtures/netbox/made']],
])('says that its own %s cannot be read', async (name, command) => {
  const given = memoryIo();
  const refused = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  const readFile: typeof given.readFile = async (path, options) => {
    if (path.endsWith(name)) throw refused;
    return given.readFile(path, options);
  };
  expect(await main(command, { ...given, readFile })).toBe(1);
  expect(given.err()).toMatch(new RegExp(`\`\\S*${name}\` cannot\\s+be\\s+read:\\s+its\\s+permissions\\s+forbid`));
});

it.skipIf(!existsSync('/proc/self'))('gives up a folder below one that takes none', async () => {
  const written = nodeIo().writeFile('/proc/none/commits/plan.json', '{}', { isPrivate: true });
  await expect(written).rejects.toThrow('plan.json` cannot be written');
  expect(() => makeFolder('/proc/none/rosc/node')).toThrow('ENOENT');
});

it('makes the folders that are missing, for their owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'file-trouble-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await nodeIo().writeFile(join(folder, 'a/b/c.json'), '{}', { isPrivate: true });
  makeFolder(join(folder, 'a/b'));
  expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700);
});

it('takes no folder of profiles for an empty one', async () => {
  const io = memoryIo();
  expect(await main(['models', '--profiles', 'no/such/folder'], io)).toBe(1);
  expect(io.err()).toMatch(/`\S*no\/such\/folder` cannot\s+be\s+read:\s+it\s+is\s+no\s+folder\s+with\s+profiles/);
});
