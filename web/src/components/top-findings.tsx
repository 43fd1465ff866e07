// The count of findings and what is wrong, one entry for each cause, above everything else.

import type { Severity } from '../../../src/web/api/report-schema.ts';
import type { ViewJson } from '../../../src/web/api/view-schema.ts';
import type { Filter } from '../state/filter.ts';
import { linkTo } from '../state/route.ts';
import { plural } from '../units.ts';
import { isAsExpected } from './flows-table.tsx';
import { TopCause } from './top-cause.tsx';

const shownMax = 5;

export function TopFindings({ view, filter }: { readonly view: ViewJson; readonly filter: Filter }) {
  const { report, causes, diagnosticTouches } = view;
  const touching = causes.filter(({ findings }) => findings.some((index) => filter.shows(diagnosticTouches[index])));
  const shown = touching.slice(0, shownMax);
  const count = (severity: Severity) => report.diagnostics.filter((each) => each.severity === severity).length;
  const [errors, warnings, notes] = [count('error'), count('warning'), count('note')];
  const flows = [...report.devices.flatMap((device) => device.flows), ...(report.flows ?? [])].filter(
    ({ expected }) => expected !== undefined,
  );
  const met = flows.filter(isAsExpected).length;
  const rest = touching.length - shown.length;
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
          {shown.map((cause) => (
            <TopCause key={cause.findings[0]} cause={cause} view={view} />
          ))}
          {rest > 0 && (
            <li>
              <a class="faint" href={linkTo('findings')}>
                and {plural(rest, 'more cause')}
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
