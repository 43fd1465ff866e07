// Every command that README.md and docs/ show runs, with the built program, and prints what the document says. `-u`
// writes what is printed today into the documents; read the difference.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { parseRsc } from '../../src/rsc/parser.ts';
import { bareBash, buildOnPath, ownCache, removeFolder, runScript, temporaryFolder } from '../support/built-program.ts';
import { blocksOf, runDocument } from '../support/document-commands.ts';
import { projectRoot } from '../support/project-root.ts';
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
    const services: ChildProcess[] = [];
    try {
      const rendered = await runDocument(text, {
        run: (command, shown) => {
          if (!command.endsWith(' &')) return shell(command, home, device?.api);
          return serve(command.slice(0, -2), shown.length, { cwd: home, api: device?.api, services });
        },
        write: (file, contents) => {
          mkdirSync(dirname(join(home, file)), { recursive: true });
          writeFileSync(join(home, file), contents);
        },
      });
      await expect(rendered).toMatchFileSnapshot(join(projectRoot, name));
    } finally {
      for (const { pid, exitCode } of services) if (pid !== undefined && exitCode === null) process.kill(-pid);
      device?.child.kill();
    }
  });
});

/** The switch of the documents, which is simulated here: its address is exchanged in commands and in their output. */
const documented = 'apis://rosc@192.168.88.1';

interface Place {
  readonly cwd: string;
  /** Of the simulated switch. */
  readonly api: string | undefined;
}

async function shell(command: string, cwd: string, api: string | undefined): Promise<string> {
  const { stdout } = await runScript(`{ ${realIn(command, api)}\n} 2>&1`, { cwd, env: environment() });
  return documentedIn(stdout, { cwd, api });
}

/** What a program prints until that is as many lines as are shown; it runs on until the document is through. */
async function serve(
  command: string,
  lines: number,
  { cwd, api, services }: Place & { services: ChildProcess[] },
): Promise<string> {
  const words = [...bareBash, '-c', `exec ${realIn(command, api)} 2>&1`];
  const child = spawn('bash', words, { cwd, env: environment(), detached: true });
  services.push(child);
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
  });
  await until(() => child.exitCode !== null || printed.split('\n').length > lines);
  return documentedIn(printed, { cwd, api });
}

function environment(): Readonly<Record<string, string>> {
  const { PATH = '', HOME = '' } = process.env;
  const path = `${join(folder, 'bin')}:${PATH}`;
  return { PATH: path, HOME, ROSC_PASSWORD: 'documented', ...ownCache };
}

function realIn(command: string, api: string | undefined): string {
  return command.replaceAll(documented, `api://rosc@${api}`);
}

/** Addresses, folders and times are those of the document. */
function documentedIn(printed: string, { cwd, api }: Place): string {
  return printed
    .replaceAll(`api://rosc@${api}`, documented)
    .replaceAll(`${cwd}/`, '')
    .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-02T03:04:05Z')
    .replace(/\b20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/g, '2026-01-02 03:04:05');
}

async function startDevice(text: string): Promise<{ child: ChildProcess; api: string } | undefined> {
  if (!text.includes(documented)) return undefined;
  const settings = ['--api', '127.0.0.1:0', '--user', 'rosc', '--password', 'documented', '--json'];
  const child = spawn(join(folder, 'bin/rosc'), ['sim', '--routeros', '7.20.8', ...settings], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, api: (JSON.parse(String(line)) as { api: string }).api };
}
