// Severities as icon and word.

import type { Severity } from '../../../src/web/api/report-schema.ts';

const marks: Readonly<Record<Severity, string>> = {
  error: 'm5 5 6 6m0-6-6 6',
  warning: 'M8 4.2v4.6M8 11.6v.1',
  note: 'M8 7.4v4.2M8 4.6v.1',
};

export function SeverityIcon({ severity }: { readonly severity: Severity }) {
  return (
    <svg class={`symbol s-${severity}`} viewBox="0 0 16 16" role="img" aria-label={severity}>
      {severity === 'warning' ? (
        <path d="M8 .8 15.6 14.6H.4z" fill="currentColor" />
      ) : (
        <circle cx="8" cy="8" r="7.2" fill="currentColor" />
      )}
      <path d={marks[severity]} stroke="var(--surface)" stroke-width="1.9" stroke-linecap="round" />
    </svg>
  );
}
