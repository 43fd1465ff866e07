// Modules of the program whose exports a test exchanges while it runs: whoever imports them looks at each use. They are
// compiled so by `compiled-sources.ts`.

/** Makes exports of a module's own. */
export type Alter = (own: Record<string, unknown>) => Record<string, unknown>;

/** By file under src/, which puts itself here when it is loaded. */
export const exchangers = new Map<string, (by: Alter) => void>();

export function exchange(module: string, by: Alter): void {
  const found = exchangers.get(module);
  if (!found) throw new Error(`${module} is not loaded, or not compiled to be exchanged as \`vitest run\` does`);
  found(by);
}
