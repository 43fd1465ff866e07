// `rosc fmt FILES`: one layout for site and fleet files, with their comments where they are. What a file means never
// changes: what would be written is read again and compared.

import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Lexer, parseDocument } from 'yaml';
import { type Diagnostic, isError } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { readYaml } from '../intent/yaml.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, type Output, outputOf, printDiagnostics, printJson } from '../io/output.ts';
import { readSource } from '../io/read-source.ts';
import type { SourceFile } from '../source/location.ts';

export interface FmtOptions extends CommonOptions {
  /** Write nothing; say what is laid out otherwise. */
  readonly check?: boolean;
}

export async function fmt(io: Io, paths: readonly string[], options: FmtOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const diagnostics: Diagnostic[] = [];
  const changed: string[] = [];
  for (const path of paths) {
    const { text, isChanged, diagnostics: found } = await layOut(io, path);
    diagnostics.push(...found);
    if (isChanged) changed.push(path);
    if (!options.check && text !== undefined) await write(io, output, path, { text, isChanged });
  }
  if (output.format === 'json') printJson(io, { version: 1, changed, diagnostics: diagnostics.map(diagnosticJson) });
  else {
    const what = options.check ? 'is laid out otherwise.' : 'formatted.';
    printDiagnostics(io, output, diagnostics);
    for (const path of changed) output.remark(`${path} ${what}`);
  }
  const hasErrors = diagnostics.some(isError);
  return hasErrors || (options.check && changed.length > 0) ? exit.findings : exit.fine;
}

async function layOut(io: Io, path: string): Promise<Formatted & { readonly isChanged: boolean }> {
  const { value: file, diagnostics } = await readSource(io, path);
  if (!file) return { text: undefined, diagnostics, isChanged: false };
  const read = formatted(file);
  const isChanged = read.text !== undefined && read.text !== file.text;
  return { text: read.text, diagnostics: [...diagnostics, ...read.diagnostics], isChanged };
}

/** Standard input goes to standard output, laid out otherwise or not. */
async function write(
  io: Io,
  { format }: Output,
  path: string,
  { text, isChanged }: { readonly text: string; readonly isChanged: boolean },
): Promise<void> {
  if (path === '-' && format === 'text') io.stdout(text);
  if (path !== '-' && isChanged) await io.writeFile(resolve(io.cwd, path), text);
}

/** Wider flow maps and lists take several lines. */
const lineWidth = 120;

interface Formatted {
  readonly text: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function formatted(file: SourceFile): Formatted {
  const before = readYaml(file);
  if (!before.value) return { text: undefined, diagnostics: before.diagnostics };
  const document = parseDocument(file.text, { logLevel: 'silent', uniqueKeys: false });
  const text = withTightLists(document.toString({ indent: 2, indentSeq: true, lineWidth }));
  const after = readYaml({ ...file, text });
  // The parser that reads and the one that writes would differ: nothing is written then.
  if (!isDeepStrictEqual(after.value?.data, before.value.data))
    throw new Error(`the layout of ${file.path} changes it`);
  return { text, diagnostics: [] };
}

/** Marks of the lexer that are no text. */
const marks: ReadonlySet<string> = new Set(['\u0002', '\u0018']);
const scalarMark = '\u001f';

/** Maps are padded (`{ id: 10 }`), lists are not (`[office, servers]`). */
function withTightLists(text: string): string {
  const parts: string[] = [];
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (!isScalar && (marks.has(lexeme) || lexeme === scalarMark)) {
      isScalar = lexeme === scalarMark;
      continue;
    }
    const isBlank = !isScalar && /^ +$/.test(lexeme);
    if (!isScalar && lexeme === ']' && /^ +$/.test(parts.at(-1) ?? '') && !parts.at(-2)?.endsWith('\n')) parts.pop();
    if (!(isBlank && parts.at(-1) === '[')) parts.push(lexeme);
    isScalar = false;
  }
  return parts.join('');
}
