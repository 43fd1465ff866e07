import { build } from 'esbuild';
await build({entryPoints:['/work/main/bench/compile-acl.ts'],bundle:true,platform:'node',format:'esm',outfile:'/tmp/policy/acl.mjs'});
const { aclSite, shapes } = await import('/tmp/policy/acl.mjs');
import { writeFileSync } from 'node:fs';
let i=0; for (const [s,m] of Object.entries(shapes)) writeFileSync(`/tmp/policy/sites/s${++i}.yaml`, aclSite(2000,m));
