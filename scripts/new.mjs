// `pnpm new rule|fact|model|command|key NAME`: the files of a new one, registered, with a test that fails until they are
// filled. It overwrites nothing. CONTRIBUTING.md has what comes after.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [kind = '', name = '', owner = ''] = process.argv.slice(2);
const made = [];

const recipes = {
  rule: [newRule, 'GROUP/ID', /^[a-z0-9-]+\/[a-z0-9][a-z0-9.-]*$/],
  fact: [newFact, 'AREA.NAME', /^[a-z0-9]+\.[a-z0-9-]+$/],
  model: [newModel, 'MODEL', /^[A-Za-z0-9][\w+-]*$/],
  command: [newCommand, 'VERB', /^[a-z]+(-[a-z]+)*$/],
  key: [newKey, 'KEY SCHEMA', /^[a-z]+(-[a-z]+)*$/],
};
const recipe = recipes[kind];
if (!recipe) stop(`usage: pnpm new ${Object.keys(recipes).join('|')} NAME`);
const [make, form, pattern] = recipe;
if (!pattern.test(name)) stop(`usage: pnpm new ${kind} ${form}`);
make();
const sources = made.filter((path) => path.endsWith('.ts'));
// Without a file named, the linter would take all of them.
if (sources.length > 0) {
  const words = ['check', '--write', ...sources];
  execFileSync(join(root, 'node_modules/.bin/biome'), words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
process.stdout.write(`${made.map((path) => `  ${path}`).join('\n')}\n`);

function newRule() {
  const [group, id] = name.split('/');
  const list = `src/offload/${group}/rules.ts`;
  if (!existsSync(join(root, list))) stop(`no group is called ${group}`);
  const own = camel(id);
  write(
    `src/offload/${group}/${id}.ts`,
    `// FILL: the restriction, in one sentence.

import { defineRule } from '../rule.ts';

export const ${own} = defineRule({
  id: '${name}',
  cost: 'M',

  check(_context) {
    return [];
  },
});
`,
  );
  edit(list, (text) => `${text}export { ${own} } from './${id}.ts';\n`);
  addEntry(
    `profiles/rules/${group}.json`,
    `"${name}": {
    "summary": "FILL: the restriction, without a full stop",
    "why": "FILL: the consequence for traffic, no more than the evidence supports.",
    "remedy": "FILL: what to do."
  }`,
  );
  addEntry(
    `profiles/evidence/${group}.json`,
    `"${name}": [
    { "grade": "inferred", "cite": "FILL: a key of profiles/sources.yaml", "claim": "FILL: what it says" }
  ]`,
  );
  const config = '# target: CRS309-1G-8S+ 7.20.8\n/interface/bridge\nadd name=bridge1\n';
  write(`fixtures/rules/${name}/bad-example.rsc`, `${config}#   ^^^^^^^^^^^^ cpu: FILL: what the label says\n`);
  write(`fixtures/rules/${name}/good-example.rsc`, config);
}

/** At the end of a file of entries by name. */
function addEntry(file, entry) {
  edit(file, (text) => text.replace(/\n\}\n$/, `,\n  ${entry}\n}\n`));
}

/** After the last fact of its area, or at the end of those of chips, whose files get a line each. */
function newFact() {
  const line = `  '${name}': fact('bool', 'FILL: one sentence, true when the fact is true'),\n`;
  const [area] = name.split('.');
  let isOfChips = true;
  edit('src/profile/fact.ts', (text) => {
    const last = [...text.matchAll(new RegExp(`^  '${area}\\.[\\s\\S]*?\\),\\n(?=  '|\\})`, 'gm'))].at(-1);
    const end = text.indexOf('} as const', text.indexOf('export const chipFacts'));
    const at = last ? last.index + last[0].length : end;
    isOfChips = at <= end;
    return text.slice(0, at) + line + text.slice(at);
  });
  const folder = 'profiles/chips';
  for (const file of isOfChips ? readdirSync(join(root, folder)) : []) {
    if (/^like:/m.test(readFileSync(join(root, folder, file), 'utf8'))) continue;
    edit(`${folder}/${file}`, (text) => {
      const [found] = [...text.matchAll(new RegExp(`^  ${area}\\..*\\n(?: {4}.*\\n)*`, 'gm'))].slice(-1);
      const at = found ? found.index + found[0].length : text.length;
      return `${text.slice(0, at)}  ${name}: { value: FILL, grade: documented, cite: FILL }\n${text.slice(at)}`;
    });
  }
}

function newModel() {
  // What the specification of most devices says.
  const specified = ['cpu.cores', 'cpu.mhz', 'ram.mb', 'l2mtu.max', 'power.max-w', 'price.usd'];
  const file = `profiles/models/${name.toLowerCase()}.yaml`;
  write(
    file,
    `# FILL: what is left out, such as radio interfaces, or no comment.
model: ${name}
names: [FILL]
switches: { switch1: FILL }
ports:
  # One line for ports that are alike; those on no switch chip have \`switch: cpu\`.
  - { ports: ether1..8, mbps: 1000, medium: rj45, switch: switch1, grade: documented, cite: FILL }
facts:
${specified.map((fact) => `  ${fact}: { value: FILL, grade: documented, cite: FILL }`).join('\n')}
`,
  );
}

function newCommand() {
  const own = camel(name);
  write(
    `src/commands/${name}.ts`,
    `// \`rosc ${name} SITE\`: FILL: what it tells.

import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, fail, outputOf, printJson } from '../io/output.ts';
import { analyseSite, isAnalysed } from '../pipeline/analyse/analyse-site.ts';

export async function ${own}(io: Io, path: string, options: CommonOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const site = await analyseSite(io, path, { profiles: options.profiles });
  if (!isAnalysed(site)) return fail(io, output, site.diagnostics, () => ({ version: 1 }));
  if (output.format === 'json') printJson(io, { version: 1 });
  else io.stdout('FILL: what it tells\\n');
  return exit.fine;
}
`,
  );
  edit('src/commands/program.ts', (text) =>
    text.replace(/(\['Learn and try:', \[)/, `$1'${name}', `).replace(
      /(function addKnowledge\([^\n]*\n)/,
      `$1  common(program.command('${name} <site>'), ['text', 'json'])
    .description('FILL: what it tells')
    .examples('rosc ${name} site.yaml')
    .action(async (site, options) => report(await (await import('./${name}.ts')).${own}(io, site, options)));
`,
    ),
  );
  edit('test/commands/canaries-everywhere.test.ts', (text) =>
    text.replace(/(\nconst runs: [^\n]*\n)/, `$1  '${name}': [...sites(), ...sites('--json')],\n`),
  );
  write(`fixtures/cli/${name}-branch/cmd`, `rosc ${name} fixtures/sites/branch/site.yaml\n`);
  write(`fixtures/cli/${name}-branch/stdout.txt`, 'FILL: by `pnpm test -u`, once it prints something\n');
  write(`fixtures/cli/${name}-branch/exit`, '0\n');
}

/** `SCHEMA` is the object of src/intent/schema-*.ts that gets the key. */
function newKey() {
  const folder = 'src/intent';
  const head = new RegExp(`(const ${owner} = (?:z\\s*)?\\.?object\\(\\{\\n[\\s\\S]*?)(\\n\\}\\))`);
  const files = readdirSync(join(root, folder)).filter((file) => /^schema(-[a-z]+)?\.ts$/.test(file));
  const file = files.find((each) => head.test(readFileSync(join(root, folder, each), 'utf8')));
  if (owner === '' || !file)
    stop(`usage: pnpm new key KEY SCHEMA, where src/intent/schema-*.ts has \`const SCHEMA = object({\``);
  edit(`${folder}/${file}`, (text) =>
    text.replace(head, `$1\n  '${name}': z.boolean().optional().describe('FILL: what \`true\` does'),$2`),
  );
  if (owner === 'device') newFeature();
  write(
    `test/lower/${name}.test.ts`,
    `// \`${name}\`: FILL: what it does to the configuration.

import { expect, test } from 'vitest';
import { itemsOf, propertyValue } from '../../src/model/config.ts';
import { lowerSite } from '../support/lower-site.ts';
import { change, read } from '../support/valid-site.ts';

/** ${owner === 'device' ? 'With the key.' : 'FILL: the site with the key.'} */
const site = change('routeros: 7.14.3', 'routeros: 7.14.3${owner === 'device' ? `\\n    ${name}: true` : ''}');

test('${name} FILL: what the device gets', () => {
  const { config } = lowerSite(read(site), 'core').value;
  expect(itemsOf(config, '/FILL').map((item) => propertyValue(item, 'FILL'))).toEqual(['FILL']);
});
`,
  );
}

/** What a key of devices does. Those of other objects are read where the object is. */
function newFeature() {
  const own = camel(`lower-${name}`);
  write(
    `src/lower/${name}.ts`,
    `// FILL: what the key makes of the device.

import type { LowerContext } from './context.ts';
import { said } from './draft.ts';

export function ${own}({ device, draft }: LowerContext): void {
  if (!device.settings['${name}']) return;
  const origin = device.places.at('${name}');
  // FILL: a menu of settings has no names: \`draft.configure(menu, origin, settings)\`.
  draft.set('/FILL', 'name', origin, { FILL: said(true, origin) });
}
`,
  );
  edit('src/lower/lower.ts', (text) =>
    text
      .replace(/(\nimport [^\n]* from '\.\/)/, `\nimport { ${own} } from './${name}.ts';$1`)
      .replace(/(\n {2}lowerPolicy,)/, `\n  ${own},$1`),
  );
}

function camel(text) {
  return text.replace(/[-.]+([a-z0-9])/g, (_, letter) => letter.toUpperCase()).replace(/^\d/, '_$&');
}

function write(path, text) {
  const full = join(root, path);
  if (existsSync(full)) stop(`${path} exists`);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  made.push(path);
}

function edit(path, change) {
  const full = join(root, path);
  const text = readFileSync(full, 'utf8');
  const changed = change(text);
  if (changed === text) stop(`${path} is not made as this script expects`);
  writeFileSync(full, changed);
  made.push(path);
}

function stop(problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
