// Shell completion: the words that are offered, and the script of each shell in that shell, where it is installed.

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { completionShells } from '../../src/commands/completion.ts';
import { run, runScript, testFolder } from '../support/built-program.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const branch = 'fixtures/sites/branch/site.yaml';

async function offered(...words: string[]): Promise<readonly string[]> {
  const io = memoryIo();
  expect(await main(['complete', '--', ...words], io)).toBe(0);
  return io.out().split('\n').filter(Boolean);
}

describe('words', () => {
  test('verbs', async () => {
    expect(await offered('ch')).toEqual(['check']);
    expect(await offered('')).toEqual(expect.arrayContaining(['check', 'plan', 'apply', 'explain']));
    expect(await offered('')).not.toContain('complete');
  });

  test('options of a verb, and their values', async () => {
    expect(await offered('check', branch, '--str')).toEqual(['--strict']);
    expect(await offered('check', branch, '--format', 's')).toEqual(['sarif']);
    expect(await offered('check', branch, '--fail-on', '')).toEqual(['error', 'warning', 'note', 'never']);
  });

  test('rules and facts of `explain`, models of `models`', async () => {
    expect(await offered('explain', 'l3hw/l3hw-switch')).toEqual(['l3hw/l3hw-switch-off']);
    expect(await offered('models', 'CRS309')).toEqual(['CRS309-1G-8S+']);
    expect(await offered('sim', '--model', 'CRS309')).toEqual(['CRS309-1G-8S+']);
  });

  test('devices, networks and ports of the site that stands on the line', async () => {
    expect(await offered('plan', branch, '--device', '')).toEqual(['gw']);
    expect(await offered('trace', branch, '--from', 'o')).toEqual(['office']);
    expect(await offered('check', branch, '--down', 'sfp-sfpplus7')).toEqual(['sfp-sfpplus7']);
  });

  test('commands below a command, and their options', async () => {
    expect(await offered('sim', 'in')).toEqual(['inject']);
    expect(await offered('sim', 'inject', 'core.rsc', '--sou')).toEqual(['--source-port']);
    expect(await offered('sim', '--def')).toEqual(['--defconf']);
  });

  test('nothing, where nothing is known', async () => {
    expect(await offered('no-such-verb', '')).toEqual([]);
    expect(await offered('trace', 'fixtures/no-such-site.yaml', '--from', '')).toEqual([]);
  });
});

describe('scripts', () => {
  test('there is none for another shell', async () => {
    const io = memoryIo();
    expect(await main(['completion', 'tcsh'], io)).toBe(64);
    expect(io.err()).toContain(completionShells.join(', '));
  });

  test.each(completionShells)('%s reads its script without a complaint', async (shell) => {
    if (spawnSync(shell, ['--version']).error) return;
    const io = memoryIo();
    await main(['completion', shell], io);
    const file = join(testFolder(), 'completion');
    writeFileSync(file, io.out());
    expect(await run(shell, ['-n', file])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  const asks = {
    fish: 'source ./completion; complete -C "rosc check site.yaml as"',
    zsh: [
      'autoload -U compinit; compinit -u -D; source ./completion',
      // Stands for the line editor, which is not there outside a terminal.
      'compadd() { shift; print -rl -- "$@" }',
      'words=(rosc check site.yaml as); CURRENT=4; _rosc',
    ].join('\n'),
  };
  test.each(Object.entries(asks))('%s offers what `rosc complete` prints', async (shell, ask) => {
    if (spawnSync(shell, ['--version']).error) return;
    const folder = testFolder();
    const io = memoryIo();
    await main(['completion', shell], io);
    writeFileSync(join(folder, 'completion'), io.out());
    writeFileSync(join(folder, 'rosc'), '#!/bin/sh\nshift 2\necho "asked-$1-$2-$3"\n', { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH ?? ''}`, HOME: folder };
    const { stdout } = await run(shell, ['-c', ask], { cwd: folder, env });
    expect(stdout.trim()).toBe('asked-check-site.yaml-as');
  });

  test('bash offers what `rosc complete` prints', async () => {
    const folder = testFolder();
    cpSync(join(projectRoot, branch), join(folder, 'site.yaml'));
    const io = memoryIo();
    await main(['completion', 'bash'], io);
    writeFileSync(join(folder, 'completion'), io.out());
    // Stands for the program: says which words it was asked about.
    writeFileSync(join(folder, 'rosc'), '#!/bin/sh\nshift 2\nprintf "%s\\n" "check" "chess" "asked-$*"\n');
    chmodSync(join(folder, 'rosc'), 0o755);
    const script = [
      'PATH="$PWD:$PATH"; source ./completion',
      'COMP_WORDS=(rosc ch); COMP_CWORD=1; _rosc; declare -p COMPREPLY',
      'COMP_WORDS=(rosc check site.yaml as); COMP_CWORD=3; _rosc; declare -p COMPREPLY',
      'complete -p rosc',
    ].join('\n');
    const { stdout, stderr } = await runScript(script, { cwd: folder });
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([
      'declare -a COMPREPLY=([0]="check" [1]="chess")',
      'declare -a COMPREPLY=([0]="asked-check site.yaml as")',
      expect.stringContaining('-F _rosc rosc'),
      '',
    ]);
  });
});
