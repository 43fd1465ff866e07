// `prepack` and, with `--restore`, `postpack`: what is packed needs no other package, because the program is bundled.
// The list stands in package.json for whoever scans the sources. A directory may be named in place of this one.

import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ options: { restore: { type: 'boolean' } }, allowPositionals: true });
const root = positionals[0] ?? join(dirname(fileURLToPath(import.meta.url)), '..');
const path = join(root, 'package.json');
const kept = join(root, '.package.json.kept');

if (values.restore) await rename(kept, path);
else {
  const text = await readFile(path, 'utf8');
  const { dependencies, ...packed } = JSON.parse(text);
  if (dependencies !== undefined) await writeFile(kept, text);
  await writeFile(path, `${JSON.stringify(packed, undefined, 2)}\n`);
}
