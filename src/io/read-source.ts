// Reads a text file of the user's, or says why it cannot be one.

import { resolve } from 'node:path';
import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import type { Limits } from '../source/limits.ts';
import { type SourceFile, span } from '../source/location.ts';
import { messageOf } from '../source/message-of.ts';
import { FileTrouble } from './file-trouble.ts';
import { type Io, isFileTooLarge, isMissing } from './io.ts';
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

/** What a file holds that need not be there; undefined where it is not. Any other error is thrown. */
export async function readIfThere(
  io: Io,
  path: string,
  options?: { readonly bytesMax: number },
): Promise<Uint8Array | undefined> {
  try {
    return await io.readFile(resolve(io.cwd, path), options);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The same of what rosc looks for by itself; throws FileTrouble. */
export async function readOwn(io: Io, path: string): Promise<Uint8Array | undefined> {
  try {
    return await readIfThere(io, path);
  } catch (error) {
    throw new FileTrouble(unreadable(path, error), error);
  }
}

/** Files that editors of Windows wrote are read too, with a word about it. */
export function sourceOf({ bytes, limits }: ReadFile, path: string): Staged<SourceFile | undefined> {
  const wide = wideText(bytes);
  if (wide !== undefined) {
    const what = `\`${path}\` is in UTF-16, and is read as that`;
    const why = 'RouterOS reads UTF-8 and code pages only: on a device this file would not run.';
    const remark: Diagnostic = { ...problem(path, 'file/utf-16', what, why), severity: 'warning' };
    return { value: { path: pathOf(path), text: unixLines(wide), limits }, diagnostics: [remark] };
  }
  if (bytes.includes(0)) {
    const what = `\`${path}\` is not a text file`;
    return {
      value: undefined,
      diagnostics: [problem(path, 'file/binary', what, 'It holds zero bytes, which no site and no export has.')],
    };
  }
  return { value: { path: pathOf(path), text: unixLines(decode(bytes)), limits }, diagnostics: [] };
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

/** The text of a file whose every other byte is zero, or that opens with a mark of UTF-16; undefined for any other. */
function wideText(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0 && fourth !== 0);
  if ((!isLittle && !isBig) || bytes.length < 4 || bytes.length % 2 > 0) return undefined;
  try {
    return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A carriage return alone ends a line only where the text has no other line ends. Places stay as they are. */
function unixLines(text: string): string {
  return text.includes('\n') ? text : text.replaceAll('\r', '\n');
}

export function unreadable(path: string, error: unknown): Diagnostic {
  if (isFileTooLarge(error)) {
    const why = 'No site and no export of a real device comes near that; ROSC_MAX_BYTES allows more.';
    return problem(path, 'file/too-large', `\`${path}\` has more than ${error.bytes} bytes`, why);
  }
  return problem(path, 'file/unreadable', `\`${path}\` cannot be read: ${reasonOf(error)}`, '');
}

export function unwritable(path: string, error: unknown): Diagnostic {
  const why = 'What stood there before is as it was.';
  return problem(path, 'file/unwritable', `\`${path}\` cannot be written: ${reasonOf(error)}`, why);
}

export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? messageOf(error);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  ENOTDIR: 'where its path has a folder there is a file',
  EACCES: 'its permissions forbid it',
  ENOSPC: 'the disk is full',
  ENOTFILE: 'it is a device or a pipe, and only regular files are read; `-` is standard input',
};

function problem(path: string, code: Code, what: string, why: string): Diagnostic {
  const at = span({ path, text: '' }, 0, 0);
  return mistake(code, {
    what,
    at,
    why,
  });
}
