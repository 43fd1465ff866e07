// The page's frame: the bar with views and state, the filter, and the view that is open.

import type { ViewJson } from '../../src/web/api/view-schema.ts';
import { CodeDialog } from './components/code-dialog.tsx';
import { DraftBar } from './components/draft-bar.tsx';
import { FilterBar } from './components/filter-bar.tsx';
import { TokenForm } from './components/token-form.tsx';
import { TopBar } from './components/top-bar.tsx';
import { useRoute } from './state/route.ts';
import { useSession } from './state/session.ts';
import { Findings } from './views/findings.tsx';
import { Matrix } from './views/matrix.tsx';
import { Overview } from './views/overview.tsx';
import { Plan } from './views/plan.tsx';
import { PostCheck } from './views/post-check.tsx';

export function App() {
  const { view, problem } = useSession();
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <TopBar />
      <DraftBar />
      <FilterBar />
      <main id="main" tabIndex={-1}>
        {problem?.status === 401 ? (
          <TokenForm message={problem.message} />
        ) : (
          <>
            {problem && (
              <p class="problem" role="alert">
                {problem.message}
              </p>
            )}
            {view && <OpenView view={view} />}
          </>
        )}
      </main>
      <CodeDialog />
    </>
  );
}

function OpenView({ view }: { readonly view: ViewJson }) {
  switch (useRoute().view) {
    case 'findings':
      return <Findings view={view} />;
    case 'matrix':
      return <Matrix view={view} />;
    case 'plan':
      return <Plan view={view} />;
    case 'post-check':
      return <PostCheck view={view} />;
    case 'overview':
      return <Overview view={view} />;
  }
}
