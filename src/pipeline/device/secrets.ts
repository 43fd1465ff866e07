// Secrets that a site or a fleet names by `!env`, `!file` and `!exec`: looked up when they are needed, never printed.

import { dirname, resolve } from 'node:path';
import { FileTrouble } from '../../io/file-trouble.ts';
import type { Io } from '../../io/io.ts';
import { decode, readIfThere, unreadable } from '../../io/read-source.ts';
import { type Deferred, parseDeferred, printDeferred } from '../../model/deferred.ts';
import { computeIfAbsent, derivedOnce } from '../../source/grouping.ts';
import type { AnalysedDevice, AnalysedSite } from '../analyse/analyse-site.ts';

/** How long a command may take, in ms. */
const commandMs = 30_000;

/** Those of some of its devices; undefined = not there, an error = why not. Paths are relative to the site's file. */
export async function siteSecrets(
  io: Io,
  site: Pick<AnalysedSite, 'file'> & { readonly devices: readonly Pick<AnalysedDevice, 'lowered'>[] },
  devices = site.devices,
): Promise<(deferred: Deferred) => string | Error | undefined> {
  const values = new Map<string, string | Error | undefined>();
  for (const { lowered } of devices) {
    for (const { properties } of lowered.config.items) {
      for (const { value } of properties.values()) {
        const deferred = parseDeferred(value);
        if (!deferred || deferred.kind === 'mac-of' || values.has(value)) continue;
        values.set(value, await secretValue(io, deferred, site.file.path).catch(errorOf));
      }
    }
  }
  return (deferred) => values.get(printDeferred(deferred));
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Undefined where there is none. Throws, with a message for people, where a command may not run or fails. */
export async function secretValue(io: Io, deferred: Deferred, beside: string): Promise<string | undefined> {
  const folder = resolve(io.cwd, dirname(beside));
  switch (deferred.kind) {
    case 'mac-of':
      return undefined;
    case 'env':
      return io.env[deferred.name];
    case 'file': {
      const bytes = await readIfThere(io, resolve(folder, deferred.path), { bytesMax: 65_536 }).catch((error) => {
        throw new FileTrouble(unreadable(deferred.path, error));
      });
      return bytes && firstLine(decode(bytes));
    }
    case 'exec':
      if (!io.env.ROSC_ALLOW_EXEC)
        throw new Error(`\`${deferred.command[0]}\` runs only with --allow-exec, or --trust of a fleet`);
      return firstLine(await answerOf(io, deferred.command, folder));
  }
}

function firstLine(text: string): string {
  return text.split(/\r?\n/)[0] ?? '';
}

/** By the run that asked: each command runs once in it, however many devices need its answer. */
const answers = derivedOnce((_: Io['stdout']) => new Map<string, Promise<string>>());

function answerOf({ stdout, runCommand }: Io, command: readonly string[], cwd: string): Promise<string> {
  const key = JSON.stringify([cwd, command]);
  return computeIfAbsent(answers(stdout), key, () => runCommand(command, { cwd, timeoutMs: commandMs }));
}
