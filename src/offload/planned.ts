// Questions about a planned change that several rules ask.

import type { PlannedChange } from './rule.ts';

/** Positions of the changes that set one of the properties in one of the menus. */
export function changesOf(
  changes: readonly PlannedChange[],
  menus: readonly string[],
  properties: readonly string[],
): readonly number[] {
  return changes.flatMap((change, index) =>
    menus.includes(change.menu) && change.properties.some(({ name }) => properties.includes(name)) ? [index] : [],
  );
}

/** The value that a change sets; undefined when it does not touch the property. */
export function valueSet(change: PlannedChange, property: string): string | undefined {
  return change.properties.find(({ name }) => name === property)?.after;
}
