// Light, dark, or as the system says.

import { useEffect, useState } from 'preact/hooks';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'rosc-theme';

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => themes.find((each) => each === readChoice()) ?? 'auto');
  useEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    storeChoice(theme);
  }, [theme]);
  return [theme, setTheme];
}

/** A page opened from disk may have no storage. */
function readChoice(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function storeChoice(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // The choice holds for as long as the page is open.
  }
}
