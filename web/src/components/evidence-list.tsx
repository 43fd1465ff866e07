// How rosc knows what it says.

import type { DiagnosticJson } from '../../../src/web/api/report-schema.ts';
import { Prose } from './prose.tsx';

export function EvidenceList({ evidence }: { readonly evidence: DiagnosticJson['evidence'] }) {
  if (evidence.length === 0) return null;
  return (
    <ul class="evidence">
      {evidence.map(({ grade, claim, citation }) => (
        <li key={`${claim} ${citation}`}>
          <span class={`grade g-${grade}`}>{grade}</span>
          <span>
            <Prose text={claim} /> <cite>{citation}</cite>
          </span>
        </li>
      ))}
    </ul>
  );
}
