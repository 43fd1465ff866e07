// The bill of materials of what is bundled, in CycloneDX 1.6: names and licences from the packages themselves, digests
// from the lockfile. The same packages give the same bytes: no time, no serial number.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `packages` as of bundledPackages; throws when the lockfile lacks one of them. */
export async function billOfMaterials(packages, { root, version }) {
  const digests = lockedDigests(await readFile(join(root, 'pnpm-lock.yaml'), 'utf8'));
  const own = purl('rosc', version);
  const components = packages.map(({ name, version: bundled, licence }) => {
    const digest = digests.get(`${name}@${bundled}`);
    if (digest === undefined) throw new Error(`the lockfile has no ${name} ${bundled}`);
    return {
      type: 'library',
      'bom-ref': purl(name, bundled),
      ...nameParts(name),
      version: bundled,
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      licenses: [/[ ()]/.test(licence) ? { expression: licence } : { license: { id: licence } }],
      purl: purl(name, bundled),
    };
  });
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': own, name: 'rosc', version, purl: own } },
    components,
    dependencies: [{ ref: own, dependsOn: components.map(({ purl: ref }) => ref) }],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** SHA-512 in base64 by `NAME@VERSION`. */
function lockedDigests(lockfile) {
  const entries = lockfile.matchAll(/^ {2}'?(@?[^'\s:]+@[^'\s:]+)'?:\n {4}resolution: \{integrity: sha512-([^,}]+)/gm);
  return new Map([...entries].map(([, key, digest]) => [key, digest]));
}

function nameParts(name) {
  const [scope, rest] = name.split('/');
  return rest === undefined ? { name } : { group: scope, name: rest };
}

function purl(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
