// Diagnostics for machines: the JSON form of DESIGN 5, with lines and columns in place of offsets.

import { type Location, positionAt } from '../source/location.ts';
import type { Diagnostic, Fix, Label } from './diagnostic.ts';
import { withoutSecrets } from './without-secrets.ts';

export type LocationJson =
  | { file: string; line: number; column: number; endLine: number; endColumn: number }
  | { device: string; menu: string; key: string };

export interface DiagnosticJson {
  code: string;
  also?: readonly string[];
  severity: Diagnostic['severity'];
  what: string;
  why: string;
  device?: string;
  location: LocationJson;
  label: string;
  related: { location: LocationJson; text: string }[];
  evidence: Diagnostic['evidence'];
  fix?: {
    title: string;
    applicability: Fix['applicability'];
    edits: { location: LocationJson; text: string }[];
    commands?: readonly string[];
  };
}

export function diagnosticJson(diagnostic: Diagnostic): DiagnosticJson {
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
    related: related.map(labelJson),
    evidence,
    ...(fix && {
      fix: {
        title: fix.title,
        applicability: fix.applicability,
        edits: fix.edits.map(({ span, text }) => ({ location: locationJson(span), text })),
        ...(fix.commands && { commands: fix.commands }),
      },
    }),
  };
}

export function locationJson(location: Location): LocationJson {
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

function labelJson({ at, text }: Label): { location: LocationJson; text: string } {
  return { location: locationJson(at), text };
}
