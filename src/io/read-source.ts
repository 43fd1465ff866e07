// Reads a text file of the user's, or says why it cannot be one.

import { resolve } from 'node:path';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import type { Limits } from '../source/limits.ts';
import { type SourceFile, span } from '../source/location.ts';
import { type Io, isFileTooLarge } from './io.ts';
import { limitsOf } from './limits.ts';

/** `-` is standard input. The file keeps the path as the user wrote it. */
export async function readSource(io: Io, path: string): Promise<Staged<SourceFile | undefined>> {
  const { value: read, diagnostics } = await readBytes(io, path);
  return read ? sourceOf(read, path) : { value: undefined, diagnostics };
}

export interface ReadFile {
  readonly bytes: Uint8Array;
  readonly limits: Limits;
}

/** Whatever a file holds; `-` is standard input. */
export async function readBytes(io: Io, path: string): Promise<Staged<ReadFile | undefined>> {
  try {
    const limits = limitsOf(io.env);
    const { bytesMax } = limits;
    const bytes =
      path === '-' ? await io.readStdin({ bytesMax }) : await io.readFile(resolve(io.cwd, path), { bytesMax });
    return { value: { bytes, limits }, diagnostics: [] };
  } catch (error) {
    return { value: undefined, diagnostics: [unreadable(path, error)] };
  }
}

export function sourceOf({ bytes, limits }: ReadFile, path: string): Staged<SourceFile | undefined> {
  if (bytes.includes(0)) {
    const what = `\`${path}\` is not a text file`;
    return {
      value: undefined,
      diagnostics: [problem(path, 'file/binary', what, 'It holds zero bytes, which no site and no export has.')],
    };
  }
  return { value: { path: pathOf(path), text: decode(bytes), limits }, diagnostics: [] };
}

export function pathOf(path: string): string {
  return path === '-' ? '<stdin>' : path;
}

/** UTF-8; where the bytes are not UTF-8 (old exports carry a code page), every byte becomes one character. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

function unreadable(path: string, error: unknown): Diagnostic {
  if (isFileTooLarge(error)) {
    const why = 'No site and no export of a real device comes near that; ROSC_MAX_BYTES allows more.';
    return problem(path, 'file/too-large', `\`${path}\` has more than ${error.bytes} bytes`, why);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a directory',
    EACCES: 'its permissions forbid it',
    ENOTFILE: 'it is a device or a pipe, and only regular files are read; `-` is standard input',
  };
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return problem(path, 'file/unreadable', `\`${path}\` cannot be read: ${reason}`, '');
}

function problem(path: string, code: string, what: string, why: string): Diagnostic {
  const at = span({ path, text: '' }, 0, 0);
  return { code, severity: 'error', what, primary: { at, text: '' }, related: [], why, evidence: [] };
}
