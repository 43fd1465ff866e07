// The page of a code, over whatever view is open; the address holds it, so the back button closes it.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { CodePageJson } from '../../../src/web/api/report-schema.ts';
import { costNames } from '../cost-names.ts';
import { go, useRoute } from '../state/route.ts';
import { session } from '../state/session.ts';
import { EvidenceList } from './evidence-list.tsx';
import { Prose } from './prose.tsx';

export function CodeDialog() {
  const { view, params } = useRoute();
  const { code } = params;
  const [page, setPage] = useState<CodePageJson>();
  const [problem, setProblem] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    setPage(undefined);
    setProblem(undefined);
    if (code === undefined) return;
    let isWanted = true;
    session.api.codePage(code).then(
      (next) => isWanted && setPage(next),
      (error: unknown) => isWanted && setProblem(error instanceof Error ? error.message : String(error)),
    );
    dialog.current?.showModal();
    return () => {
      isWanted = false;
    };
  }, [code]);
  if (code === undefined) return null;
  const close = () => go(view, { code: undefined });
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="code-title" onClose={close}>
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id="code-title" class="mono">
            {code}
          </h2>
          <button type="button" class="button" onClick={close}>
            Close
          </button>
        </header>
        {problem !== undefined && <p>{problem}</p>}
        {page && <PageText page={page} />}
      </div>
    </dialog>
  );
}

function PageText({ page: { summary, help, rule } }: { readonly page: CodePageJson }) {
  return (
    <>
      <p class="lead">
        <Prose text={summary} />.
      </p>
      {help !== undefined && (
        <p>
          <Prose text={help} />
        </p>
      )}
      {rule && (
        <dl class="page-facts">
          <dt>Cost</dt>
          <dd>{costNames[rule.cost]}</dd>
          <dt>Why</dt>
          <dd>
            <Prose text={rule.why} />
          </dd>
          <dt>Remedy</dt>
          <dd>
            <Prose text={rule.remedy} />
          </dd>
          {rule.uncertainty !== undefined && (
            <>
              <dt>Not certain</dt>
              <dd>
                <Prose text={rule.uncertainty} />
              </dd>
            </>
          )}
          <dt>Evidence</dt>
          <dd>
            <EvidenceList evidence={rule.evidence} />
          </dd>
          {rule.facts.length > 0 && (
            <>
              <dt>Facts read</dt>
              <dd class="mono">{rule.facts.join(', ')}</dd>
            </>
          )}
        </dl>
      )}
    </>
  );
}
