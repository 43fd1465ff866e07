// Where the reader is, as the address's fragment: `#/findings?finding=3&filter=core/port/ether24`.

import { useEffect, useState } from 'preact/hooks';

export const views = ['overview', 'findings', 'matrix', 'plan', 'post-check'] as const;
export type ViewName = (typeof views)[number];

export interface Route {
  readonly view: ViewName;
  readonly params: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [, name = '', query = ''] = /^#\/([\w-]*)(?:\?(.*))?$/.exec(hash) ?? [];
  return {
    view: views.find((each) => each === name) ?? 'overview',
    params: Object.fromEntries(new URLSearchParams(query)),
  };
}

export function printRoute({ view, params }: Route): string {
  const query = new URLSearchParams(params).toString();
  return `#/${view}${query && `?${query}`}`;
}

/** Parameters that go along to every view. */
const lasting = ['filter'] as const;

/** The link to another view, or to another place of this one. `undefined` takes a parameter away. */
export function linkTo(
  view: ViewName,
  change: Readonly<Record<string, string | undefined>> = {},
  from: Route = parseRoute(location.hash),
): string {
  const kept = view === from.view ? Object.entries(from.params) : lastingOf(from);
  const merged = new Map<string, string | undefined>([...kept, ...Object.entries(change)]);
  const params = Object.fromEntries(
    [...merged].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
  return printRoute({ view, params });
}

export function go(view: ViewName, change: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = linkTo(view, change);
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const update = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return route;
}

function lastingOf({ params }: Route): [string, string][] {
  return lasting.flatMap((name): [string, string][] => {
    const value = params[name];
    return value === undefined ? [] : [[name, value]];
  });
}
