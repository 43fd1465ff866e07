// Which packages are inside the bundle, and under which licences: read from esbuild's own account of its inputs.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * One entry a package, sorted by name: `{ name, version, licence, text }`; `text` is the licence file's, or undefined.
 * `inputs` are the keys of an esbuild metafile, relative to `root`.
 */
export async function bundledPackages(inputs, root) {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  const packages = await Promise.all([...folders].map((folder) => readPackage(join(root, folder))));
  return packages.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

/** The notices that the licences ask for, as one text. */
export function licenceNotices(packages) {
  const head = 'rosc.js contains the following packages, each under its own licence.\n';
  const notices = packages.map(({ name, version, licence, text }) => {
    if (text === undefined) return `${name} ${version} (${licence})\nThe package carries no licence text of its own.\n`;
    return `${name} ${version} (${licence})\n\n${text.replace(/\r\n/g, '\n').trim()}\n`;
  });
  return [head, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
}

/** `…/node_modules/NAME` or `…/node_modules/@SCOPE/NAME` of a file; undefined for our own. */
function packageFolder(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

async function readPackage(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = await readdir(folder);
  const file = files.sort().find((each) => /^(licen[cs]e|copying)\b/i.test(each));
  const text = file === undefined ? undefined : await readFile(join(folder, file), 'utf8');
  return { name, version, licence: license ?? 'unknown', text };
}
