// Findings beside the source: what breaks offload on the right, the lines that do it on the left.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Severity } from '../../../src/web/api/report-schema.ts';
import type { ViewJson } from '../../../src/web/api/view-schema.ts';
import { FindingCard } from '../components/finding-card.tsx';
import { Segmented } from '../components/segmented.tsx';
import { marksOf } from '../components/source-marks.ts';
import { SourcePane } from '../components/source-pane.tsx';
import { useFilter } from '../state/filter.ts';
import { go, useRoute } from '../state/route.ts';
import { session, useSession } from '../state/session.ts';
import { plural } from '../units.ts';

type Shown = 'all' | 'problems';

export function Findings({ view }: { readonly view: ViewJson }) {
  const { params } = useRoute();
  const { draft } = useSession();
  const filter = useFilter();
  const [shown, setShown] = useState<Shown>('problems');
  const selected = params.finding === undefined ? undefined : Number(params.finding);
  const isShown = (severity: Severity, index: number) =>
    (shown === 'all' || severity !== 'note' || index === selected) && filter.shows(view.diagnosticTouches[index]);
  const findings = view.report.diagnostics
    .map((diagnostic, index) => ({ diagnostic, index }))
    .filter(({ diagnostic, index }) => isShown(diagnostic.severity, index));
  const notes = view.report.diagnostics.filter(({ severity }) => severity === 'note').length;
  const marks = useMemo(() => marksOf(view, selected), [view, selected]);
  useEffect(() => {
    if (selected === undefined) return;
    document.getElementById(`finding-${selected}`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const select = (index: number) => go('findings', { finding: index === selected ? undefined : `${index}` });
  return (
    <div class="beside">
      <SourcePane
        file={draft ? { path: draft.name, text: draft.text } : view.file}
        kind={view.kind}
        marks={marks}
        selected={selected}
        onSelect={select}
        {...(draft && { onEdit: (text: string) => session.edit({ ...draft, text }) })}
      />
      <section class="findings" aria-label="Findings">
        <header class="findings-head">
          <h2>Findings</h2>
          {notes > 0 && (
            <Segmented<Shown>
              label="Severity"
              value={shown}
              options={[
                ['problems', 'Problems'],
                ['all', `With ${plural(notes, 'note')}`],
              ]}
              onChange={setShown}
            />
          )}
        </header>
        {findings.map(({ diagnostic, index }) => (
          <FindingCard
            key={`${index} ${diagnostic.code}`}
            id={`finding-${index}`}
            diagnostic={diagnostic}
            view={view}
            isSelected={index === selected}
            onSelect={() => select(index)}
          />
        ))}
        {findings.length === 0 && (
          <p class="empty">{filter.touch === undefined ? 'No rule breaks offload.' : 'No finding touches it.'}</p>
        )}
        {(view.report.accepted ?? []).length > 0 && (
          <details class="accepted">
            <summary>{view.report.accepted?.length} accepted in the file</summary>
            {view.report.accepted?.map((diagnostic, index) => (
              <FindingCard key={`${index} ${diagnostic.code}`} diagnostic={diagnostic} view={view} isSelected={false} />
            ))}
          </details>
        )}
      </section>
    </div>
  );
}
