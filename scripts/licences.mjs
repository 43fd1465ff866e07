// `pnpm licences [DIST]`: what is inside the program and what it takes to build it, by licence. Needs a build and an
// install.

import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const notices = await readFile(join(process.argv[2] ?? join(root, 'dist'), 'licences.txt'), 'utf8');
const bundled = [...notices.matchAll(/^(@?[\w./-]+) (\d+\.\d+\.\d+\S*) \((.+)\)$/gm)];
const installed = await installedPackages();

process.stdout.write(`In the program: ${bundled.length} packages; it needs none beside it.\n`);
for (const [, name, version, licence] of bundled) process.stdout.write(`  ${name} ${version}  ${licence}\n`);
process.stdout.write(`\nTo build and test it: ${installed.size} packages, those in the program included.\n`);
for (const [licence, names] of [...byLicence(installed)].sort(([, a], [, b]) => b.length - a.length)) {
  process.stdout.write(
    `  ${String(names.length).padStart(4)}  ${licence}${names.length > 3 ? '' : `  ${names.join(', ')}`}\n`,
  );
}

/** Licence by `NAME@VERSION`, of everything that the lockfile brought. */
async function installedPackages() {
  const store = join(root, 'node_modules', '.pnpm');
  const licences = new Map();
  for (const entry of await readdir(store)) {
    const modules = join(store, entry, 'node_modules');
    for (const folder of await packageFolders(modules)) {
      // The package's own folder; its dependencies beside it are symbolic links.
      const text = await readFile(join(modules, folder, 'package.json'), 'utf8').catch(() => undefined);
      if (text === undefined) continue;
      const { name, version, license } = JSON.parse(text);
      licences.set(`${name}@${version}`, typeof license === 'string' ? license : 'unknown');
    }
  }
  return licences;
}

async function packageFolders(modules) {
  const folders = [];
  for (const entry of await readdir(modules, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory()) continue;
    if (!entry.name.startsWith('@')) folders.push(entry.name);
    else for (const scoped of await readdir(join(modules, entry.name))) folders.push(`${entry.name}/${scoped}`);
  }
  return folders;
}

function byLicence(licences) {
  const groups = new Map();
  for (const [name, licence] of licences) groups.set(licence, [...(groups.get(licence) ?? []), name]);
  return groups;
}
