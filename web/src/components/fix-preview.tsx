// A fix as it would look: edits of the file as a diff, commands for the device as lines to copy.

import type { DiagnosticJson } from '../../../src/web/api/report-schema.ts';
import { diffOfEdits } from './diff-of-edits.ts';
import { Prose } from './prose.tsx';

interface FixPreviewProps {
  readonly fix: NonNullable<DiagnosticJson['fix']>;
  readonly file: { readonly path: string; readonly text: string };
}

const applicabilities = {
  safe: 'forwarding stays the same',
  review: 'changes forwarding',
  manual: 'by hand',
} as const;

export function FixPreview({
  fix: { title, applicability, edits, steps = [], commands = steps },
  file,
}: FixPreviewProps) {
  const diff = diffOfEdits(file, edits);
  return (
    <div class="fix">
      <p>
        <span class="tag tag-fix">fix · {applicabilities[applicability]}</span> <Prose text={title} />
      </p>
      {diff.length > 0 && (
        <pre class="diff">
          <span class="hidden">In the file: </span>
          {diff.map(({ sign, line, text }) => (
            <span key={`${sign}${line}`} class={sign === '+' ? 'diff-add' : 'diff-remove'}>
              <span class="diff-line">{line}</span>
              {sign} {text}
            </span>
          ))}
        </pre>
      )}
      {commands.length > 0 && (
        <pre class="diff">
          <span class="hidden">On the device: </span>
          {commands.map((command) => (
            <span key={command}>{command}</span>
          ))}
        </pre>
      )}
    </div>
  );
}
