// What an editor makes of a site and its JSON Schema, by the language server that most editors use for YAML.

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { siteJsonSchema } from '../../src/report/site-schema.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { removeFolder, temporaryFolder } from '../support/built-program.ts';
import { type LanguageServer, startLanguageServer } from '../support/language-server.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const modeline = '# yaml-language-server: $schema=site.schema.json\n';
const sites = readdirSync(join(projectRoot, 'fixtures/sites')).filter((name) => name !== 'rig-broken');
const rig = modeline + readFileSync(join(projectRoot, 'fixtures/sites/rig/site.yaml'), 'utf8');

let server: LanguageServer;
let folder = '';

beforeAll(async () => {
  folder = temporaryFolder();
  writeFileSync(join(folder, 'site.schema.json'), JSON.stringify(siteJsonSchema(builtInProfiles())));
  server = await startLanguageServer();
});

afterAll(() => {
  server.stop();
  removeFolder(folder);
});

describe('finds nothing wrong with', () => {
  test.each(sites)('%s', async (name) => {
    const path = join(folder, `${name}.yaml`);
    cpSync(join(projectRoot, 'fixtures/sites', name, 'site.yaml'), path);
    expect(await server.diagnose(path, modeline + readFileSync(path, 'utf8'))).toEqual([]);
  });

  test('what `rosc init` writes, which names the schema itself', async () => {
    const io = memoryIo({ cwd: folder });
    expect(await main(['init', '--model', 'CRS326-24G-2S+', '-o', join(folder, 'first.yaml')], io)).toBe(0);
    const text = io.written.get(join(folder, 'first.yaml')) ?? '';
    expect(text).toContain('$schema=site.schema.json');
    expect(await server.diagnose(join(folder, 'first.yaml'), text)).toEqual([]);
    // The schema is in force: a mistake in the same file is seen.
    const [found] = await server.diagnose(join(folder, 'first.yaml'), text.replace('vlans:', 'vlan:'));
    expect(found?.message).toContain('vlan');
  });
});

describe('points at', () => {
  test.each([
    ['a key that does not exist', 'gateways:', 'gateway:', 'gateway is not allowed'],
    ['a word that is none of the known ones', 'path: hardware', 'path: asic', 'hardware'],
    ['a value of the wrong kind', 'id: 2,', 'id: two,', 'Incorrect type'],
    ['a missing key', '    model: CRS326-24G-2S+\n', '', 'Missing property "model"'],
  ])('%s', async (_, from, to, message) => {
    expect(rig).toContain(from);
    const text = rig.replace(from, to);
    const found = await server.diagnose(join(folder, 'mistake.yaml'), text);
    expect(found.map((each) => each.message).join('\n')).toContain(message);
  });
});

describe('helps with', () => {
  const path = () => join(folder, 'help.yaml');

  test('model names and port names', async () => {
    const text = `${modeline}version: 1\nsite: s\ndevices:\n  core:\n    model: \n    ports:\n      \n`;
    await server.diagnose(path(), text);
    expect(await server.complete(path(), { line: 5, character: 11 })).toContain('CRS326-24G-2S+');
    expect(await server.complete(path(), { line: 7, character: 6 })).toContain('sfp-sfpplus1');
  });

  test('what a key means', async () => {
    await server.diagnose(path(), rig);
    const line = rig.split('\n').findIndex((each) => /^ +gateways:/.test(each));
    const description = await server.hover(path(), { line, character: 6 });
    expect(description.length).toBeGreaterThan(40);
  });
});
