// One finding in full: what, where, why, with which evidence, what it costs, and how to mend it.

import type { DiagnosticJson } from '../../../src/web/api/report-schema.ts';
import type { ViewJson } from '../../../src/web/api/view-schema.ts';
import { costNames } from '../cost-names.ts';
import { printLocation } from '../units.ts';
import { CodeLink } from './code-links.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { FixPreview } from './fix-preview.tsx';
import { Prose } from './prose.tsx';
import { SeverityIcon } from './severity.tsx';

interface FindingCardProps {
  readonly diagnostic: DiagnosticJson;
  readonly view: ViewJson;
  readonly isSelected: boolean;
  readonly id?: string;
  onSelect?(): void;
}

export function FindingCard({ diagnostic, view, isSelected, id, onSelect }: FindingCardProps) {
  const { code, also = [], severity, what, why, device, location, label, related, evidence, fix } = diagnostic;
  const cost = view.codes[code]?.cost;
  return (
    <article class={`finding f-${severity} ${isSelected ? 'is-selected' : ''}`} {...(id !== undefined && { id })}>
      <header>
        <SeverityIcon severity={severity} />
        <h3>
          {onSelect ? (
            <button type="button" class="finding-title" aria-pressed={isSelected} onClick={onSelect}>
              <Prose text={what} />
            </button>
          ) : (
            <Prose text={what} />
          )}
        </h3>
      </header>
      <p class="finding-codes">
        {[code, ...also].map((each) => (
          <CodeLink key={each} code={each} />
        ))}
        {device !== undefined && <span class="tag">{device}</span>}
        {cost && cost !== 'i' && <span class="tag">{costNames[cost]}</span>}
      </p>
      <ul class="places">
        {[{ location, text: label }, ...related].slice(0, placesMax).map((place, index) => (
          <li key={index}>
            <span class="mono">{printLocation(place.location)}</span>
            {place.text && (
              <>
                {' '}
                <Prose text={place.text} />
              </>
            )}
          </li>
        ))}
        {related.length >= placesMax && <li class="faint">and {related.length - placesMax + 1} more places</li>}
      </ul>
      {why && (
        <p>
          <Prose text={why} />
        </p>
      )}
      <EvidenceList evidence={evidence} />
      {fix && <FixPreview fix={fix} file={view.file} />}
    </article>
  );
}

const placesMax = 6;
