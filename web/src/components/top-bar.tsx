// Name of the file, the views, whether the page is up to date, and the theme.

import { linkTo, useRoute, type ViewName } from '../state/route.ts';
import { session, useSession } from '../state/session.ts';
import { type Theme, themes, useTheme } from '../state/theme.ts';

const titles: readonly (readonly [view: ViewName, title: string])[] = [
  ['overview', 'Overview'],
  ['findings', 'Findings'],
  ['matrix', 'Matrix'],
  ['plan', 'Plan'],
  ['post-check', 'Post-check'],
];

export function TopBar() {
  const route = useRoute();
  const { view, draft } = useSession();
  const problems = view?.report.diagnostics.filter(({ severity }) => severity !== 'note') ?? [];
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  return (
    <header class="top-bar">
      <h1 class="brand">
        <strong>rosc</strong>
        <span class="mono file-name">{view?.file.path.split(/[\\/]/).at(-1) ?? ''}</span>
      </h1>
      <nav aria-label="Views">
        {titles.map(([name, title]) => (
          <a key={name} href={linkTo(name, {}, route)} aria-current={route.view === name ? 'page' : undefined}>
            {title}
            {name === 'findings' && problems.length > 0 && (
              <span class={`pill ${hasErrors ? 'is-error' : ''}`}>{problems.length}</span>
            )}
          </a>
        ))}
      </nav>
      <div class="top-tools">
        <State />
        {session.api.madeAt === undefined && !draft && view && (
          <button
            type="button"
            class="button"
            onClick={() => {
              session.edit({ text: view.file.text, name: view.file.path });
              location.hash = linkTo('findings');
            }}
          >
            Edit a draft
          </button>
        )}
        <ThemeButton />
      </div>
    </header>
  );
}

function State() {
  const { connection, draft } = useSession();
  const made = session.api.madeAt;
  if (made !== undefined) return <span class="state">made {made.slice(0, 16).replace('T', ' ')} UTC</span>;
  const text = draft
    ? 'draft'
    : { connecting: 'connecting', live: 'live', lost: 'rosc has stopped', static: '' }[connection];
  return (
    <span class={`state state-${draft ? 'draft' : connection}`} role="status">
      <span class="dot" aria-hidden="true" />
      {text}
    </span>
  );
}

const themeTexts: Readonly<Record<Theme, string>> = { auto: 'Auto', light: 'Light', dark: 'Dark' };

function ThemeButton() {
  const [theme, setTheme] = useTheme();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
  return (
    <button type="button" class="button button-quiet" onClick={() => setTheme(next)}>
      Theme: {themeTexts[theme]}
    </button>
  );
}
