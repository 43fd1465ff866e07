// What the new device makes of a site that came from another maker: findings as comments above the lines that they are
// about, and in the file's head with the lines of the source.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { annotate } from '../../import/annotate.ts';
import type { Profiles } from '../../profile/profiles.ts';
import { lineText, positionAt, type SourceFile } from '../../source/location.ts';
import { analyseSource, isAnalysed } from '../analyse/analyse-site.ts';
import type { ForeignImport } from './import-foreign.ts';

export interface ForeignFindings {
  /** The site with its findings. */
  readonly text: string;
  readonly findings: readonly Diagnostic[];
  /** `core.cfg:22  the chip knows no VRFs (route/vrf-unsupported-chip)` */
  readonly lines: readonly string[];
}

/** `path`: where the site will stand. */
export function foreignFindings(made: ForeignImport, path: string, profiles: Profiles): ForeignFindings {
  const file = { path, text: made.text };
  const site = analyseSource(file, { value: profiles, diagnostics: [] }, {});
  if (!isAnalysed(site)) return { text: made.text, findings: [], lines: [] };
  const findings = site.diagnostics.filter(({ severity }) => severity !== 'note');
  const lines = [...new Set(findings.map((finding) => findingLine(file, finding)))];
  return { text: withHead(annotate(file, findings), made.model, lines), findings, lines };
}

function findingLine(file: SourceFile, { primary: { at }, what, code }: Diagnostic): string {
  const words = `${what.replace(/\s+/g, ' ')} (${code})`;
  if (at.kind !== 'source' || at.file.path !== file.path) return words;
  const origin = / {2}# (\S+:[\d,-]+)$/.exec(lineText(file, positionAt(file, at.start).line))?.[1];
  return origin === undefined ? words : `${origin}  ${words}`;
}

/** In front of the ports, where what was not carried ends. */
function withHead(text: string, model: string, lines: readonly string[]): string {
  if (lines.length === 0) return text;
  const section = [`# On the ${model}:`, ...lines.map((line) => `#   ${line}`), '#', '# Ports:'];
  return text.replace('# Ports:', section.join('\n'));
}
