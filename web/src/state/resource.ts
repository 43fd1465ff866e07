// Something that has to be fetched for a view: the last answer stays while a new one is on its way, so that nothing flickers.

import { useEffect, useState } from 'preact/hooks';

export interface Resource<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
  readonly isLoading: boolean;
}

/** Fetches anew whenever the key changes; no key = nothing to fetch. */
export function useResource<T>(key: string | undefined, load: () => Promise<T>): Resource<T> {
  const [state, setState] = useState<Resource<T>>({ value: undefined, problem: undefined, isLoading: true });
  useEffect(() => {
    if (key === undefined) {
      setState({ value: undefined, problem: undefined, isLoading: false });
      return;
    }
    let isWanted = true;
    setState((known) => ({ ...known, isLoading: true }));
    load().then(
      (value) => isWanted && setState({ value, problem: undefined, isLoading: false }),
      (error: unknown) =>
        isWanted &&
        setState({
          value: undefined,
          problem: error instanceof Error ? error.message : String(error),
          isLoading: false,
        }),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return state;
}
