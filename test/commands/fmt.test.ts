// `rosc fmt`: one layout that is its own, keeps every comment and the meaning, and is written only where it differs.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { formatted } from '../../src/commands/fmt.ts';
import { readYaml } from '../../src/intent/yaml.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const sites = readdirSync(join(projectRoot, 'fixtures/sites')).map((name) => `fixtures/sites/${name}/site.yaml`);

function fileAt(path: string) {
  return { path, text: readFileSync(join(projectRoot, path), 'utf8') };
}

const commentsOf = (text: string) => [...text.matchAll(/(?:^|\s)#\s*(.*)$/gm)].map(([, words = '']) => words.trim());

test.each(sites)('%s keeps its meaning and its comments', (path) => {
  const file = fileAt(path);
  const { text = '', diagnostics } = formatted(file);
  expect(diagnostics).toEqual([]);
  expect(readYaml({ path, text }).value?.data).toEqual(readYaml(file).value?.data);
  expect(commentsOf(text).toSorted()).toEqual(commentsOf(file.text).toSorted());
  expect(formatted({ path, text }).text).toBe(text);
});

test('versions, secrets, anchors and lists stay what they are', () => {
  const text = "x-a: &a { id: 2 }\nrouteros:  7.10\nkey: !env NAME\nlist: [ a,  'b [ c ]' ]\nmap: {a: 1}\nagain: *a\n";
  expect(formatted({ path: 'a.yaml', text }).text).toBe(
    "x-a: &a { id: 2 }\nrouteros: 7.10\nkey: !env NAME\nlist: [a, 'b [ c ]']\nmap: { a: 1 }\nagain: *a\n",
  );
});

/** With these files in the working directory. */
async function withFiles(files: Readonly<Record<string, string>>) {
  const io = memoryIo();
  for (const [name, text] of Object.entries(files)) await io.writeFile(join(projectRoot, name), text);
  return { io, textOf: (name: string) => io.written.get(join(projectRoot, name)) };
}

test('a file that is no YAML is told, and stays as it is', async () => {
  const broken = 'a: [1, 2\nb: }';
  const { io, textOf } = await withFiles({ 'broken.yaml': broken });
  expect(await main(['fmt', 'broken.yaml'], io)).toBe(1);
  expect(io.err()).toContain('intent/yaml-syntax');
  expect(textOf('broken.yaml')).toBe(broken);
});

test('a file is written where its layout differs, and --check only says so', async () => {
  const { io, textOf } = await withFiles({ 'loose.yaml': 'site:   a\n', 'done.yaml': 'site: a\n' });
  expect(await main(['fmt', '--check', 'loose.yaml', 'done.yaml'], io)).toBe(1);
  expect(textOf('loose.yaml')).toBe('site:   a\n');
  expect(io.err()).toBe('loose.yaml is laid out otherwise.\n');
  expect(await main(['fmt', 'loose.yaml', 'done.yaml'], io)).toBe(0);
  expect(textOf('loose.yaml')).toBe('site: a\n');
});
