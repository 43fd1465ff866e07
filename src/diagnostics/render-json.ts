// Diagnostics for machines: the JSON form of DESIGN 5, with lines and columns in place of offsets.

import { type Location, positionAt } from '../source/location.ts';
import type { Diagnostic } from './diagnostic.ts';
import { withoutSecrets } from './without-secrets.ts';

export type DiagnosticJson = ReturnType<typeof diagnosticJson>;

export function diagnosticJson(diagnostic: Diagnostic) {
  const { code, also, severity, what, why, device, primary, related, evidence, fix } = withoutSecrets(diagnostic);
  return {
    code,
    ...(also && also.length > 0 && { also }),
    severity,
    what,
    why,
    ...(device !== undefined && { device }),
    location: locationJson(primary.at),
    label: primary.text,
    related: related.map(({ at, text }) => ({ location: locationJson(at), text })),
    evidence,
    ...(fix && {
      fix: {
        title: fix.title,
        applicability: fix.applicability,
        edits: fix.edits.map(({ span, text }) => ({ location: locationJson(span), text })),
        ...(fix.commands && { commands: fix.commands }),
        ...(fix.steps && { steps: fix.steps }),
      },
    }),
  };
}

export function locationJson(location: Location) {
  if (location.kind === 'device') return { device: location.device, menu: location.menu, key: location.key };
  const start = positionAt(location.file, location.start);
  const end = positionAt(location.file, location.end);
  return {
    file: location.file.path,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}
