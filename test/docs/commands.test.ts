// Every command that README.md and docs/ show runs, and prints what the document says. `-u` writes what is printed
// today into the documents; read the difference.

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { parseRsc } from '../../src/rsc/parser.ts';
import { buildOnPath, ownCache, removeFolder, runScript, temporaryFolder } from '../support/built-program.ts';
import { blocksOf, runDocument } from '../support/document-commands.ts';
import { projectRoot } from '../support/project-root.ts';
import { type Began, beginHere } from '../support/run-here.ts';
import { until } from '../support/until.ts';

const documents = [
  'README.md',
  ...readdirSync(join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

let folder = '';
beforeAll(async () => {
  folder = temporaryFolder();
  await buildOnPath(folder);
});
afterAll(() => removeFolder(folder));

// What one document waits for, its device or its watch, the others need not.
describe.concurrent.each(documents)('%s', (name) => {
  const text = readFileSync(join(projectRoot, name), 'utf8');

  test('shows nothing that is not run, parsed or a file', ({ expect }) => {
    const known = ['console', 'routeros', 'mermaid'];
    const other = blocksOf(text).filter(({ language, name: file }) => !known.includes(language) && file === undefined);
    // The two commands of the README are run by CI itself, from an empty clone.
    expect(other.filter(({ body }) => !/^npx -y pnpm@[\d.]+ install --frozen-lockfile && /.test(body))).toEqual([]);
  });

  test('shows RouterOS lines that parse', ({ expect }) => {
    const scripts = blocksOf(text).filter(({ language }) => language === 'routeros');
    const found = scripts.flatMap(({ body }) => parseRsc({ path: name, text: body }).diagnostics);
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('says what its commands print', async ({ expect }) => {
    const home = join(folder, name.replace(/\W/g, '-'));
    mkdirSync(home);
    for (const each of ['fixtures', 'profiles']) symlinkSync(join(projectRoot, each), join(home, each));
    const device = await startDevice(text);
    const services: Began[] = device ? [device.service] : [];
    const context = { cwd: home, api: device?.api };
    try {
      const rendered = await runDocument(text, {
        run: (command, shown) => {
          if (!command.endsWith(' &')) return shell(command, context);
          return serve(command.slice(0, -2), shown.length, context, services);
        },
        write: (file, contents) => {
          mkdirSync(dirname(join(home, file)), { recursive: true });
          writeFileSync(join(home, file), contents);
        },
      });
      await expect(rendered).toMatchFileSnapshot(join(projectRoot, name));
    } finally {
      for (const { interrupt } of services) interrupt();
      await Promise.all(services.map(({ status }) => status));
    }
  });
});

/** The switch of the documents, which is simulated here: its address is exchanged in commands and in their output. */
const documented = 'apis://rosc@192.168.88.1';

interface ShellContext {
  readonly cwd: string;
  /** Of the simulated switch. */
  readonly api: string | undefined;
}

/**
 * rosc runs in this process, because a start takes longer than most commands; what the shell does with its output, and
 * the page, which only the build has, and names for the shell go through bash.
 */
async function shell(command: string, context: ShellContext): Promise<string> {
  const [, own, rest = ''] = /^rosc (?!ui|[^|>;]*\*)([^|>;]*)(.*)$/s.exec(command) ?? [];
  const settings = { cwd: context.cwd, env: environment() };
  if (own === undefined) {
    const ran = await runScript(`{ ${command}\n} 2>&1`, { ...settings, env: { ...settings.env, PATH: path() } });
    return documentedIn(ran.stdout, context);
  }
  const began = beginHere(wordsOf(own, context), settings);
  const status = await began.status;
  if (rest === '') return documentedIn(began.printed(), context);
  const script = `rosc() { cat; return ${status}; }\n{ rosc ${rest}\n} 2>&1`;
  const { stdout } = await runScript(script, { ...settings, stdin: began.out() });
  const isErrFirst = began.printed().startsWith(began.err());
  return documentedIn(isErrFirst ? began.err() + stdout : stdout + began.err(), context);
}

/** What a program prints until that is as many lines as are shown; it runs on until the document is through. */
async function serve(command: string, lines: number, context: ShellContext, services: Began[]): Promise<string> {
  const words = wordsOf(command.replace(/^rosc /, ''), context);
  const began = beginHere(words, { cwd: context.cwd, env: environment() });
  services.push(began);
  await until(() => began.printed().split('\n').length > lines);
  return documentedIn(began.printed(), context);
}

function environment(): Readonly<Record<string, string>> {
  return { HOME: process.env.HOME ?? '', ROSC_PASSWORD: 'documented', ...ownCache };
}

function path(): string {
  return `${join(folder, 'bin')}:${process.env.PATH ?? ''}`;
}

function wordsOf(words: string, { api }: ShellContext): readonly string[] {
  return [...words.replaceAll(documented, `api://rosc@${api}`).matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}

/** Addresses, folders and times are those of the document. */
function documentedIn(printed: string, { cwd, api }: ShellContext): string {
  return (
    printed
      .replaceAll(`api://rosc@${api}`, documented)
      .replaceAll(`${cwd}/`, '')
      .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-02T03:04:05Z')
      .replace(/\b20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/g, '2026-01-02 03:04:05')
      // A busy machine takes longer between two readings.
      .replace(/\bin \d+ s(?=: too little to tell)/g, 'in less than a second')
  );
}

async function startDevice(text: string): Promise<{ service: Began; api: string } | undefined> {
  if (!text.includes(documented)) return undefined;
  const settings = ['--api', '127.0.0.1:0', '--user', 'rosc', '--password', 'documented', '--json'];
  const service = beginHere(['sim', '--routeros', '7.20.8', ...settings], { cwd: folder, env: {} });
  await until(() => service.out().includes('\n'));
  return { service, api: (JSON.parse(service.out()) as { api: string }).api };
}
