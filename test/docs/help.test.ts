// What `--help`, the manual page and the shell completion say is true: examples run, words exist.

import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { examplesOf, manPage, visibleCommands } from '../../scripts/man-page.ts';
import { main } from '../../src/cli.ts';
import { environment, exitStatuses } from '../../src/commands/conventions.ts';
import { buildProgram } from '../../src/commands/program.ts';
import { exit } from '../../src/io/io.ts';
import { testFolder } from '../support/built-program.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const program = buildProgram(
  memoryIo(),
  () => undefined,
  () => undefined,
);
const examples = visibleCommands(program).flatMap((command) =>
  examplesOf(command).map((line) => ({ line, verb: command.name() })),
);

test('the manual page is what the parser knows', async () => {
  await expect(manPage(program)).toMatchFileSnapshot(join(projectRoot, 'fixtures/docs/rosc.1'));
});

test('every command stands in a group of the help', () => {
  expect(visibleCommands(program).filter((command) => command.helpGroup() === '')).toEqual([]);
});

test('every exit status and every variable is in the manual', () => {
  expect(exitStatuses.map(({ status }) => status)).toEqual(Object.values(exit));
  const files = ['io', 'pipeline', 'commands', 'web'].flatMap((folder) => {
    const path = join(projectRoot, 'src', folder);
    return readdirSync(path, { withFileTypes: true, recursive: true }).flatMap((entry) =>
      entry.isFile() ? join(entry.parentPath, entry.name) : [],
    );
  });
  const read = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/\benv(?:\.|\[`)([A-Z]+_[A-Z_]+)/g)].map(([, variable = '']) =>
      variable.replace(/_$/, ''),
    );
  });
  const manual = environment.map(({ name }) => name).join(' ');
  expect(read.length).toBeGreaterThan(3);
  expect(read.filter((variable) => !manual.includes(variable))).toEqual([]);
});

/** Every command with its words, below others too. */
function allCommands(command: Command, words: readonly string[] = []): [readonly string[], Command][] {
  return command.commands.flatMap((each): [readonly string[], Command][] => {
    const own = [...words, each.name()];
    return [[own, each], ...allCommands(each, own)];
  });
}

test.each(
  allCommands(program).filter(([, { options }]) => options.some(({ flags }) => flags === '--routeros <version>')),
)('%j takes a version of RouterOS, and nothing else for one', async (words, command) => {
  const subject = command.registeredArguments.map(() => 'mini.rsc');
  const io = memoryIo();
  expect(await main([...words, ...subject, '--routeros', 'new'], io)).toBe(exit.usage);
  expect(io.err()).toContain('a RouterOS version such as 7.20.8');
});

describe('examples', () => {
  test.each(allCommands(program))('of %j fit into 80 columns', (_, command) => {
    expect(examplesOf(command).filter((line) => line.length > 78)).toEqual([]);
  });

  test('stand in the help of most commands', () => expect(examples.length).toBeGreaterThan(10));

  test.each(examples)('$line makes sense to the parser', async ({ line, verb }) => {
    const io = memoryIo();
    const parser = buildProgram(
      io,
      () => undefined,
      () => undefined,
    );
    for (const command of parser.commands) command.action(() => undefined);
    const words = commandOf(line);
    await parser.parseAsync([...words], { from: 'user' });
    expect(io.err()).toBe('');
    expect(words[0]).toBe(verb);
  });

  // A command that talks to a device or listens cannot run on files alone.
  const offline = examples.filter(({ verb, line }) => !needsDevice.has(verb) && !/:\/\//.test(line));

  test('that need only files do what they show', async () => {
    const folder = testFolder();
    cpSync(join(projectRoot, 'fixtures/sites/branch/site.yaml'), join(folder, 'site.yaml'));
    const compiled = memoryIo({ cwd: folder });
    await main(['compile', 'site.yaml'], compiled);
    const exported = `# 2026-01-02 03:04:05 by RouterOS 7.20.8\n# model = CRS309-1G-8S+\n${compiled.out()}`;
    const ran = [];
    for (const { line, verb } of offline) {
      const io = memoryIo({ cwd: folder, stdin: exported });
      // What each of all models makes of the branch takes longer than all else together.
      if (verb === 'advise') await io.writeFile(join(folder, 'site.yaml'), small);
      await io.writeFile(join(folder, 'export.rsc'), exported);
      ran.push(`exit ${await main(commandOf(line), io)}: ${line}`);
    }
    await expect(`${ran.join('\n')}\n`).toMatchFileSnapshot(join(projectRoot, 'fixtures/docs/help-examples.txt'));
  });
});

const small = `version: 1
site: small
devices: { core: { model: RB450Gx4, routeros: 7.20.8, ports: { ether1: { routed: 10.8.0.1/24 } } } }
`;

const needsDevice = new Set(['apply', 'verify', 'confirm', 'rollback', 'recover', 'sim', 'ui', 'watch']);

/** The words after `rosc`, without what a shell around it does. */
function commandOf(line: string): readonly string[] {
  const [, own = ''] = /(?:^|\| )rosc ([^|>]*)/.exec(line) ?? [];
  return own.trim().split(/\s+/);
}
