// The token of a rosc that listens beyond this machine: taken from the fragment, which no server ever sees, and kept for
// this tab alone.

const key = 'rosc-token';

export const token = {
  get(): string | undefined {
    return sessionStorage.getItem(key) ?? undefined;
  },
  set(value: string): void {
    sessionStorage.setItem(key, value);
  },
  /** Moves `#token=…` out of the address, so that it is in no history and no screenshot. */
  takeFromAddress(): void {
    const match = /^#token=([^&]+)(?:&(.*))?$/.exec(location.hash);
    if (!match) return;
    token.set(decodeURIComponent(match[1] ?? ''));
    history.replaceState(undefined, '', `${location.pathname}${match[2] ? `#${match[2]}` : ''}`);
  },
};
