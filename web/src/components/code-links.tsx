// Codes as links to their pages.

import { linkTo, useRoute } from '../state/route.ts';

export function CodeLink({ code }: { readonly code: string }) {
  const { view } = useRoute();
  return (
    <a class="code-link" href={linkTo(view, { code })}>
      {code}
    </a>
  );
}

/** Those that make a placement worse, then, fainter, those that are only worth knowing. */
export function CodeLinks({
  because,
  notes = [],
}: {
  readonly because: readonly string[];
  readonly notes?: readonly string[] | undefined;
}) {
  return (
    <span class="code-links">
      {because.map((code) => (
        <CodeLink key={code} code={code} />
      ))}
      {because.length === 0 && notes.length > 0 && (
        <span class="faint" title={notes.join(', ')}>
          {notes.length === 1 ? '1 note' : `${notes.length} notes`}
        </span>
      )}
    </span>
  );
}
