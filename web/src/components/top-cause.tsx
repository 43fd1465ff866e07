// One cause at a glance: what it does to the traffic, the line that does it, what it costs, and the fix.

import type { DiagnosticJson } from '../../../src/web/api/report-schema.ts';
import type { CauseJson, ViewJson } from '../../../src/web/api/view-schema.ts';
import { linkTo } from '../state/route.ts';
import { session } from '../state/session.ts';
import { plural, printLocation } from '../units.ts';
import { editedText } from './edited-text.ts';
import { PlacementBadge } from './placement.tsx';
import { Prose } from './prose.tsx';
import { SeverityIcon } from './severity.tsx';

const hitsMax = 3;

export function TopCause({ cause, view }: { readonly cause: CauseJson; readonly view: ViewJson }) {
  const [index = 0] = cause.findings;
  const diagnostic = view.report.diagnostics[index];
  if (!diagnostic) return null;
  const { what, location, label, related, fix } = diagnostic;
  const link = linkTo('findings', { finding: `${index}` });
  const quoted = quotedLine(view, diagnostic);
  return (
    <li class="top-cause">
      <SeverityIcon severity={cause.severity} />
      <div class="top-body">
        <p class="top-what">
          <a href={link}>
            <Prose text={what} />
          </a>
          {cause.placement && <PlacementBadge placement={cause.placement} />}
        </p>
        <p class="top-place mono">
          <span class="faint">{printLocation(location)}</span>
          {quoted && (
            <span class="quote">
              {quoted.before}
              <mark class={`s-${cause.severity}`}>{quoted.marked}</mark>
              {quoted.after}
            </span>
          )}
        </p>
        {cause.hits.length > 0 && (
          <ul class="top-hits">
            {cause.hits.slice(0, hitsMax).map((hit) => (
              <li key={hit}>
                <Prose text={hit} />
              </li>
            ))}
            {cause.hits.length > hitsMax && <li class="faint">and {cause.hits.length - hitsMax} more</li>}
          </ul>
        )}
        {cause.hits.length === 0 && label && (
          <p class="top-hits">
            <Prose text={label} />
            {related.length > 0 && <span class="faint">, and {plural(related.length, 'more place')}</span>}
          </p>
        )}
        {fix && <TopFix fix={fix} view={view} link={link} />}
      </div>
    </li>
  );
}

/** The line of the file, without its indentation, and what of it is marked. */
function quotedLine({ file }: ViewJson, { location }: DiagnosticJson) {
  if (!('file' in location) || location.file !== file.path) return undefined;
  const text = file.text.split('\n', location.line)[location.line - 1] ?? '';
  const indent = text.length - text.trimStart().length;
  const start = Math.max(location.column - 1, indent);
  const end = location.endLine === location.line ? location.endColumn - 1 : text.length;
  return { before: text.slice(indent, start), marked: text.slice(start, end), after: text.slice(end).trimEnd() };
}

interface TopFixProps {
  readonly fix: NonNullable<DiagnosticJson['fix']>;
  readonly view: ViewJson;
  readonly link: string;
}

/** A fix that can be written down opens as a draft; one in words stands there. */
function TopFix({ fix: { title, edits }, view, link }: TopFixProps) {
  const text = editedText(view.file, edits);
  return (
    <p class="top-fix">
      <span>
        <span class="faint">Fix: </span>
        <Prose text={title} />
      </span>
      {text !== undefined && session.api.madeAt === undefined && (
        <button
          type="button"
          class="button"
          onClick={() => {
            session.edit({ text, name: view.file.path });
            location.hash = link.slice(link.indexOf('#'));
          }}
        >
          Open as a draft
        </button>
      )}
    </p>
  );
}
