// Which packages are inside the bundle, and under which licences: read from esbuild's own account of its inputs.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * One entry a package, sorted by name: `{ name, version, licence, text }`.
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
  const text = file === undefined ? textOf[`${name}@${version}`] : await readFile(join(folder, file), 'utf8');
  // Its licence asks that the text goes with it: look it up at the author's, and add it below.
  if (text === undefined) throw new Error(`${name} ${version} (${license}) carries no licence text`);
  return { name, version, licence: license ?? 'unknown', text };
}

const mit = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/** Packages that name a licence and an author in package.json, and carry no text. */
const textOf = { 'abstract-logging@2.0.1': mit('James Sumners') };
