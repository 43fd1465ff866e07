// The count of findings and the worst of them, above everything else.

import type { DiagnosticJson, Severity } from '../../../src/web/api/report-schema.ts';
import type { ViewJson } from '../../../src/web/api/view-schema.ts';
import type { Filter } from '../state/filter.ts';
import { linkTo } from '../state/route.ts';
import { plural, printLocation } from '../units.ts';
import { isAsExpected } from './flows-table.tsx';
import { Prose } from './prose.tsx';
import { SeverityIcon } from './severity.tsx';

const shownMax = 5;

export function TopFindings({ view, filter }: { readonly view: ViewJson; readonly filter: Filter }) {
  const { report, diagnosticTouches } = view;
  const indexed = report.diagnostics.map((diagnostic, index) => ({ diagnostic, index }));
  const shown = indexed
    .filter(({ diagnostic, index }) => diagnostic.severity !== 'note' && filter.shows(diagnosticTouches[index]))
    .slice(0, shownMax);
  const count = (severity: Severity) => report.diagnostics.filter((each) => each.severity === severity).length;
  const [errors, warnings, notes] = [count('error'), count('warning'), count('note')];
  const flows = [...report.devices.flatMap((device) => device.flows), ...(report.flows ?? [])].filter(
    ({ expected }) => expected !== undefined,
  );
  const met = flows.filter(isAsExpected).length;
  const rest = errors + warnings - shown.length;
  return (
    <section class="card top" aria-label="Summary">
      <ul class="figures">
        <Figure tone={errors > 0 ? 's-error' : 'is-good'} value={errors} text={errors === 1 ? 'error' : 'errors'} />
        <Figure
          tone={warnings > 0 ? 's-warning' : ''}
          value={warnings}
          text={warnings === 1 ? 'warning' : 'warnings'}
        />
        <Figure tone="" value={notes} text={notes === 1 ? 'note' : 'notes'} />
        {flows.length > 0 && (
          <Figure
            tone={met < flows.length ? 's-error' : 'is-good'}
            value={`${met}/${flows.length}`}
            text="flows as expected"
          />
        )}
        {(report.accepted?.length ?? 0) > 0 && <Figure tone="" value={report.accepted?.length ?? 0} text="accepted" />}
      </ul>
      {errors + warnings === 0 ? (
        <p class="good-news">No rule breaks offload.</p>
      ) : (
        <ol class="top-list">
          {shown.map(({ diagnostic, index }) => (
            <TopFinding key={index} diagnostic={diagnostic} index={index} />
          ))}
          {rest > 0 && filter.touch === undefined && (
            <li>
              <a class="faint" href={linkTo('findings')}>
                and {plural(rest, 'more finding')}
              </a>
            </li>
          )}
          {shown.length === 0 && <li class="faint">None of them touches it.</li>}
        </ol>
      )}
    </section>
  );
}

function Figure({
  tone,
  value,
  text,
}: {
  readonly tone: string;
  readonly value: number | string;
  readonly text: string;
}) {
  return (
    <li>
      <span class={`figure ${tone}`}>{value}</span> {text}
    </li>
  );
}

function TopFinding({ diagnostic, index }: { readonly diagnostic: DiagnosticJson; readonly index: number }) {
  return (
    <li>
      <a class="top-finding" href={linkTo('findings', { finding: `${index}` })}>
        <SeverityIcon severity={diagnostic.severity} />
        <span class="top-what">
          <Prose text={diagnostic.what} />
        </span>
        <span class="faint mono top-place">{printLocation(diagnostic.location)}</span>
      </a>
    </li>
  );
}
