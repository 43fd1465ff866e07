// Diagnostics as SARIF 2.1.0, in the subset that code scanning services accept.

import type { Diagnostic, Severity, TextEdit } from '../diagnostics/diagnostic.ts';
import { withoutSecrets } from '../diagnostics/without-secrets.ts';
import { type Location, positionAt, type Span } from '../source/location.ts';
import { shownLine } from '../source/shown-line.ts';
import { pageOf } from './page.ts';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  note: 'note',
};

export interface SarifOptions {
  readonly version: string;
  readonly accepted?: readonly Diagnostic[];
}

export function sarifLog(diagnostics: readonly Diagnostic[], { version, accepted = [] }: SarifOptions) {
  const all = [...diagnostics, ...accepted];
  const ids = [...new Set(all.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'rosc', semanticVersion: version.split(' ')[0], rules: ids.map(ruleDescriptor) } },
        columnKind: 'utf16CodeUnits',
        results: [
          ...diagnostics.map((diagnostic) => result(diagnostic, ids)),
          ...accepted.map((diagnostic) => ({ ...result(diagnostic, ids), suppressions: [{ kind: 'inSource' }] })),
        ],
      },
    ],
  };
}

function ruleDescriptor(id: string) {
  const page = pageOf(id);
  return {
    id,
    name: id.replace(/[^a-zA-Z0-9]+/g, '-'),
    shortDescription: { text: page?.summary ?? id },
    fullDescription: { text: page?.help ?? id },
    help: { text: page?.text ?? id },
  };
}

function result(diagnostic: Diagnostic, ids: readonly string[]) {
  const { code, severity, what, why, primary, related, fix, evidence } = withoutSecrets(diagnostic);
  const proof = evidence.map(({ grade, claim, citation }) => `${grade}: ${claim} [${citation}]`);
  const text = [what, why, ...proof, fix ? `Fix: ${fix.title}` : ''].filter((part) => part !== '').join('\n');
  return {
    ruleId: code,
    ruleIndex: ids.indexOf(code),
    level: levels[severity],
    message: { text },
    locations: [location(primary.at)],
    ...(related.length > 0 && {
      relatedLocations: related.map(({ at, text: label }, id) => ({
        id,
        ...location(at),
        message: { text: label || what },
      })),
    }),
    ...(fix &&
      fix.edits.length > 0 && { fixes: [{ description: { text: fix.title }, artifactChanges: changes(fix.edits) }] }),
    partialFingerprints: { 'roscCause/v1': fingerprint(diagnostic) },
    ...(diagnostic.also && { properties: { also: diagnostic.also } }),
  };
}

function location(at: Location) {
  if (at.kind === 'device') {
    return { logicalLocations: [{ fullyQualifiedName: `${at.device}${at.menu}/${at.key}`, kind: 'resource' }] };
  }
  return { physicalLocation: { artifactLocation: { uri: uri(at.file.path) }, region: region(at) } };
}

function region(at: Location & { kind: 'source' }) {
  const start = positionAt(at.file, at.start);
  const end = positionAt(at.file, Math.max(at.end, at.start));
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function changes(edits: readonly TextEdit[]) {
  return edits.map(({ span, text }) => ({
    artifactLocation: { uri: uri(span.file.path) },
    replacements: [{ deletedRegion: region(span), insertedContent: { text } }],
  }));
}

function uri(path: string): string {
  return path.split(/[\\/]/).map(encodeURIComponent).join('/');
}

/** Stays the same while lines move: the code and the marked text, not the line number. */
function fingerprint({ code, primary }: Diagnostic): string {
  const place = primary.at.kind === 'device' ? `${primary.at.menu} ${primary.at.key}` : markedLine(primary.at);
  let hash = 0xcbf29ce484222325n;
  for (const char of `${code}\n${place}`) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

/** Of a line that goes on and on what stands around the mark is enough. */
const aroundMax = 1000;

function markedLine({ file, start }: Span): string {
  const { line, column } = positionAt(file, start);
  return shownLine(file, line)
    .slice(Math.max(0, column - aroundMax), column + aroundMax)
    .trim();
}
